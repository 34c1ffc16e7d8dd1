import { calls } from '@proofkeep/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { dataOf, linkTo } from '../../../api/ask.ts';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { type Found, findIn, mostLines } from './find.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('screenshot', text);

/** The text that the capture recorded, including frames. */
const textPath = 'data/page.txt';

const textOf = (ano: string) =>
  queryOptions({
    queryKey: [calls.attestations.file.path, ano, textPath],
    queryFn: async ({ signal }): Promise<string> => {
      const call = calls.attestations.file;
      const response = await fetch(linkTo(call, { ano, path: textPath }), { credentials: 'include', signal });
      // A refusal comes in an envelope.
      return response.ok ? response.text() : String(await dataOf(response, call));
    },
    // A recorded file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The lines of the page's recorded text that contain the words. */
export function TextSearch({ ano, wanted, marked }: { ano: string; wanted: string; marked: number }) {
  const t = useWords();
  const { data, error, refetch } = useQuery({ ...textOf(ano), meta: { isShownInPlace: true } });
  const asked = useDeferredValue(wanted);
  const found = useMemo(() => (data === undefined ? undefined : findIn(data, asked)), [data, asked]);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!found) return <Skeleton rows={2} />;
  return (
    <section className="attestations-picture-found panel" aria-label={t('found')}>
      <p role="status">{found.count === 0 ? t('nothing') : t('hits', { count: found.count })}</p>
      {marked > 0 && <p className="secondary">{t('marked', { count: marked })}</p>}
      {found.isCut && <p className="secondary">{t('first', { lines: mostLines })}</p>}
      {found.count > 0 && <Lines found={found} />}
      <p className="secondary">{t('textHint')}</p>
    </section>
  );
}

const Lines = ({ found: { lines } }: { found: Found }) => (
  <ol>
    {lines.map(({ line, pieces }) => (
      <li key={line} value={line}>
        {pieces.map((piece, at) =>
          at % 2 === 1 ? (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of a line have no other name than their place
            <mark key={at}>{piece}</mark>
          ) : (
            piece
          ),
        )}
      </li>
    ))}
  </ol>
);
