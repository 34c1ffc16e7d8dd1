import { type ConsoleOrderDetail, payWayWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('console-order-timeline', {
  placed: ['{who} 下单', 'Placed by {who}'],
  begun: ['发起付款：{way}', 'Payment begun: {way}'],
  paid: ['已支付：{way}', 'Paid: {way}'],
  stray: ['收到未入账款项：{way}', 'Unmatched payment: {way}'],
  closed: ['订单关闭', 'Closed'],
  settled: ['{way} 通知：已付款', '{way} told: paid'],
  'told-stray': ['{way} 通知：已付款，但订单已结束', '{way} told: paid, but the order was over'],
  known: ['{way} 通知：重复，已处理过', '{way} told of it again: nothing changed'],
  mismatch: [
    '{way} 通知：内容不符，未计入订单',
    '{way} told of something else than was asked for: the order is not paid by it',
  ],
  unknown: ['{way} 通知：没有对应的付款', '{way} told of no payment of ours'],
  nothing: ['{way} 通知：与付款无关', '{way} told of something else than a payment'],
  told: ['通知金额 {amount}', 'It told of {amount}'],
  asked: ['{who} 申请退款 {amount}', '{who} asked for a refund of {amount}'],
  late: ['订单已关闭，自动退回 {amount}', 'The order was closed: {amount} go back by themselves'],
  double: ['重复付款，自动退回 {amount}', 'Paid twice: {amount} go back by themselves'],
  done: ['退款 {amount} 已退回', 'The refund of {amount} was paid out'],
  failed: ['退款 {amount} 未能退回', 'The refund of {amount} could not be paid out'],
  provider: ['支付平台', 'The provider'],
});

interface Happening {
  at: string;
  what: string;
  more?: ReactNode;
  isWrong?: boolean;
}

/** All that happened to an order, in its order: what it was, what was tried, what providers told, what went back. */
export function Timeline({ order }: { order: ConsoleOrderDetail }) {
  const happenings = useHappenings(order);
  return (
    <ol className="money-timeline">
      {happenings.map((one) => (
        <li key={`${one.at} ${one.what}`} data-tone={one.isWrong ? 'danger' : undefined}>
          <span>{one.what}</span>
          {one.more && <span className="secondary">{one.more}</span>}
          <span className="secondary">
            <Moment at={one.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function useHappenings(order: ConsoleOrderDetail): Happening[] {
  const say = useWords();
  const language = useLanguage();
  const wayOf = (provider: keyof typeof payWayWords) => wordIn(payWayWords[provider], language);
  const happenings: Happening[] = [{ at: order.createdAt, what: say('placed', { who: order.placedBy }) }];
  for (const { provider, state, createdAt, paidAt } of order.payments) {
    const way = wayOf(provider);
    if (provider !== 'balance') happenings.push({ at: createdAt, what: say('begun', { way }) });
    if (paidAt && (state === 'paid' || state === 'stray'))
      happenings.push({ at: paidAt, what: say(state, { way }), isWrong: state === 'stray' });
  }
  if (order.closedAt) happenings.push({ at: order.closedAt, what: say('closed') });
  for (const { provider, outcome, told, at } of order.notifications)
    happenings.push({
      at,
      what: say(outcome === 'stray' ? 'told-stray' : outcome, { way: wayOf(provider) }),
      more: outcome === 'mismatch' && told.cents !== null && say('told', { amount: amount(told.cents) }),
      isWrong: outcome === 'mismatch',
    });
  for (const { why, by, amountCents, reason, state, askedAt, endedAt } of order.refunds) {
    const values = { who: by ?? say('provider'), amount: amount(amountCents) };
    happenings.push({ at: askedAt, what: say(why, values), more: why === 'asked' ? reason : undefined });
    if (endedAt && state !== 'asked')
      happenings.push({ at: endedAt, what: say(state, values), isWrong: state === 'failed' });
  }
  return happenings.toSorted((a, b) => a.at.localeCompare(b.at));
}
