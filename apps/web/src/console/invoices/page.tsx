import './invoices.css';
import { calls } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { queuePage } from '../ui/queue-page.tsx';
import { useQueueAddress } from './address.ts';
import { Invoice } from './invoice.tsx';
import { InvoiceQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoices', text);

/** `/console/invoices` (the queue) and `/console/invoices/:id` (one invoice). */
export const Component = queuePage(calls.invoices.consoleInvoices, useWords, useQueueAddress, {
  Queue: InvoiceQueue,
  Item: Invoice,
});
