import { type calls, invoiceQueues, type InvoiceQueue as Which } from '@proofkeep/contract';
import { Select } from 'antd';
import { Ago } from '../../ui/kit/ago.tsx';
import { InvoiceChip } from '../../ui/money/invoice-chip.tsx';
import { OrderSearch } from '../../ui/money/order-search.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { itemQueue, type RowOf } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-queue', text);

/** Pending applications, oldest first. */
export const InvoiceQueue = itemQueue(useWords, useQueueAddress, {
  Filter,
  isUnfiltered: ({ queue, search }) => queue === 'waiting' && search === '',
  Lines,
});

function Lines({
  row: { title, amountCents, appliedAt, state },
}: {
  row: RowOf<typeof calls.invoices.consoleInvoices>;
}) {
  return (
    <>
      <span className="console-line">
        <strong>{title}</strong>
        <span className="numbers">{amount(amountCents)}</span>
      </span>
      <span className="console-line secondary">
        <Ago at={appliedAt} />
        <InvoiceChip state={state} />
      </span>
    </>
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
