import './sessions.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { HoursForm } from './hours-form.tsx';
import { SessionTable } from './table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-sessions', text);

/** The office's booked sessions, and the notary's own hours; operators have none. */
export function Component() {
  const t = useWords();
  const { data: me } = useQuery(whoIsStaff);
  return (
    <>
      <PageHeading title={t('title')} />
      {me?.role === 'notary' && <Sessions />}
      {me?.role === 'operator' && <p>{t('notariesOnly')}</p>}
    </>
  );
}

function Sessions() {
  const t = useWords();
  const sessions = useQuery(queryOf(calls.consoleReservations.officeSessions, {}));
  const hours = useQuery(queryOf(calls.consoleReservations.sessionHours, {}));
  return (
    <div className="console-sessions">
      <section className="panel" aria-labelledby="console-sessions-booked">
        <h2 id="console-sessions-booked">{t('booked')}</h2>
        <QueryView query={sessions} rows={4}>
          {({ list }) => (list.length === 0 ? <p className="secondary">{t('none')}</p> : <SessionTable list={list} />)}
        </QueryView>
      </section>
      <section className="panel" aria-labelledby="console-sessions-hours">
        <h2 id="console-sessions-hours">{t('hours')}</h2>
        <p className="secondary">{t('hoursHint')}</p>
        <QueryView query={hours} rows={8}>
          {(data) => <HoursForm hours={data} />}
        </QueryView>
      </section>
    </div>
  );
}
