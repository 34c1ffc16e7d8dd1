import { type calls, type ReplyOf, serviceWords } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { type Account, LowBalance } from './low-balance.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('cost-overview', text);

type CostCenter = ReplyOf<typeof calls.costCenter.costCenter>;

export function AccountSummary({ account, month }: { account: Account } & Pick<CostCenter, 'month'>) {
  const say = useWords();
  const { balanceCents, heldCents } = account;
  return (
    <div className="cost-center-summary">
      <section className="panel cost-center-card">
        <h2>{say('balance')}</h2>
        <p className="cost-center-sum numbers">{amount(balanceCents)}</p>
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

/** Must match what the spending tab shows for the same month. */
function Month({ month: { cents, orderCents, packagesCents } }: Pick<CostCenter, 'month'>) {
  const say = useWords();
  return (
    <section className="panel cost-center-card">
      <h2>{say('month')}</h2>
      <p className="cost-center-sum numbers">{amount(cents)}</p>
      {cents > 0 && (
        <p className="numbers">
          {say('monthParts', { balance: amount(cents - orderCents), orders: amount(orderCents) })}
        </p>
      )}
      {packagesCents > 0 && <p className="numbers">{say('monthPackages', { amount: amount(packagesCents) })}</p>}
      <p className="secondary cost-center-hint">{say('monthHint')}</p>
    </section>
  );
}

function Quotas({ quotas }: Pick<Account, 'quotas'>) {
  const say = useWords();
  const language = useLanguage();
  return (
    <section className="panel cost-center-card">
      <h2>{say('packages')}</h2>
      {quotas.length === 0 && <p className="secondary">{say('none')}</p>}
      <ul className="quotas cost-center-quotas">
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

/** For members who may not see the account's money. */
export function OwnSummary({ own: { countedCents, limitCents }, month }: Pick<CostCenter, 'own' | 'month'>) {
  const say = useWords();
  return (
    <div className="cost-center-summary">
      <Month month={month} />
      <section className="panel cost-center-card">
        <h2>{say('limit')}</h2>
        <p className="cost-center-sum numbers">{limitCents === null ? say('noLimit') : amount(limitCents)}</p>
        {limitCents !== null && (
          <>
            <p className="numbers">
              {say('rest', { counted: amount(countedCents), rest: amount(Math.max(0, limitCents - countedCents)) })}
            </p>
            <p className="secondary cost-center-hint">{say('counted')}</p>
          </>
        )}
      </section>
    </div>
  );
}
