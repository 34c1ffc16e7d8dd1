import { type PriceContent, serviceWords } from '@proofkeep/contract';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-content', text);

export function Content({ content }: { content: PriceContent }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <>
      <section className="console-prices-part">
        <h3>{say('prices')}</h3>
        <table className="console-table panel">
          <thead>
            <tr>
              <th scope="col">{say('service')}</th>
              <th scope="col">{say('from')}</th>
              <th scope="col">{say('each')}</th>
            </tr>
          </thead>
          <tbody>
            {content.prices.flatMap(({ service, tiers }) =>
              tiers.map(({ fromQuantity, unitCents }) => {
                const unit = wordIn(serviceWords[service].unit, language);
                return (
                  <tr key={`${service} ${fromQuantity}`}>
                    <td>{fromQuantity === 1 && <strong>{wordIn(serviceWords[service].name, language)}</strong>}</td>
                    <td data-label={say('from')}>
                      {say('fromQuantity', { quantity: quantityOf(service, fromQuantity, language) })}
                    </td>
                    <td data-label={say('each')} className="numbers">
                      {say('perUnit', { amount: amount(unitCents), unit })}
                    </td>
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
      </section>
      <section className="console-prices-part">
        <h3>{say('packages')}</h3>
        {content.packages.length === 0 && <p className="secondary">{say('none')}</p>}
        {content.packages.length > 0 && (
          <table className="console-table panel">
            <thead>
              <tr>
                <th scope="col">{say('name')}</th>
                <th scope="col">{say('holds')}</th>
                <th scope="col">{say('days')}</th>
                <th scope="col">{say('price')}</th>
              </tr>
            </thead>
            <tbody>
              {content.packages.map(({ code, name, quotas, validDays, priceCents }) => (
                <tr key={code}>
                  <td>
                    <strong>{name[language]}</strong>
                    <div className="secondary">
                      <code>{code}</code>
                    </div>
                  </td>
                  <td data-label={say('holds')}>
                    {quotas.map(({ service, quantity }) => (
                      <div key={service}>
                        {wordIn(serviceWords[service].name, language)} × {quantity}
                      </div>
                    ))}
                  </td>
                  <td data-label={say('days')}>{say('daysCount', { count: validDays })}</td>
                  <td data-label={say('price')} className="numbers">
                    {priceCents === 0 ? say('given') : amount(priceCents)}
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
