import { calls, type PriceDraft } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { BackLink } from '../ui/selected-item.tsx';
import { Editor } from './editor.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-draft', text);

export function Component() {
  const t = useWords();
  // No refetch while editing; a conflicting newer draft is reported on save.
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.money.consolePrices, {}),
    refetchOnWindowFocus: false,
  });
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} />;
  const present = data.list.find(({ state }) => state === 'present')?.version ?? 1;
  return (
    <>
      <BackLink to={paths.consolePrices} />
      <header className="console-prices-title">
        <h1>{t(data.draft ? 'title' : 'none')}</h1>
      </header>
      {data.draft && <OverPresent key={data.draft.revision} draft={data.draft} present={present} />}
    </>
  );
}

/** Loads the price list that the draft will replace, for comparison. */
function OverPresent({ draft, present }: { draft: PriceDraft; present: number }) {
  const { data, error, refetch } = useQuery(queryOf(calls.money.consolePriceList, { version: present }));
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} />;
  return <Editor draft={draft} present={data} />;
}
