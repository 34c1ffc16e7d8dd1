import { type calls, orderKindWords, orderStateWords } from '@proofkeep/contract';
import { Ago } from '../../ui/kit/ago.tsx';
import { OrderChip } from '../../ui/money/order-chip.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Queue, type QueueProps, QueueRow, type RowOf } from '../ui/queue.tsx';
import { orderPath, useFilter } from './address.ts';
import { Filters } from './filters.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-orders-queue', text);

/** Newest first. */
export function OrderQueue({ chosen, ...props }: QueueProps<RowOf<typeof calls.consoleOrders.consoleOrders>>) {
  const t = useWords();
  const language = useLanguage();
  const { query } = useFilter();
  return (
    <Queue
      {...props}
      chosen={chosen}
      filter={<Filters states={orderStateWords} kinds={orderKindWords} />}
      nothing={{ title: t('none'), hint: t('noneHint') }}
    >
      {({ orderNo, amountCents, state, kind, accountName, createdAt }) => (
        <QueueRow key={orderNo} to={orderPath(orderNo, query)} isChosen={orderNo === chosen}>
          <span className="console-line">
            <strong className="numbers">{amount(amountCents)}</strong>
            <OrderChip state={state} />
          </span>
          <span className="secondary">
            {wordIn(orderKindWords[kind], language)} · {accountName}
          </span>
          <span className="secondary">
            <Ago at={createdAt} />
          </span>
        </QueueRow>
      )}
    </Queue>
  );
}
