import {
  calls,
  type Invoice,
  type InvoiceState,
  invoiceKindWords,
  invoiceStateTable,
  invoiceStateWords,
} from '@proofkeep/contract';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { FilterSelect } from '../../ui/forms/filter-select.tsx';
import { wordOptions } from '../../ui/forms/word-options.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { AgoCell } from '../../ui/kit/moment-cell.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { right } from '../../ui/kit/table-head.tsx';
import { InvoiceChip } from '../../ui/money/invoice-chip.tsx';
import { OrderSearch } from '../../ui/money/order-search.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-list', text);

export function List() {
  const t = useWords();
  const { query, page, want } = useAddress();
  const search = (query.get('search') ?? '').trim().slice(0, 100);
  const state = invoiceStateTable.states.find((one) => one === query.get('state'));
  const { data, error, refetch } = useRows(queryOf(calls.invoices.list, { search, page, ...(state ? { state } : {}) }));
  const isFiltered = search !== '' || state !== undefined;
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data?.total === 0 && !isFiltered) return <None />;
  return (
    <>
      <Filter key={search} search={search} state={state} want={want} />
      {data?.total === 0 ? (
        <EmptyState title={t('nothing')}>
          <LinkButton to={paths.invoices}>{t('clear')}</LinkButton>
        </EmptyState>
      ) : (
        <InvoiceTable rows={data?.list} />
      )}
      <Pages total={data?.total} />
    </>
  );
}

function None() {
  const t = useWords();
  return (
    <EmptyState title={t('none')} hint={t('noneHint')}>
      <LinkButton type="primary" to={`${paths.invoices}?tab=orders`}>
        {t('choose')}
      </LinkButton>
    </EmptyState>
  );
}

function Filter({
  search,
  state,
  want,
}: {
  search: string;
  state: InvoiceState | undefined;
  want: (change: { search?: string; state?: string }) => void;
}) {
  const t = useWords();
  const language = useLanguage();
  return (
    <search className="invoices-filter">
      <OrderSearch label={t('search')} text={search} onSearch={(text) => want({ search: text })} />
      <FilterSelect
        label={t('state')}
        all={t('all')}
        value={state}
        options={wordOptions(invoiceStateTable.states, invoiceStateWords, language)}
        onChange={(chosen) => want({ state: chosen })}
      />
    </search>
  );
}

function InvoiceTable({ rows }: { rows: readonly Invoice[] | undefined }) {
  const t = useWords();
  return (
    <Table
      className="table invoices-table"
      caption={t('caption')}
      columns={[t('title'), t('state'), t('kind'), t('number'), t('appliedAt'), right(t('amount'))]}
      placeholders={8}
    >
      {rows?.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </Table>
  );
}

function Row({ row }: { row: Invoice }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <tr>
      <td className="invoices-main">
        <Link to={paths.invoice(row.id)}>
          <strong>{row.title}</strong>
          <code className="secondary">{row.applicationNo}</code>
        </Link>
        {row.state === 'rejected' && <span className="invoices-why">{row.reason}</span>}
      </td>
      <td>
        <InvoiceChip state={row.state} />
      </td>
      <td data-label={t('kind')}>{wordIn(invoiceKindWords[row.kind], language)}</td>
      <td data-label={t('number')}>{row.issued ? <code>{row.issued.number}</code> : '-'}</td>
      <AgoCell label={t('appliedAt')} at={row.appliedAt} className="invoices-time" />
      <td data-label={t('amount')} className="right numbers">
        {amount(row.amountCents)}
      </td>
    </tr>
  );
}
