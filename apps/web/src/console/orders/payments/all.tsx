import { calls, paymentStateWords } from '@proofkeep/contract';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { Pages } from '../../../ui/kit/pages.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { words } from '../../../ui/words/words.ts';
import { queueSize } from '../../ui/queue.tsx';
import { paymentsAsked, useFilter } from '../address.ts';
import { Filters } from '../filters.tsx';
import { Payments } from './table.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-all-payments', text);

export function AllPayments() {
  const t = useWords();
  const { filter, page } = useFilter();
  const found = useRows({
    ...queryOf(calls.consoleOrders.consolePayments, paymentsAsked(filter, page)),
    staleTime: 0,
  });
  return (
    <div className="console-orders-part">
      <Filters states={paymentStateWords} />
      <QueryView query={found} rows={10}>
        {({ list, total }) =>
          total === 0 ? (
            <div className="console-nothing panel">
              <h2>{t('none')}</h2>
              <p className="secondary">{t('noneHint')}</p>
            </div>
          ) : (
            <>
              <Payments payments={list} caption={t('caption')} isOfAll />
              <Pages total={total} size={queueSize} />
            </>
          )
        }
      </QueryView>
    </div>
  );
}
