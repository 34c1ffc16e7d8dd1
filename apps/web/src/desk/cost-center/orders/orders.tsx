import './orders.css';
import { calls, isOrderNo, orderKinds, orderKindWords, orderStates, orderStateWords } from '@proofkeep/contract';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { asking, oneOf, pageOf } from '../../../ui/address/address.ts';
import { paths } from '../../../ui/address/paths.ts';
import { FilterSelect } from '../../../ui/forms/filter-select.tsx';
import { wordOptions } from '../../../ui/forms/word-options.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { Pages } from '../../../ui/kit/pages.tsx';
import { OrderSearch } from '../../../ui/money/order-search.tsx';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { OrdersTable } from './table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('orders', text);

const pageName = 'orderPage';

/** The URL holds the filters, beside the surrounding page's own parameters. */
function useWanted() {
  const [query, setQuery] = useSearchParams();
  const state = oneOf(orderStates, query.get('orderState'));
  const kind = oneOf(orderKinds, query.get('orderKind'));
  const orderNo = query.get('orderNo') ?? '';
  const want = (change: { orderState?: string; orderKind?: string; orderNo?: string }) =>
    setQuery((before) => asking(before, change, pageName), { replace: true });
  return {
    wanted: { state, kind, orderNo: isOrderNo(orderNo) ? orderNo : undefined },
    page: pageOf(query, pageName),
    want,
  };
}

/** Orders of the account, with their actions. */
export function Orders() {
  const t = useWords();
  const language = useLanguage();
  const { wanted, page, want } = useWanted();
  const { state, kind, orderNo } = wanted;
  const { data, error, refetch } = useRows({
    ...queryOf(calls.orders.orders, { page, ...wanted }),
    staleTime: 0,
  });
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
  const isFiltered = Object.values(wanted).some((one) => one !== undefined);
  return (
    <div className="cost-center-orders">
      {(data.total > 0 || isFiltered) && (
        <search className="cost-center-orders-filter">
          <OrderSearch
            label={t('search')}
            text={orderNo ?? ''}
            isOfOrdersAlone
            onSearch={(text) => want({ orderNo: text })}
          />
          <FilterSelect
            label={t('state')}
            all={t('allStates')}
            value={state}
            options={wordOptions(orderStates, orderStateWords, language)}
            onChange={(value) => want({ orderState: value })}
          />
          <FilterSelect
            label={t('kind')}
            all={t('allKinds')}
            value={kind}
            options={wordOptions(orderKinds, orderKindWords, language)}
            onChange={(value) => want({ orderKind: value })}
          />
        </search>
      )}
      {data.list.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'noneSuch' : 'none')} hint={isFiltered ? undefined : t('noneHint')}>
          {isFiltered ? (
            <Button onClick={() => want({ orderState: '', orderKind: '', orderNo: '' })}>{t('clear')}</Button>
          ) : (
            <LinkButton to={paths.recharge} type="primary">
              {t('recharge')}
            </LinkButton>
          )}
        </EmptyState>
      ) : (
        <OrdersTable orders={data.list} />
      )}
      <Pages total={data.total} name={pageName} />
    </div>
  );
}
