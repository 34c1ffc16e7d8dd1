import { bankTransferStateTable, type ConsoleBankTransfer, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { BankTransferChip } from '../../ui/money/bank-transfer-chip.tsx';
import { amount, fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { SelectedItem } from '../ui/selected-item.tsx';
import { Decide } from './decide.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfer', text);

export function BankTransfer({ id, back }: { id: string; back: string }) {
  const found = useQuery(queryOf(calls.bankTransfers.consoleBankTransfer, { id }));
  return (
    <SelectedItem back={back} found={found}>
      {(data) => (
        <>
          <div className="page-heading">
            <h1 className="numbers">{amount(data.creditedCents ?? data.amountCents)}</h1>
            <BankTransferChip state={data.state} />
          </div>
          <div className="console-columns">
            <Reported transfer={data} />
            <Receipt transfer={data} />
          </div>
          {bankTransferStateTable.allowed(data.state, 'operator').length > 0 && (
            <Decide transfer={data} onChanged={() => refresh('consoleBankTransfers')} />
          )}
        </>
      )}
    </SelectedItem>
  );
}

function Reported({ transfer }: { transfer: ConsoleBankTransfer }) {
  const t = useWords();
  const { creditedCents, decidedAt, orderNo, reference } = transfer;
  const facts: readonly Fact[] = [
    [t('reportedAmount'), <strong key="amount">{amount(transfer.amountCents)}</strong>],
    [t('arrived'), creditedCents !== null && <strong key="arrived">{amount(creditedCents)}</strong>],
    [t('payer'), transfer.payerName],
    [
      t('day'),
      <span key="day" className="numbers">
        {transfer.transferredOn}
      </span>,
    ],
    [t('remark'), <Copyable key="remark" text={transfer.remarkCode} what={t('remark')} kept={20} />],
    [t('note'), transfer.note],
    [
      t('account'),
      <Link key="account" to={paths.consoleAccount(transfer.accountId)}>
        {transfer.accountName}
      </Link>,
    ],
    [t('by'), transfer.reportedBy],
    [t('at'), <Moment key="at" at={transfer.reportedAt} />],
    [t('reference'), reference && <code key="reference">{reference}</code>],
    [
      t('order'),
      orderNo && (
        <Link key="order" to={paths.consoleOrder(orderNo)} className="numbers">
          {orderNo}
        </Link>
      ),
    ],
    [t('reason'), transfer.reason],
    [t('decidedBy'), transfer.decidedBy],
    [t('decidedAt'), decidedAt && <Moment key="decided" at={decidedAt} />],
  ];
  return (
    <section>
      <h2>{t('reported')}</h2>
      <Facts facts={facts} />
    </section>
  );
}

/** Every view of the receipt is recorded in the audit trail. */
function Receipt({ transfer: { id, receipt } }: { transfer: ConsoleBankTransfer }) {
  const t = useWords();
  const src = linkTo(calls.bankTransfers.consoleBankReceipt, { id });
  const isImage = receipt.mediaType.startsWith('image/');
  return (
    <section>
      <h2>{t('receipt')}</h2>
      <a href={src} target="_blank" rel="noreferrer">
        {isImage ? <img src={src} alt={t('receipt')} /> : `${receipt.name} · ${fileSize(receipt.sizeBytes)}`}
      </a>
    </section>
  );
}
