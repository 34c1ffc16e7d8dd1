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
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-queue', text);

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.invoices.consoleInvoices>>;
  chosen: string | undefined;
}

/** Pending applications, oldest first. */
export function InvoiceQueue({ title, queue, chosen }: Props) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  const isAll = asked.queue === 'waiting' && asked.search === '';
  return (
    <Queue
      title={title}
      isBeside={chosen !== undefined}
      filter={<Filter />}
      found={queue}
      nothing={isAll ? { title: t('none'), hint: t('noneHint') } : { title: t('noneOther') }}
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
  const t = useWords();
  const { asked, want } = useQueueAddress();
  return (
    <>
      <Select<Which>
        aria-label={t('queue')}
        value={asked.queue}
        onChange={(queue) => want({ queue })}
        options={invoiceQueues.map((value) => ({ value, label: t(value) }))}
      />
      <OrderSearch label={t('search')} text={asked.search} onSearch={(search) => want({ search })} />
    </>
  );
}
