import { bankTransferStates, bankTransferStateWords, type calls } from '@proofkeep/contract';

import { Moment } from '../../ui/kit/moment.tsx';
import { BankTransferChip } from '../../ui/money/bank-transfer-chip.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { nothingIn, Queue, type QueueProps, QueueRow, QueueSearch, type RowOf, StateFilter } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfer-queue', text);

/** Those to review, oldest first. */
export function BankTransferQueue({
  chosen,
  ...props
}: QueueProps<RowOf<typeof calls.bankTransfers.consoleBankTransfers>>) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  return (
    <Queue
      {...props}
      chosen={chosen}
      filter={<Filter />}
      nothing={nothingIn(t, asked.state === 'reported' && asked.search === '')}
    >
      {(row) => (
        <QueueRow key={row.id} to={to(row.id)} isChosen={row.id === chosen}>
          <span className="console-line">
            <strong>{row.payerName}</strong>
            <span className="numbers">{amount(row.creditedCents ?? row.amountCents)}</span>
          </span>
          <span className="console-line secondary">
            <Moment at={row.reportedAt} />
            <BankTransferChip state={row.state} />
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
    <div className="console-bank-transfers-filter">
      <StateFilter
        label={t('state')}
        words={bankTransferStateWords}
        states={bankTransferStates}
        value={asked.state}
        onChange={(state) => want({ state })}
      />
      <QueueSearch label={t('search')} text={asked.search} onSearch={(search) => want({ search })} />
    </div>
  );
}
