import type { ServicePrice } from '@proofkeep/contract';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-service-prices', text);

export function ServiceTable({ prices, caption }: { prices: readonly ServicePrice[]; caption: string }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <table className="table panel prices-table">
      <caption className="visually-hidden">{caption}</caption>
      <TableHead columns={[t('service'), t('each'), t('more')]} />
      <tbody>
        {prices.map(({ service, name, unit, unitCents, tiers }) => {
          const more = tiers.filter(({ fromQuantity }) => fromQuantity > 1);
          return (
            <tr key={service}>
              <th scope="row">{name[language]}</th>
              <td className="numbers">
                <strong>{amount(unitCents)}</strong> <span className="secondary">/ {unit[language]}</span>
              </td>
              <td className="numbers">
                {more.length === 0 ? (
                  <span className="secondary">{t('same')}</span>
                ) : (
                  <ul className="prices-tiers">
                    {more.map((tier) => (
                      <li key={tier.fromQuantity}>
                        <span className="secondary">
                          {t('from', { quantity: quantityOf(service, tier.fromQuantity, language) })}
                        </span>{' '}
                        {amount(tier.unitCents)}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
