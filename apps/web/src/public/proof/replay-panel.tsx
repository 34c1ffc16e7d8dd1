import { calls, type ProofPage } from '@proofkeep/contract';
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
  const [isOpen, setOpen] = useState(false);
  const { isReplayable } = proof;
  if (!isReplayable || !grant) return null;
  return (
    <section className="panel proof-code proof-screen" aria-labelledby="proof-replay-title">
      <h2 id="proof-replay-title">{t('heading')}</h2>
      <p className="secondary">{t('hint')}</p>
      {isOpen ? (
        <Opened proof={proof} grant={grant} />
      ) : (
        <p className="actions">
          <button type="button" className="button" onClick={() => setOpen(true)}>
            {t('open')}
          </button>
        </p>
      )}
    </section>
  );
}

function Opened({ proof: { ano, subject, picture }, grant }: { proof: ProofPage; grant: string }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.proof.openProofReplay, { ano, grant }),
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
