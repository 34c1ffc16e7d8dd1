import { CheckCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { calls, type OrderDetail, payWayWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pay-outcome', text);

const paidFor = { recharge: 'recharged', package: 'bought', service: 'begun' } as const;

export function Outcome({ order }: { order: OrderDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { state, kind, paidBy, paidAt } = order;
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  if (state === 'pending') return null;
  const next = nextOf(order);
  const values = { amount: amount(order.amountCents), balance: amount(order.balanceCents) };
  const sentence =
    state === 'closed'
      ? t(
          order.refunds.length > 0
            ? 'came'
            : order.received.length > 0
              ? 'other'
              : kind === 'service'
                ? 'lapsed'
                : 'nothing',
        )
      : state === 'paid'
        ? t(paidFor[kind], values)
        : t('back', { amount: amount(order.refundedCents) });
  return (
    <section className="panel pay-outcome">
      <div role="status">
        <h2 data-state={state}>
          {state === 'paid' ? <CheckCircleFilled aria-hidden /> : <InfoCircleFilled aria-hidden />} {t(state)}
        </h2>
      </div>
      <p>{sentence}</p>
      {paidBy && paidAt && (
        <p className="secondary">
          {t('by', { way: wordIn(payWayWords[paidBy], language), amount: amount(order.amountCents) })}
          {state === 'paid' && kind !== 'recharge' && ` · ${t('remains', values)}`} · <Moment at={paidAt} />
        </p>
      )}
      {order.refunds.length > 0 && (
        <>
          <h3>{t('refunds')}</h3>
          <ul className="pay-refunds">
            {order.refunds.map((refund) => (
              <li key={refund.refundId}>
                <span className="numbers">{amount(refund.amountCents)}</span> {t(refund.state)}{' '}
                <span className="secondary">
                  <Moment at={refund.endedAt ?? refund.askedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="pay-acts">
        {(next.to === paths.recharge || me?.permissions.includes('preserve')) && (
          <LinkButton to={next.to} type="primary">
            {t(next.word)}
          </LinkButton>
        )}
        <LinkButton to={kind === 'package' ? paths.packages : paths.costCenter}>
          {t(kind === 'package' ? 'packages' : 'costCenter')}
        </LinkButton>
      </div>
    </section>
  );
}

/** Next step: follow the ordered captures, or order again if the order was closed. */
function nextOf({ orderNo, state, kind, batchId }: OrderDetail) {
  const isClosed = state === 'closed';
  if (kind === 'recharge' && isClosed) return { to: paths.recharge, word: 'again' } as const;
  if (kind === 'service' && isClosed) return { to: paths.preserveAgain(orderNo), word: 'orderAgain' } as const;
  if (!batchId) return { to: paths.preserve, word: 'preserve' } as const;
  return { to: paths.batch(batchId), word: 'watch' } as const;
}
