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
  const t = useWords();
  const { balanceCents, heldCents } = account;
  return (
    <div className="cost-center-summary">
      <section className="panel cost-center-card">
        <h2>{t('balance')}</h2>
        <p className="cost-center-sum numbers">{amount(balanceCents)}</p>
        <p className="secondary numbers">
          {heldCents > 0 ? t('held', { amount: amount(heldCents) }) : t('nothingHeld')}
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
  const t = useWords();
  return (
    <section className="panel cost-center-card">
      <h2>{t('month')}</h2>
      <p className="cost-center-sum numbers">{amount(cents)}</p>
      {cents > 0 && (
        <p className="numbers">
          {t('monthParts', { balance: amount(cents - orderCents), orders: amount(orderCents) })}
        </p>
      )}
      {packagesCents > 0 && <p className="numbers">{t('monthPackages', { amount: amount(packagesCents) })}</p>}
      <p className="secondary cost-center-hint">{t('monthHint')}</p>
    </section>
  );
}

function Quotas({ quotas }: Pick<Account, 'quotas'>) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="panel cost-center-card">
      <h2>{t('packages')}</h2>
      {quotas.length === 0 && <p className="secondary">{t('none')}</p>}
      <ul className="quotas cost-center-quotas">
        {quotas.map(({ service, left, quota, nextExpiresAt }) => {
          const all = quantityOf(service, quota, language);
          return (
            <li key={service}>
              <span>{wordIn(serviceWords[service].name, language)}</span>
              <span className="numbers">{t('left', { left: decimal(left, 0), quota: all })}</span>
              <span className="secondary">
                {t('until')} <Moment at={nextExpiresAt} />
              </span>
            </li>
          );
        })}
      </ul>
      <p>
        <Link to={paths.packages}>{t('see')}</Link>
      </p>
    </section>
  );
}

/** For members who may not see the account's money. */
export function OwnSummary({ own: { countedCents, limitCents }, month }: Pick<CostCenter, 'own' | 'month'>) {
  const t = useWords();
  return (
    <div className="cost-center-summary">
      <Month month={month} />
      <section className="panel cost-center-card">
        <h2>{t('limit')}</h2>
        <p className="cost-center-sum numbers">{limitCents === null ? t('noLimit') : amount(limitCents)}</p>
        {limitCents !== null && (
          <>
            <p className="numbers">
              {t('rest', { counted: amount(countedCents), rest: amount(Math.max(0, limitCents - countedCents)) })}
            </p>
            <p className="secondary cost-center-hint">{t('counted')}</p>
          </>
        )}
      </section>
    </div>
  );
}
