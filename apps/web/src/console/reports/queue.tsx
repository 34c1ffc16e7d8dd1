import {
  type calls,
  problemReportStates,
  problemReportStateWords,
  type ReplyOf,
  searchLength,
} from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { ReportChip } from '../../ui/reports/chip.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Queue, QueueRow } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-report-queue', text);

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.reports.consoleReports>>;
  chosen: string | undefined;
}

/** Open reports, oldest first. */
export function ReportQueue({ title, queue, chosen }: Props) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  const isAll = asked.state === 'open' && asked.search === '';
  return (
    <Queue
      title={title}
      isBeside={chosen !== undefined}
      filter={<Filter />}
      found={queue}
      nothing={isAll ? { title: t('none'), hint: t('noneHint') } : { title: t('noneOther') }}
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
  const language = useLanguage();
  const { asked, want } = useQueueAddress();
  return (
    <div className="console-reports-filter">
      <Select
        aria-label={t('state')}
        value={asked.state}
        onChange={(state) => want({ state })}
        options={problemReportStates.map((value) => ({
          value,
          label: wordIn(problemReportStateWords[value], language),
        }))}
      />
      <Input.Search
        key={asked.search}
        aria-label={t('search')}
        placeholder={t('search')}
        title={t('search')}
        allowClear
        maxLength={searchLength}
        defaultValue={asked.search}
        onSearch={(search) => want({ search: search.trim() })}
      />
    </div>
  );
}
