import { type Language, type PriceContent, serviceWords } from '@proofkeep/contract';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-differences', text);

type Say = ReturnType<typeof useWords>;

/** Maps every entry of a price list by its label. */
function said({ prices, packages }: PriceContent, say: Say, language: Language): Map<string, string> {
  const name = (service: keyof typeof serviceWords) => wordIn(serviceWords[service].name, language);
  return new Map([
    ...prices.flatMap(({ service, tiers }) =>
      tiers.map(({ fromQuantity, unitCents }) => {
        const quantity = quantityOf(service, fromQuantity, language);
        return [`${name(service)} · ${say('from', { quantity })}`, amount(unitCents)] as const;
      }),
    ),
    ...packages.flatMap(({ code, name: called, priceCents, validDays, quotas }): [string, string][] => [
      [code, `${called.zh} / ${called.en}`],
      [`${code} · ${say('price')}`, amount(priceCents)],
      [`${code} · ${say('days')}`, String(validDays)],
      ...quotas.map((one): [string, string] => [`${code} · ${name(one.service)}`, String(one.quantity)]),
    ]),
  ]);
}

export function Differences({ before, after }: { before: PriceContent; after: PriceContent }) {
  const say = useWords();
  const language = useLanguage();
  const [old, young] = [said(before, say, language), said(after, say, language)];
  const changed = [...new Set([...old.keys(), ...young.keys()])].filter((what) => old.get(what) !== young.get(what));
  return (
    <section className="console-prices-part">
      <h3>{say('title')}</h3>
      {changed.length === 0 && <p className="secondary">{say('none')}</p>}
      {changed.length > 0 && (
        <table className="console-table panel">
          <caption className="visually-hidden">{say('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('what')}</th>
              <th scope="col">{say('before')}</th>
              <th scope="col">{say('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((what) => (
              <tr key={what}>
                <td>{what}</td>
                <td data-label={say('before')} className="numbers">
                  {old.get(what) ?? say('absent')}
                </td>
                <td data-label={say('after')} className="numbers">
                  {young.get(what) ?? say('absent')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
