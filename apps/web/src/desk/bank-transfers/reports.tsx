import { type BankTransfer, bankTransferStateTable, calls } from '@proofkeep/contract';
import { Button, Popconfirm } from 'antd';
import { Link } from 'react-router';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { BankTransferChip } from '../../ui/money/bank-transfer-chip.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bank-transfers-reports', text);

/** Reported transfers, newest first, each with its outcome. */
export function Reports() {
  const t = useWords();
  const { page } = useAddress();
  const { data, error, refetch } = useRows({
    ...queryOf(calls.bankTransfers.bankTransfers, { page }),
    staleTime: 0,
  });
  return (
    <section className="bank-transfers-reports">
      <h2>{t('title')}</h2>
      <QueryView query={{ data, error, refetch }} rows={3}>
        {(found) => <Found found={found} />}
      </QueryView>
    </section>
  );
}

function Found({ found: { list, total } }: { found: { list: BankTransfer[]; total: number } }) {
  const t = useWords();
  return (
    <>
      {list.length === 0 && <p className="secondary">{t('none')}</p>}
      {list.length > 0 && (
        <ul className="panel">
          {list.map((one) => (
            <Report key={one.id} transfer={one} />
          ))}
        </ul>
      )}
      <Pages total={total} />
    </>
  );
}

function Report({ transfer }: { transfer: BankTransfer }) {
  const t = useWords();
  const { id, state, amountCents, payerName, transferredOn, receipt, reportedAt, decidedAt } = transfer;
  return (
    <li>
      <p className="bank-transfers-line">
        <strong className="numbers">{amount(transfer.creditedCents ?? amountCents)}</strong>
        <BankTransferChip state={state} />
      </p>
      <p>
        {payerName} · <span className="numbers">{transferredOn}</span> ·{' '}
        <a href={linkTo(calls.bankTransfers.bankReceipt, { id })} target="_blank" rel="noreferrer">
          {receipt.name}
        </a>
      </p>
      <Outcome transfer={transfer} />
      <p className="secondary">
        {t(decidedAt ? 'decidedAt' : 'reportedAt')} <Moment at={decidedAt ?? reportedAt} />
      </p>
      {bankTransferStateTable.allowed(state, 'holder').includes('withdraw') && <Withdraw id={id} />}
    </li>
  );
}

function Outcome({ transfer }: { transfer: BankTransfer }) {
  const t = useWords();
  const { state, amountCents, creditedCents, orderNo, reason } = transfer;
  if (state === 'reported') return <p>{t('waiting')}</p>;
  if (state === 'rejected') return <p>{t('rejected', { reason: reason ?? '-' })}</p>;
  // The chip says everything about a withdrawn one.
  if (!orderNo) return null;
  return (
    <p>
      {creditedCents !== amountCents && `${t('differs', { reported: amount(amountCents) })} `}
      <Link to={paths.pay(orderNo)}>{t('order', { orderNo })}</Link>
    </p>
  );
}

function Withdraw({ id }: { id: string }) {
  const t = useWords();
  const withdrawing = useAct(calls.bankTransfers.withdrawBankTransfer, 'bankTransfers');
  return (
    <Popconfirm
      title={t('sure')}
      description={t('sureHint')}
      okText={t('withdraw')}
      cancelText={t('keep')}
      onConfirm={() => withdrawing.mutate({ id })}
    >
      <Button loading={withdrawing.isPending}>{t('withdraw')}</Button>
    </Popconfirm>
  );
}
