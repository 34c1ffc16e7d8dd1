import { calls, type Quote } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';

const useWords = words('preserve-cost', {
  title: ['费用', 'Cost'],
  each: ['单价', 'Price of each'],
  package: ['套餐抵扣', 'From packages'],
  pages_one: ['{count} 页', '{count} page'],
  pages_other: ['{count} 页', '{count} pages'],
  pay: ['从余额支付', 'From the balance'],
  order: ['订单支付', 'Paid by the order'],
  balance: ['当前余额', 'Balance now'],
  after: ['支付后余额', 'Balance after it'],
  missing: ['还差', 'Missing'],
  limitLeft: ['本月还可消费', 'You may still spend this month'],
  held: [
    '提交时暂扣，确认预览后才收取；失败、拒绝或取消时全额退回。',
    'Set aside now and charged when you confirm the preview. All of it comes back if the capture fails, or you reject or cancel it.',
  ],
  ordered: [
    '套餐能抵扣的页面立即取证，其余的在订单支付后取证。失败、拒绝或取消的，费用退至余额。',
    'What packages hold is captured at once, the rest when the order is paid. What fails or is rejected or cancelled comes back to your balance.',
  ],
  costCenter: ['去费用中心充值或购买套餐', 'Recharge or buy a package in the cost center'],
  short: ['余额不足。', 'The balance is too low for this.'],
  price: ['合计', 'In all'],
  packagesFirst: [
    '账号的套餐有额度时先用套餐，其余从账号余额支付。',
    'What packages of the account hold is taken first, the rest from its balance.',
  ],
  shortOfAccount: [
    '账号的套餐和余额不足，请联系主账号。',
    'Packages and balance of the account are too low for this: ask the main account.',
  ],
  over: ['超出您本月的消费限额，请联系主账号。', 'That is more than you may spend this month: ask the main account.'],
});

/** What so many pages would cost in this moment; what was known before stays in sight while it is asked for. */
export function useQuote(count: number): Quote | undefined {
  const { data } = useQuery({
    ...queryOf(calls.pricing.quote, { service: 'page', quantity: Math.max(1, count) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return data;
}

/** What it costs and, for who may see it, what of it packages give and what remains, beside the form. */
export function CostBox({ quote, count, byOrder }: { quote: Quote; count: number; byOrder: boolean }) {
  const say = useWords();
  const { unitCents, packageUnits, amountCents, balanceCents, missingCents, limitLeftCents } = quote;
  const whyNot = count > 0 ? quote.whyNot : null;
  const ofPackages = packageUnits === null ? null : Math.min(count, packageUnits);
  return (
    <aside className="panel preserve-cost" aria-label={say('title')}>
      <h2>{say('title')}</h2>
      <dl>
        <Row name={say('each')}>{amount(unitCents)}</Row>
        {count > 0 && (
          <>
            {ofPackages !== null && (
              <Row name={say('package')}>{ofPackages > 0 ? say('pages', { count: ofPackages }) : '-'}</Row>
            )}
            <Row name={say(byOrder ? 'order' : ofPackages === null ? 'price' : 'pay')} isTotal>
              {amount(amountCents)}
            </Row>
          </>
        )}
        {balanceCents !== null && <Row name={say('balance')}>{amount(balanceCents)}</Row>}
        {balanceCents !== null && count > 0 && missingCents === 0 && !byOrder && (
          <Row name={say('after')}>{amount(balanceCents - amountCents)}</Row>
        )}
        {limitLeftCents !== null && <Row name={say('limitLeft')}>{amount(limitLeftCents)}</Row>}
        {whyNot === 'short' && missingCents !== null && !byOrder && (
          <Row name={say('missing')} isWrong>
            {amount(missingCents)}
          </Row>
        )}
      </dl>
      {whyNot && !byOrder && (
        <p role="status" id="preserve-short" className="preserve-short">
          {say(whyNot === 'short' && missingCents === null ? 'shortOfAccount' : whyNot)}{' '}
          {whyNot === 'short' && missingCents !== null && <Link to={paths.costCenter}>{say('costCenter')}</Link>}
        </p>
      )}
      {ofPackages === null && <p className="secondary">{say('packagesFirst')}</p>}
      <p className="secondary">{say(byOrder ? 'ordered' : 'held')}</p>
    </aside>
  );
}

function Row({
  name,
  isTotal,
  isWrong,
  children,
}: {
  name: string;
  isTotal?: boolean;
  isWrong?: boolean;
  children: string;
}) {
  return (
    <div data-total={isTotal} data-wrong={isWrong}>
      <dt>{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  );
}
