import {
  calls,
  matterKindFacts,
  type Reservation,
  reservationStateWords,
  roomLinkPath,
  sessionReasonLength,
  sessionWayWords,
} from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { Link } from 'react-router';
import { ask, linkTo } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { chinaDay, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { useHasCome } from './has-come.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('reservations-session', text);

/** A booked session with its time, place and actions. */
export function Session({ session }: { session: Reservation }) {
  const t = useWords();
  const language = useLanguage();
  const { matterId, matterNo, kind, way, startsAt, endsAt, notaryName, office } = session;
  const hasBegun = useHasCome(startsAt);
  return (
    <article className="panel reservations-session">
      <p className="reservations-time">
        <strong>{dayText(chinaDay(startsAt), language)}</strong>
        <span className="numbers">{spanText(startsAt, endsAt)}</span>
        <span className="secondary">{t('zone')}</span>
      </p>
      <dl className="facts">
        <Fact name={t('matter')}>
          <Link to={paths.matter(matterId)}>
            {wordIn(matterKindFacts[kind].name, language)} {matterNo}
          </Link>
        </Fact>
        <Fact name={wordIn(sessionWayWords[way], language)}>
          {way === 'video' ? (
            <a href={roomLinkPath(matterNo)} target="_blank" rel="noreferrer">
              {t('enterRoom')}
            </a>
          ) : (
            [office.name, office.address].join(language === 'zh' ? '，' : ', ')
          )}
        </Fact>
        <Fact name={t('notary')}>
          {notaryName} · <a href={`tel:${office.phone.replaceAll(' ', '')}`}>{office.phone}</a>
        </Fact>
      </dl>
      <div className="reservations-acts">
        <a href={linkTo(calls.reservations.sessionCalendar, { id: matterId })} download>
          {t('calendar')}
        </a>
        {hasBegun ? (
          <p className="secondary">{t('begun', { phone: office.phone })}</p>
        ) : (
          <>
            <LinkButton to={paths.reservation(matterId)}>{t('move')}</LinkButton>
            <Release matterId={matterId} />
          </>
        )}
      </div>
    </article>
  );
}

function Release({ matterId }: { matterId: string }) {
  const t = useWords();
  return (
    <ActDialog
      title={t('release')}
      act={t('release')}
      isDanger
      about={<p>{t('releaseHint')}</p>}
      initialValues={{ reason: '' }}
      send={({ reason }: { reason: string }) => ask(calls.reservations.releaseSession, { id: matterId, reason })}
      onSent={async () => {
        toast.success(t('released'));
        await refresh('reservations');
      }}
    >
      <Form.Item
        name="reason"
        label={t('reason')}
        rules={[{ required: true, min: sessionReasonLength.min, message: t('reasonMissing') }]}
      >
        <Input.TextArea rows={2} maxLength={sessionReasonLength.max} />
      </Form.Item>
    </ActDialog>
  );
}

/** Sessions that were held, moved, missed or cancelled. */
export function Earlier({ sessions }: { sessions: readonly Reservation[] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section aria-labelledby="reservations-earlier">
      <h2 id="reservations-earlier">{t('earlier')}</h2>
      <table className="table" aria-labelledby="reservations-earlier">
        <TableHead columns={[t('time'), t('matter'), t('state'), t('reason')]} />
        <tbody>
          {sessions.map(({ id, matterId, matterNo, startsAt, endsAt, state, reason }) => (
            <tr key={id}>
              <td className="numbers">
                {chinaDay(startsAt)} {spanText(startsAt, endsAt)}
              </td>
              <td data-label={t('matter')}>
                <Link to={paths.matter(matterId)}>{matterNo}</Link>
              </td>
              <td data-label={t('state')}>{wordIn(reservationStateWords[state], language)}</td>
              <td data-label={t('reason')} className="secondary">
                {reason ?? '-'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
