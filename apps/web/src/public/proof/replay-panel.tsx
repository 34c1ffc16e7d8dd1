import { calls, type ProofPage, type RecordName } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { renewalMs, usualWidthPx } from '../../ui/replay/limits.ts';
import { words } from '../../ui/words/words.ts';
import { LoadFailed } from '../notice.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-replay', text);

const loadStage = () => import('../../ui/replay/replay-stage.tsx');
const ReplayStage = lazy(async () => ({ default: (await loadStage()).ReplayStage }));

/** A replay of the captured page from its recorded traffic, for visitors whose code includes the bundle. */
export function ReplayPanel({ proof, grant }: { proof: ProofPage; grant: string | null }) {
  const t = useWords();
  const [opened, setOpened] = useState<RecordName>();
  const { isReplayable, isSecondReplayable, comparison } = proof;
  if (!isReplayable || !grant) return null;
  const places = isSecondReplayable && comparison ? comparison.places : null;
  return (
    <section className="panel proof-code proof-screen" aria-labelledby="proof-replay-title">
      <h2 id="proof-replay-title">{t('heading')}</h2>
      <p className="secondary">{t('hint')}</p>
      {(!opened || places) && (
        <p className="actions">
          {(places ?? [null]).map((place, i) => {
            const record = i === 0 ? 'first' : 'second';
            return (
              <button
                key={record}
                type="button"
                className="button"
                aria-pressed={places ? opened === record : undefined}
                onClick={() => setOpened(record)}
              >
                {place ? t('openAt', { place: place.name }) : t('open')}
              </button>
            );
          })}
        </p>
      )}
      {opened && <Opened key={opened} proof={proof} grant={grant} record={opened} />}
    </section>
  );
}

interface OpenedProps {
  proof: ProofPage;
  grant: string;
  record: RecordName;
}

function Opened({ proof: { ano, subject, picture }, grant, record }: OpenedProps) {
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.proof.openProofReplay, { ano, grant, record }),
    // A cached URL may have expired.
    gcTime: 0,
    refetchInterval: renewalMs,
    meta: { isShownInPlace: true },
  });
  // A revoked or expired code ends the replay, so the frame is removed, too.
  if (error) return <LoadFailed error={error} refetch={refetch} />;
  return (
    <Suspense fallback={<p role="status">…</p>}>
      <ReplayStage
        name={subject?.title ?? ano}
        widthPx={picture?.[0]?.widthPx ?? usualWidthPx}
        urls={data}
        renew={refetch}
      />
    </Suspense>
  );
}
