import { attestationStateWords, calls, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { shortId } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { Mark } from '../marks.tsx';
import { LoadFailed } from '../notice.tsx';
import type { PastedDigest } from './digest-in.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('found', text);

type PublicFacts = ReplyOf<typeof calls.verification.queryByHolder>;

export function DigestResult({ digest: { hex, algorithm } }: { digest: PastedDigest }) {
  const t = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: [calls.verification.queryByFile.path, hex, algorithm],
    queryFn: () => attestationsWith(hex, algorithm ? [algorithm] : ['sha256', 'sm3']),
    meta: { isShownInPlace: true },
  });
  return (
    <section className="query-found" aria-live="polite">
      <p className="secondary">
        {t(algorithm ?? 'fileDigest')} <code>{shortId(hex, 12)}</code> <Copy text={hex} what={t('fileDigest')} />
      </p>
      {error && !data && <LoadFailed error={error} refetch={refetch} />}
      {!data && !error && <p>{t('asking')}</p>}
      {data?.length === 0 && <NoResult title={t('none')} help={t('noneHelp')} />}
      {data && data.length > 0 && (
        <>
          <h2>
            <Mark outcome="passed" /> {t('found', { count: data.length })}
          </h2>
          {data.map((facts) => (
            <AttestationResult key={`${facts.ano}/${facts.path}`} facts={facts} path={facts.path} />
          ))}
          <p className="secondary">{t('next')}</p>
        </>
      )}
    </section>
  );
}

/** Attestations that contain a file with this digest by one of the algorithms. @throws ApiError */
async function attestationsWith(hex: string, algorithms: readonly ('sha256' | 'sm3')[]) {
  const replies = await Promise.all(
    algorithms.map((algorithm) => ask(calls.verification.queryByFile, { [algorithm]: hex })),
  );
  return replies.flatMap(({ list }) => list);
}

/** Not an error: the lookup worked and found nothing. */
export const NoResult = ({ title, help }: { title: string; help: string }) => (
  <div className="panel query-found-none">
    <h2>
      <Mark outcome="not-checked" /> {title}
    </h2>
    <p>{help}</p>
  </div>
);

export function AttestationResult({ facts, path }: { facts: PublicFacts; path?: string }) {
  const t = useWords();
  const language = useLanguage();
  const { ano, state, sealedAt, logIndex, manifestSha256 } = facts;
  return (
    <dl className="panel query-found-facts">
      <Fact name={t('ano')}>
        <code>{ano}</code> <Copy text={ano} what={t('ano')} />
      </Fact>
      {path && (
        <Fact name={t('path')}>
          <code>{path}</code>
        </Fact>
      )}
      <Fact name={t('state')}>{wordIn(attestationStateWords[state], language)}</Fact>
      {sealedAt && (
        <Fact name={t('sealedAt')}>
          <Moment at={sealedAt} />
        </Fact>
      )}
      {logIndex !== null && (
        <Fact name={t('logIndex')}>
          <span className="numbers">{logIndex}</span>
        </Fact>
      )}
      {manifestSha256 && (
        <Fact name={t('digest')}>
          <code title={manifestSha256}>{shortId(manifestSha256, 12)}</code>{' '}
          <Copy text={manifestSha256} what={t('digest')} />
        </Fact>
      )}
    </dl>
  );
}
