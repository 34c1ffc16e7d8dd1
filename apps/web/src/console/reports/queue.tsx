import { type calls, problemReportStates, problemReportStateWords } from '@proofkeep/contract';
import { Ago } from '../../ui/kit/ago.tsx';
import { ReportChip } from '../../ui/reports/chip.tsx';
import { words } from '../../ui/words/words.ts';
import { itemQueue, type RowOf, stateSearch } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-report-queue', text);

/** Open reports, oldest first. */
export const ReportQueue = itemQueue(useWords, useQueueAddress, {
  Filter: stateSearch({ useWords, useQueueAddress, words: problemReportStateWords, states: problemReportStates }),
  isUnfiltered: ({ state, search }) => state === 'open' && search === '',
  Lines,
});

function Lines({ row }: { row: RowOf<typeof calls.reports.consoleReports> }) {
  const t = useWords();
  return (
    <>
      <span className="console-reports-excerpt">{row.text}</span>
      <span className="console-line secondary">
        <span className="console-reports-by">{row.reporter?.name ?? row.email ?? t('notSignedIn')}</span>
        <ReportChip state={row.state} />
      </span>
      <span className="secondary">
        <Ago at={row.reportedAt} />
      </span>
    </>
  );
}
