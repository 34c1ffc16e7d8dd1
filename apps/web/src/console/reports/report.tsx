import { type ConsoleReportThread, calls, problemReportStateTable } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { ReportChip } from '../../ui/reports/chip.tsx';
import { ReportThread } from '../../ui/reports/thread.tsx';
import { words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { SelectedItem } from '../ui/selected-item.tsx';
import { Answer } from './answer.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-report', text);

/** One report: the conversation, where it came from, and the answer form. */
export function Report({ id, back }: { id: string; back: string }) {
  const found = useQuery(queryOf(calls.reports.consoleReport, { id }));
  return (
    <SelectedItem back={back} found={found}>
      {(report) => (
        <>
          <Whole report={report} />
          {problemReportStateTable.allowed(report.state, 'operator').length > 0 && <Answer report={report} />}
        </>
      )}
    </SelectedItem>
  );
}

function Whole({ report }: { report: ConsoleReportThread }) {
  const t = useWords();
  const { ano, reporter, email, page, traceId, reportedAt, closedBy, changedAt, state, entries } = report;
  const who = reporter?.name ?? email ?? t('notSignedIn');
  return (
    <>
      <div className="page-heading">
        <h1>{t('title', { who })}</h1>
        <ReportChip state={state} />
      </div>
      <div className="console-reports-item">
        <ReportThread entries={entries} reporter={who} />
        <Facts
          facts={[
            [
              t('account'),
              reporter && (
                <Link key="account" to={paths.consoleAccount(reporter.accountId)}>
                  {reporter.accountName}
                </Link>
              ),
            ],
            [
              t('phone'),
              reporter?.phone && (
                <span key="phone" className="numbers">
                  {reporter.phone}
                </span>
              ),
            ],
            [t('email'), email],
            [t('ano'), ano && <code key="ano">{ano}</code>],
            [t('page'), page && <code key="page">{page}</code>],
            [t('traceId'), traceId && <code key="trace">{traceId}</code>],
            [t('reportedAt'), <Moment key="reported" at={reportedAt} />],
            [t('closed'), state === 'closed' && t(closedBy ? 'closedBy' : 'closedByReporter', { by: closedBy ?? '' })],
            [t('closedAt'), state === 'closed' && <Moment key="closed" at={changedAt} />],
          ]}
        />
      </div>
    </>
  );
}
