import {
  calls,
  isSessionAhead,
  matterKindFacts,
  missedAfterMinutes,
  type OfficeSession,
  reservationStateTable,
  reservationStateWords,
  sessionReasonLength,
  sessionWayWords,
} from '@proofkeep/contract';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { hidden, TableHead } from '../../ui/kit/table-head.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { chinaDay, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { ReasonField } from '../ui/reason-field.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-sessions-table', text);

const { moveMatterSession, missSession } = calls.consoleReservations;

/** The booked sessions, and past ones of the last week. */
export function SessionTable({ list }: { list: readonly OfficeSession[] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <table className="console-table" aria-labelledby="console-sessions-booked">
      <TableHead columns={[t('time'), t('matter'), t('way'), t('notary'), hidden(t('acts'))]} />
      <tbody>
        {list.map((session) => (
          <tr key={session.id}>
            <td className="numbers">
              <strong>{dayText(chinaDay(session.startsAt), language)}</strong>{' '}
              {spanText(session.startsAt, session.endsAt)}
            </td>
            <td data-label={t('matter')}>
              <Link to={paths.consoleMatter(session.matterId)}>
                {session.parties.join(language === 'zh' ? '、' : ', ')}
              </Link>
              <br />
              <span className="secondary">
                {wordIn(matterKindFacts[session.kind].name, language)} · {session.matterNo}
              </span>
            </td>
            <td data-label={t('way')}>
              {wordIn(sessionWayWords[session.way], language)}
              {session.way === 'video' && session.isMine && isSessionAhead(session.state) && (
                <>
                  {' · '}
                  <Link to={paths.consoleRoom(session.matterId)}>{t('enter')}</Link>
                </>
              )}
            </td>
            <td data-label={t('notary')}>
              {session.isMine ? <strong>{session.notaryName}</strong> : session.notaryName}
            </td>
            <td>
              {reservationStateTable.allowed(session.state, 'notary').length > 0 ? (
                <div className="console-sessions-acts">
                  <Acts session={session} />
                </div>
              ) : (
                <span className="secondary console-sessions-acts">
                  {wordIn(reservationStateWords[session.state], language)}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Acts({ session }: { session: OfficeSession }) {
  const allowed = reservationStateTable.allowed(session.state, 'notary');
  const startedFor = Date.now() - Date.parse(session.startsAt);
  const isLate = startedFor >= missedAfterMinutes * 60_000;
  return (
    <>
      {allowed.includes('miss') && isLate && <Act session={session} act="missed" />}
      {allowed.includes('move') && <Act session={session} act="move" />}
    </>
  );
}

function Act({ session: { matterId: id, version }, act }: { session: OfficeSession; act: 'missed' | 'move' }) {
  const t = useWords();
  return (
    <ActDialog
      button={{ size: 'small' }}
      title={t(`${act}Title`)}
      label={t(act)}
      act={t(act)}
      about={<p>{t(`${act}Hint`)}</p>}
      send={({ reason }: { reason: string }) =>
        ask(act === 'move' ? moveMatterSession : missSession, { id, version, reason })
      }
      onSent={async () => {
        toast.success(t(`${act}Done`));
        await refresh('officeSessions');
      }}
    >
      <ReasonField isFirst label={t('reason')} missing={t('missing')} length={sessionReasonLength} />
    </ActDialog>
  );
}
