import { type ConsoleOrderDetail, serviceWords } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-order-package', text);

/** The package an order bought and its usage by user, for deciding about a refund. */
export function Package({ bought }: { bought: NonNullable<ConsoleOrderDetail['package']> }) {
  const t = useWords();
  const language = useLanguage();
  const { quotas, uses, expiresAt, unusedCents } = bought;
  return (
    <section className="console-orders-part">
      <h2>{t('title')}</h2>
      <ul className="console-orders-timeline">
        {quotas.map(({ service, quota, used }) => (
          <li key={service}>
            <span>{wordIn(serviceWords[service].name, language)}</span>
            <span className="secondary numbers">
              {t('used', { used: decimal(used, 0), quota: quantityOf(service, quota, language) })}
            </span>
          </li>
        ))}
        {uses.map(({ userId, name, service, units }) => (
          <li key={`${userId} ${service}`} className="secondary">
            {t('by', {
              who: name,
              service: wordIn(serviceWords[service].name, language),
              quantity: quantityOf(service, units, language),
            })}
          </li>
        ))}
      </ul>
      <p className="secondary">
        {uses.length === 0 && `${t('unused')} · `}
        {t('unused', { amount: amount(unusedCents) })} · {t('expires')} <Moment at={expiresAt} />
      </p>
    </section>
  );
}
