import './bank-transfers.css';
import { calls } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { queuePage } from '../ui/queue-page.tsx';
import { useQueueAddress } from './address.ts';
import { BankTransferQueue } from './queue.tsx';
import { BankTransfer } from './transfer.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfers', text);

/** `/console/bank-transfers` (the queue) and `/console/bank-transfers/:id` (one transfer). */
export const Component = queuePage(calls.bankTransfers.consoleBankTransfers, useWords, useQueueAddress, {
  Queue: BankTransferQueue,
  Item: BankTransfer,
});
