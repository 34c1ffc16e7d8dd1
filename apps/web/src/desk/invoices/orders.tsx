import { calls, type InvoiceableOrder, mostInvoiceOrders, orderTitle, payWayWords } from '@proofkeep/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { pageOf } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { MomentCell } from '../../ui/kit/moment-cell.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { Sentences } from '../../ui/words/sentences.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { ApplyForm } from './apply-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-orders', text);

/** Orders selected on any page: order number to amount in cents. */
type Picked = ReadonlyMap<string, number>;

export function Orders() {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const [picked, setPicked] = useState<Picked>(new Map());
  const [isApplying, setApplying] = useState(false);
  const { data, error, refetch } = useRows(queryOf(calls.invoices.invoiceableOrders, { page }));
  const sumCents = [...picked.values()].reduce((sum, cents) => sum + cents, 0);
  const isTooMany = picked.size > mostInvoiceOrders;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  if (data.total === 0) return <None />;
  return (
    <>
      <p className="secondary invoices-hint">
        <Sentences>
          {t('hint')}
          {t('all', { amount: amount(data.sumCents) })}
        </Sentences>
      </p>
      <Table rows={data.list} picked={picked} onPick={setPicked} />
      <Pages total={data.total} />
      {picked.size > 0 && (
        <div className="panel invoices-bar" role="status">
          <span>
            {t('chosen', { count: picked.size })} · <strong className="numbers">{amount(sumCents)}</strong>
            {isTooMany && <span className="invoices-why"> {t('most', { count: mostInvoiceOrders })}</span>}
          </span>
          <Button type="primary" disabled={isTooMany} onClick={() => setApplying(true)}>
            {t('apply', { amount: amount(sumCents) })}
          </Button>
        </div>
      )}
      {isApplying && (
        <ApplyForm
          orderNos={[...picked.keys()]}
          sumCents={sumCents}
          leftCents={data.sumCents - sumCents}
          onClose={() => setApplying(false)}
        />
      )}
    </>
  );
}

function None() {
  const t = useWords();
  return (
    <EmptyState title={t('none')} hint={t('noneHint')}>
      <LinkButton to={paths.recharge}>{t('recharge')}</LinkButton>
    </EmptyState>
  );
}

interface TableProps {
  rows: readonly InvoiceableOrder[];
  picked: Picked;
  onPick: (picked: Picked) => void;
}

function Table({ rows, picked, onPick }: TableProps) {
  const t = useWords();
  const set = (changed: readonly InvoiceableOrder[], isOn: boolean) => {
    const next = new Map(picked);
    for (const { orderNo, invoiceableCents } of changed) {
      if (isOn) next.set(orderNo, invoiceableCents);
      else next.delete(orderNo);
    }
    onPick(next);
  };
  const here = rows.filter(({ orderNo }) => picked.has(orderNo)).length;
  return (
    <>
      <Checkbox
        className="invoices-all"
        checked={here === rows.length}
        indeterminate={here > 0 && here < rows.length}
        onChange={({ target }) => set(rows, target.checked)}
      >
        {t('pickAll')}
      </Checkbox>
      <table className="table invoices-table panel">
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className="invoices-pick">
              <span className="visually-hidden">{t('picked')}</span>
            </th>
            <th scope="col">{t('order')}</th>
            <th scope="col">{t('paidBy')}</th>
            <th scope="col">{t('paidAt')}</th>
            <th scope="col" className="right">
              {t('left')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.orderNo} row={row} isOn={picked.has(row.orderNo)} onToggle={(isOn) => set([row], isOn)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ row, isOn, onToggle }: { row: InvoiceableOrder; isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const t = useWords();
  const language = useLanguage();
  const { orderNo, refundedCents } = row;
  return (
    <tr data-selected={isOn}>
      <td className="invoices-pick">
        <Checkbox
          aria-label={t('pick', { order: orderNo })}
          checked={isOn}
          onChange={({ target }) => onToggle(target.checked)}
        />
      </td>
      <td className="invoices-main">
        <Link to={paths.pay(orderNo)}>
          <strong>{orderTitle(row, language)}</strong>
          <code className="secondary">{orderNo}</code>
        </Link>
      </td>
      <td data-label={t('paidBy')}>{wordIn(payWayWords[row.paidBy], language)}</td>
      <MomentCell label={t('paidAt')} at={row.paidAt} className="invoices-time" />
      <td data-label={t('left')} className="right numbers">
        {amount(row.invoiceableCents)}
        {refundedCents > 0 && (
          <span className="secondary invoices-refunded">{t('refunded', { amount: amount(refundedCents) })}</span>
        )}
      </td>
    </tr>
  );
}
