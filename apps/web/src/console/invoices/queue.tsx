import { type ConsoleInvoice, type calls, type InvoiceQueue, invoiceQueues, type ReplyOf } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Input, Pagination, Select } from 'antd';
import { Link } from 'react-router';
import { amount } from '../../ui/formatters.ts';
import { Moment } from '../../ui/moment.tsx';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../ui/words.ts';
import { useQueueAddress } from './address.ts';
import { InvoiceChip } from './chip.tsx';

const useWords = words('console-invoice-queue', {
  queue: ['状态', 'State'],
  waiting: ['待开具', 'Waiting'],
  'to-flush': ['待红冲', 'To be red-flushed'],
  issued: ['已开具', 'Issued'],
  rejected: ['已驳回', 'Rejected'],
  'red-flushed': ['已红冲', 'Red-flushed'],
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
export function Queue({ title, queue: { data, error, refetch }, chosen }: Props) {
  const say = useWords();
  const { asked, set } = useQueueAddress();
  return (
    <>
      <div className="console-invoices-head">
        {chosen ? <h2 className="console-invoices-title">{title}</h2> : <h1>{title}</h1>}
        <Select<InvoiceQueue>
          aria-label={say('queue')}
          value={asked.queue}
          onChange={(queue) => set('queue', queue)}
          options={invoiceQueues.map((value) => ({ value, label: say(value) }))}
        />
        <Input.Search
          key={asked.search}
          aria-label={say('search')}
          placeholder={say('search')}
          allowClear
          maxLength={100}
          defaultValue={asked.search}
          onSearch={(text) => set('search', text.trim())}
        />
      </div>
      {data ? (
        <>
          <Rows list={data.list} chosen={chosen} />
          {data.total > asked.size && (
            <Pagination
              className="console-invoices-pages"
              size="small"
              simple
              current={asked.page}
              pageSize={asked.size}
              total={data.total}
              onChange={(page) => set('page', String(page))}
            />
          )}
        </>
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="console-invoices-pages">
          <Waiting rows={6} />
        </div>
      )}
    </>
  );
}

function Rows({ list, chosen }: { list: readonly ConsoleInvoice[]; chosen: string | undefined }) {
  const say = useWords();
  const { asked, to } = useQueueAddress();
  const isAll = asked.queue === 'waiting' && asked.search === '';
  if (list.length === 0)
    return (
      <div className="console-nothing">
        <strong>{say(isAll ? 'none' : 'noneOther')}</strong>
        {isAll && <span className="secondary">{say('noneHint')}</span>}
      </div>
    );
  return (
    <ul className="console-rows">
      {list.map((row) => (
        <li key={row.id}>
          <Link to={to(row.id)} aria-current={row.id === chosen ? 'true' : undefined}>
            <span className="console-invoices-line">
              <strong>{row.title}</strong>
              <span className="numbers">{amount(row.amountCents)}</span>
            </span>
            <span className="console-invoices-line secondary">
              <Moment at={row.appliedAt} />
              <InvoiceChip state={row.state} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
