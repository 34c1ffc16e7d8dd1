import {
  bankTransferStates,
  bankTransferStateWords,
  type calls,
  type ReplyOf,
  searchLength,
} from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { BankTransferChip } from '../../ui/money/bank-transfer-chip.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Queue, QueueRow } from '../ui/queue.tsx';
import { useQueueAddress } from './address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfer-queue', text);

interface Props {
  title: string;
  queue: UseQueryResult<ReplyOf<typeof calls.bankTransfers.consoleBankTransfers>>;
  chosen: string | undefined;
}

/** Those to review, oldest first. */
export function BankTransferQueue({ title, queue, chosen }: Props) {
  const t = useWords();
  const { asked, to } = useQueueAddress();
  const isAll = asked.state === 'reported' && asked.search === '';
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
  const language = useLanguage();
  const { asked, want } = useQueueAddress();
  return (
    <div className="console-bank-transfers-filter">
      <Select
        aria-label={t('state')}
        value={asked.state}
        onChange={(state) => want({ state })}
        options={bankTransferStates.map((value) => ({ value, label: wordIn(bankTransferStateWords[value], language) }))}
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
