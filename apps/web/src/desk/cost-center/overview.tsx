import { type calls, type ReplyOf, serviceWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { amount, decimal } from '../../ui/formatters.ts';
import { Moment } from '../../ui/moment.tsx';
import { paths } from '../../ui/paths.ts';
import { quantityOf } from '../../ui/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { LowBalance } from './low-balance.tsx';

const useWords = words('cost-overview', {
  balance: ['可用余额', 'Balance'],
  held: ['另有 {amount} 预扣中', '{amount} more are set aside'],
  nothingHeld: ['没有预扣中的金额', 'Nothing is set aside'],
  month: ['本月消费', 'Spent this month'],
  monthHint: [
    '从余额支付的服务与套餐，含预扣，按北京时间统计',
    'Services and packages paid from the balance, with what is set aside, in UTC+8',
  ],
  packages: ['套餐剩余', 'Left of packages'],
  none: ['没有可用的套餐。', 'There is no package to use.'],
  see: ['查看套餐', 'See packages'],
  left: ['{left} / {quota}', '{left} of {quota}'],
  until: ['最早到期', 'The first ends'],
  limit: ['每月限额', 'Limit per month'],
  noLimit: ['不限', 'None'],
  rest: ['本月还可消费', 'Left this month'],
});

type CostCenter = ReplyOf<typeof calls.costCenter.costCenter>;
export type Account = NonNullable<CostCenter['account']>;

export function AccountSummary({ account }: { account: Account }) {
  const say = useWords();
  const { balanceCents, heldCents, spentCents } = account;
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
      <section className="panel cost-card">
        <h2>{say('month')}</h2>
        <p className="cost-sum numbers">{amount(spentCents)}</p>
        <p className="secondary">{say('monthHint')}</p>
      </section>
      <Quotas quotas={account.quotas} />
    </div>
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
export function OwnSummary({ own: { spentCents, limitCents } }: Pick<CostCenter, 'own'>) {
  const say = useWords();
  return (
    <div className="cost-summary">
      <section className="panel cost-card">
        <h2>{say('month')}</h2>
        <p className="cost-sum numbers">{amount(spentCents)}</p>
        <p className="secondary">{say('monthHint')}</p>
      </section>
      <section className="panel cost-card">
        <h2>{say('limit')}</h2>
        <p className="cost-sum numbers">{limitCents === null ? say('noLimit') : amount(limitCents)}</p>
        {limitCents !== null && (
          <p className="secondary numbers">
            {say('rest')} {amount(Math.max(0, limitCents - spentCents))}
          </p>
        )}
      </section>
    </div>
  );
}
