import { type PriceContent, serviceWords } from '@proofkeep/contract';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('console-price-content', {
  prices: ['服务单价', 'Prices of services'],
  service: ['服务', 'Service'],
  from: ['一次购买', 'Taken at once'],
  fromQuantity: ['{count} {unit}起', 'from {count}'],
  each: ['单价', 'Each'],
  perUnit: ['{amount} / {unit}', '{amount} / {unit}'],
  packages: ['套餐', 'Packages'],
  name: ['名称', 'Name'],
  holds: ['内含', 'Holds'],
  days: ['有效期', 'Valid for'],
  daysCount: ['{count} 天', '{count} days'],
  price: ['价格', 'Price'],
  given: ['赠送，不出售', 'given, not sold'],
  none: ['没有套餐', 'No packages'],
});

/** All that a list says, to be read. */
export function Content({ content }: { content: PriceContent }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <>
      <section className="prices-part">
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
                    <td data-label={say('from')}>{say('fromQuantity', { count: fromQuantity, unit })}</td>
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
      <section className="prices-part">
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
