import { CheckCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { type OrderDetail, payWayWords } from '@proofkeep/contract';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('pay-outcome', {
  paid: ['支付成功', 'Paid'],
  closed: ['订单已关闭', 'The order is closed'],
  refunding: ['退款处理中', 'Being refunded'],
  'partly-refunded': ['已部分退款', 'Partly refunded'],
  refunded: ['已全额退款', 'Refunded in full'],
  recharged: ['{amount} 已计入余额，当前余额 {balance}。', '{amount} were added. The balance is {balance} now.'],
  bought: ['套餐已生效，使用时先扣套餐，再扣余额。', 'The package is yours. It is used first, before the balance.'],
  begun: [
    '已开始取证；失败、拒绝或取消的，费用退至余额。',
    'The capture has begun. What fails or is rejected or cancelled comes back to your balance.',
  ],
  lapsed: [
    '这些网页没有取证，也没有扣款。如果关闭后付过款，款项会自动按原路退回。',
    'These pages were not captured, and nothing was taken. What is paid after the order was closed goes back by itself, the way it came.',
  ],
  nothing: [
    '没有扣款。如果关闭后付过款，款项会自动按原路退回。',
    'Nothing was taken. What is paid after it was closed goes back by itself, the way it came.',
  ],
  came: [
    '订单关闭后收到了付款，这笔钱会按原路退回，见下方退款记录。',
    'A payment came after the order was closed. It goes back the way it came, as told below.',
  ],
  back: ['已退回或正在退回 {amount}。', '{amount} went back, or are on their way.'],
  by: ['支付方式：{way}', 'Paid by {way}'],
  refunds: ['退款记录', 'Refunds'],
  asked: ['处理中', 'on its way'],
  done: ['已退回', 'paid out'],
  failed: ['未能退回，请联系客服', 'not paid out: ask the support'],
  preserve: ['去存证网页', 'Preserve a page'],
  watch: ['查看取证', 'Watch the capture'],
  orderAgain: ['重新下单', 'Order again'],
  again: ['重新充值', 'Recharge again'],
  packages: ['查看套餐', 'See your packages'],
  costCenter: ['返回费用中心', 'To the cost center'],
});

const paidFor = { recharge: 'recharged', package: 'bought', service: 'begun' } as const;

/** What an order came to. */
export function Outcome({ order }: { order: OrderDetail }) {
  const say = useWords();
  const language = useLanguage();
  const { state, kind, paidBy, paidAt } = order;
  if (state === 'pending') return null;
  const next = nextOf(order);
  const values = { amount: amount(order.amountCents), balance: amount(order.balanceCents) };
  const said =
    state === 'closed'
      ? say(order.refunds.length > 0 ? 'came' : kind === 'service' ? 'lapsed' : 'nothing')
      : state === 'paid'
        ? say(paidFor[kind], values)
        : say('back', { amount: amount(order.refundedCents) });
  return (
    <section className="panel pay-outcome">
      <div role="status">
        <h2 data-state={state}>
          {state === 'paid' ? <CheckCircleFilled aria-hidden /> : <InfoCircleFilled aria-hidden />} {say(state)}
        </h2>
      </div>
      <p>{said}</p>
      {paidBy && paidAt && (
        <p className="secondary">
          {say('by', { way: wordIn(payWayWords[paidBy], language) })} · <Moment at={paidAt} />
        </p>
      )}
      {order.refunds.length > 0 && (
        <>
          <h3>{say('refunds')}</h3>
          <ul className="pay-refunds">
            {order.refunds.map((refund) => (
              <li key={refund.refundId}>
                <span className="numbers">{amount(refund.amountCents)}</span> {say(refund.state)}{' '}
                <span className="secondary">
                  <Moment at={refund.endedAt ?? refund.askedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="pay-acts">
        <LinkButton to={next.to} type="primary">
          {say(next.word)}
        </LinkButton>
        <LinkButton to={kind === 'package' ? paths.packages : paths.costCenter}>
          {say(kind === 'package' ? 'packages' : 'costCenter')}
        </LinkButton>
      </div>
    </section>
  );
}

/** What one goes on with: what was ordered by itself is watched, or ordered again as it was. */
function nextOf({ orderNo, state, kind, ordered }: OrderDetail) {
  const isClosed = state === 'closed';
  if (kind === 'recharge' && isClosed) return { to: paths.recharge, word: 'again' } as const;
  if (kind === 'service' && isClosed) return { to: paths.preserveAgain(orderNo), word: 'orderAgain' } as const;
  if (ordered.length === 0) return { to: paths.preserve, word: 'preserve' } as const;
  const anos = new URLSearchParams(ordered.map(({ ano }) => ['ano', ano]));
  return { to: `${paths.preserve}?${anos}`, word: 'watch' } as const;
}
