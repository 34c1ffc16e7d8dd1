import { type calls, invoiceQueues, type ReplyOf, type InvoiceQueue as Which } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { OrderSearch } from '../../ui/money/order-search.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Queue, QueueRow } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import { InvoiceChip } from './chip.tsx';

const useWords = words('console-invoice-queue', {
  queue: ['状态', 'State'],
  waiting: ['待开具', 'Waiting'],
  'to-flush': ['待红冲', 'To be red-flushed'],
  issued: ['已开具', 'Issued'],
  rejected: ['已驳回', 'Rejected'],
  'red-flushed': ['已红冲', 'Red-flushed'],
  withdrawn: ['已撤回', 'Taken back'],
  search: ['搜索编号、抬头或账号', 'Search number, name or account'],
  none: ['没有待开具的发票', 'No invoice waits to be issued'],
  noneHint: ['新的申请会出现在这里。', 'What is applied for next stands here.'],
  noneOther: ['没有符合条件的发票', 'No invoice is like that'],
});

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.invoices.consoleInvoices>>;
  chosen: string | undefined;
}

/** Of those that wait, what was applied for first at the head. */
export function InvoiceQueue({ title, queue, chosen }: Props) {
  const say = useWords();
  const { asked, to } = useQueueAddress();
  const isAll = asked.queue === 'waiting' && asked.search === '';
  return (
    <Queue
      title={title}
      isBeside={chosen !== undefined}
      filter={<Filter />}
      found={queue}
      nothing={isAll ? { title: say('none'), hint: say('noneHint') } : { title: say('noneOther') }}
    >
      {(row) => (
        <QueueRow key={row.id} to={to(row.id)} isChosen={row.id === chosen}>
          <span className="console-line">
            <strong>{row.title}</strong>
            <span className="numbers">{amount(row.amountCents)}</span>
          </span>
          <span className="console-line secondary">
            <Moment at={row.appliedAt} />
            <InvoiceChip state={row.state} />
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}

function Filter() {
  const say = useWords();
  const { asked, want } = useQueueAddress();
  return (
    <>
      <Select<Which>
        aria-label={say('queue')}
        value={asked.queue}
        onChange={(queue) => want({ queue })}
        options={invoiceQueues.map((value) => ({ value, label: say(value) }))}
      />
      <OrderSearch label={say('search')} text={asked.search} onSearch={(search) => want({ search })} />
    </>
  );
}
