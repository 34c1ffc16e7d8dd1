import { type calls, invoiceQueues, type InvoiceQueue as Which } from '@proofkeep/contract';
import { Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { OrderSearch } from '../../ui/money/order-search.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { nothingIn, Queue, type QueueProps, QueueRow, type RowOf } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import { InvoiceChip } from './chip.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-queue', text);

/** Pending applications, oldest first. */
export function InvoiceQueue({ chosen, ...props }: QueueProps<RowOf<typeof calls.invoices.consoleInvoices>>) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  return (
    <Queue
      {...props}
      chosen={chosen}
      filter={<Filter />}
      nothing={nothingIn(t, asked.queue === 'waiting' && asked.search === '')}
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
