import { type PriceContent, serviceWords } from '@proofkeep/contract';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-content', text);

export function Content({ content }: { content: PriceContent }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <>
      <section className="console-prices-part">
        <h2>{t('prices')}</h2>
        <table className="console-table panel">
          <TableHead columns={[t('service'), t('from'), t('each')]} />
          <tbody>
            {content.prices.flatMap(({ service, tiers }) =>
              tiers.map(({ fromQuantity, unitCents }) => {
                const unit = wordIn(serviceWords[service].unit, language);
                return (
                  <tr key={`${service} ${fromQuantity}`}>
                    <td>{fromQuantity === 1 && <strong>{wordIn(serviceWords[service].name, language)}</strong>}</td>
                    <td data-label={t('from')}>
                      {t('fromQuantity', { quantity: quantityOf(service, fromQuantity, language) })}
                    </td>
                    <td data-label={t('each')} className="numbers">
                      {t('perUnit', { amount: amount(unitCents), unit })}
                    </td>
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
      </section>
      <section className="console-prices-part">
        <h2>{t('packages')}</h2>
        {content.packages.length === 0 && <p className="secondary">{t('none')}</p>}
        {content.packages.length > 0 && (
          <table className="console-table panel">
            <TableHead columns={[t('name'), t('holds'), t('days'), t('price')]} />
            <tbody>
              {content.packages.map(({ code, name, quotas, validDays, priceCents }) => (
                <tr key={code}>
                  <td>
                    <strong>{name[language]}</strong>
                    <div className="secondary">
                      <code>{code}</code>
                    </div>
                  </td>
                  <td data-label={t('holds')}>
                    {quotas.map(({ service, quantity }) => (
                      <div key={service}>
                        {wordIn(serviceWords[service].name, language)} × {quantity}
                      </div>
                    ))}
                  </td>
                  <td data-label={t('days')}>{t('daysCount', { count: validDays })}</td>
                  <td data-label={t('price')} className="numbers">
                    {priceCents === 0 ? t('given') : amount(priceCents)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}
