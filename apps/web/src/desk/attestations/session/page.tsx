import '../attestations.css';
import './record.css';
import './session.css';
import { type AttestationState, calls, type LiveSession, type LiveState } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isApiError } from '../../../api/api-error.ts';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { infoOf } from '../acts.ts';
import { DetailHeader } from '../detail/detail-header.tsx';
import { Failure } from '../failure.tsx';
import { LiveChip } from '../live-chip.tsx';
import { End } from './end.tsx';
import { Result } from './result.tsx';
import { Steering } from './steering.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session', text);

/** How often a session that isn't over is read again. */
const everyMs: Partial<Record<LiveState, number>> = { queuing: 2_000, 'in-progress': 5_000, uploading: 1_500 };

export function Component() {
  const t = useWords();
  const { id: ano = '' } = useParams();
  useTitle(t('title', { ano }));
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.liveSessions.sessionInfo, { ano }),
    refetchInterval: ({ state }) => everyMs[state.data?.time.state ?? 'succeeded'] ?? false,
  });
  if (data) return <Session session={data} />;
  if (isApiError(error, 'NOT_FOUND'))
    return (
      <div className="page-heading">
        <h1>{t('missing')}</h1>
        <LinkButton to={paths.liveSessions}>{t('list')}</LinkButton>
      </div>
    );
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return <Skeleton rows={8} />;
}

function Session({ session }: { session: LiveSession }) {
  const t = useWords();
  const { attestation, time } = session;
  const { state } = time;
  const isOver = overStates.has(state);
  const { data: detail } = useQuery({ ...infoOf(attestation.ano), enabled: isOver });
  return (
    <article className="attestations-session-record">
      {isOver && detail ? <DetailHeader detail={detail} /> : <Heading session={session} />}
      {(state === 'queuing' || state === 'in-progress') && <Steering session={session} />}
      {state === 'uploading' && (
        <p role="status" className="panel attestations-session-note">
          {t('uploading')}
        </p>
      )}
      {state === 'cancelled' && <p className="panel attestations-session-note">{t('cancelled')}</p>}
      {state === 'failed' && <Failure row={attestation} />}
      {sealedStates.has(attestation.state) && <Result session={session} />}
      {isOver && detail && <End detail={detail} pages={session.facts?.pages ?? []} />}
    </article>
  );
}

/** From the commit of the seal on, the parts of the bundle can be read. */
const sealedStates: ReadonlySet<AttestationState> = new Set(['preview', 'sealing', 'succeeded']);
const overStates: ReadonlySet<LiveState> = new Set(['succeeded', 'failed', 'cancelled']);

function Heading({ session: { attestation, time } }: { session: LiveSession }) {
  const t = useWords();
  const { state } = time;
  return (
    <div className="page-heading">
      <h1>{attestation.name === 'about:blank' ? t('blank') : attestation.name}</h1>
      <LiveChip state={state} />
    </div>
  );
}
