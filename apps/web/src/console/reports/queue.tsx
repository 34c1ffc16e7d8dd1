import { type calls, problemReportStates, problemReportStateWords } from '@proofkeep/contract';

import { Moment } from '../../ui/kit/moment.tsx';
import { ReportChip } from '../../ui/reports/chip.tsx';
import { words } from '../../ui/words/words.ts';
import { nothingIn, Queue, type QueueProps, QueueRow, QueueSearch, type RowOf, StateFilter } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-report-queue', text);

/** Open reports, oldest first. */
export function ReportQueue({ chosen, ...props }: QueueProps<RowOf<typeof calls.reports.consoleReports>>) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  return (
    <Queue
      {...props}
      chosen={chosen}
      filter={<Filter />}
      nothing={nothingIn(t, asked.state === 'open' && asked.search === '')}
    >
      {({ id, text, reporter, email, reportedAt, state }) => (
        <QueueRow key={id} to={to(id)} isChosen={id === chosen}>
          <span className="console-reports-excerpt">{text}</span>
          <span className="console-line secondary">
            <span className="console-reports-by">{reporter?.name ?? email ?? t('nobody')}</span>
            <ReportChip state={state} />
          </span>
          <span className="secondary">
            <Moment at={reportedAt} />
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}

function Filter() {
  const t = useWords();
  const { asked, want } = useQueueAddress();
  return (
    <div className="console-reports-filter">
      <StateFilter
        label={t('state')}
        words={problemReportStateWords}
        states={problemReportStates}
        value={asked.state}
        onChange={(state) => want({ state })}
      />
      <QueueSearch label={t('search')} text={asked.search} onSearch={(search) => want({ search })} />
    </div>
  );
}
