import { type calls, type ReplyOf, serviceWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { type Account, LowBalance } from './low-balance.tsx';

const useWords = words('cost-overview', {
  balance: ['可用余额', 'Balance'],
  held: ['另有 {amount} 预扣中', '{amount} more are set aside'],
  nothingHeld: ['没有预扣中的金额', 'Nothing is set aside'],
  month: ['本月消费', 'Spent this month'],
  monthParts: ['从余额支付 {balance}，单独下单支付 {orders}', '{balance} from the balance, {orders} paid separately'],
  monthPackages: ['另购买套餐 {amount}，不计入消费', 'Packages bought for {amount} are not counted'],
  monthHint: [
    '服务的费用，含预扣，不含退款，按北京时间统计',
    'What services cost, with what is set aside, less refunds, in UTC+8',
  ],
  packages: ['套餐剩余', 'Left of packages'],
  none: ['没有可用的套餐。', 'There is no package to use.'],
  see: ['查看套餐', 'See packages'],
  left: ['{left} / {quota}', '{left} of {quota}'],
  until: ['最早到期', 'The first ends'],
  limit: ['每月限额', 'Limit per month'],
  noLimit: ['不限', 'None'],
  rest: ['本月已计入 {counted}，还可消费 {rest}', '{counted} are counted this month, {rest} are left'],
  counted: ['从余额支付的服务与套餐计入限额', 'Services and packages paid from the balance are counted'],
});

type CostCenter = ReplyOf<typeof calls.costCenter.costCenter>;

export function AccountSummary({ account, month }: { account: Account } & Pick<CostCenter, 'month'>) {
  const say = useWords();
  const { balanceCents, heldCents } = account;
  return (
    <div className="cost-summary">
      <section className="panel cost-card">
        <h2>{say('balance')}</h2>
        <p className="cost-sum numbers">{amount(balanceCents)}</p>
        <p className="secondary numbers">
          {heldCents > 0 ? say('held', { amount: amount(heldCents) }) : say('nothingHeld')}
        </p>
        <LowBalance account={account} />
      </section>
      <Month month={month} />
      <Quotas quotas={account.quotas} />
    </div>
  );
}

/** As spending tells it of the same month. */
function Month({ month: { cents, orderCents, packagesCents } }: Pick<CostCenter, 'month'>) {
  const say = useWords();
  return (
    <section className="panel cost-card">
      <h2>{say('month')}</h2>
      <p className="cost-sum numbers">{amount(cents)}</p>
      {cents > 0 && (
        <p className="numbers">
          {say('monthParts', { balance: amount(cents - orderCents), orders: amount(orderCents) })}
        </p>
      )}
      {packagesCents > 0 && <p className="numbers">{say('monthPackages', { amount: amount(packagesCents) })}</p>}
      <p className="secondary cost-hint">{say('monthHint')}</p>
    </section>
  );
}

function Quotas({ quotas }: Pick<Account, 'quotas'>) {
  const say = useWords();
  const language = useLanguage();
  return (
    <section className="panel cost-card">
      <h2>{say('packages')}</h2>
      {quotas.length === 0 && <p className="secondary">{say('none')}</p>}
      <ul className="quotas cost-quotas">
        {quotas.map(({ service, left, quota, nextExpiresAt }) => {
          const all = quantityOf(service, quota, language);
          return (
            <li key={service}>
              <span>{wordIn(serviceWords[service].name, language)}</span>
              <span className="numbers">{say('left', { left: decimal(left, 0), quota: all })}</span>
              <span className="secondary">
                {say('until')} <Moment at={nextExpiresAt} />
              </span>
            </li>
          );
        })}
      </ul>
      <p>
        <Link to={paths.packages}>{say('see')}</Link>
      </p>
    </section>
  );
}

/** For a member who was not let to see the account's money. */
export function OwnSummary({ own: { countedCents, limitCents }, month }: Pick<CostCenter, 'own' | 'month'>) {
  const say = useWords();
  return (
    <div className="cost-summary">
      <Month month={month} />
      <section className="panel cost-card">
        <h2>{say('limit')}</h2>
        <p className="cost-sum numbers">{limitCents === null ? say('noLimit') : amount(limitCents)}</p>
        {limitCents !== null && (
          <>
            <p className="numbers">
              {say('rest', { counted: amount(countedCents), rest: amount(Math.max(0, limitCents - countedCents)) })}
            </p>
            <p className="secondary cost-hint">{say('counted')}</p>
          </>
        )}
      </section>
    </div>
  );
}
