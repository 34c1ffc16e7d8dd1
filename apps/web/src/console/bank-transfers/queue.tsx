import { bankTransferStates, bankTransferStateWords, type calls } from '@proofkeep/contract';
import { Ago } from '../../ui/kit/ago.tsx';
import { BankTransferChip } from '../../ui/money/bank-transfer-chip.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { itemQueue, type RowOf, stateSearch } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfer-queue', text);

type Row = RowOf<typeof calls.bankTransfers.consoleBankTransfers>;

/** Transfers to review, oldest first. */
export const BankTransferQueue = itemQueue(useWords, useQueueAddress, {
  Filter: stateSearch({ useWords, useQueueAddress, words: bankTransferStateWords, states: bankTransferStates }),
  isUnfiltered: ({ state, search }) => state === 'reported' && search === '',
  Lines,
});

function Lines({ row: { payerName, creditedCents, amountCents, reportedAt, state } }: { row: Row }) {
  return (
    <>
      <span className="console-line">
        <strong>{payerName}</strong>
        <span className="numbers">{amount(creditedCents ?? amountCents)}</span>
      </span>
      <span className="console-line secondary">
        <Ago at={reportedAt} />
        <BankTransferChip state={state} />
      </span>
    </>
  );
}
