import { type Language, type PriceContent, serviceWords } from '@proofkeep/contract';
import { Table } from '../../ui/kit/table.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-price-differences', text);

type Translate = ReturnType<typeof useWords>;

/** Maps every entry of a price list by its label. */
function textsOf({ prices, packages }: PriceContent, t: Translate, language: Language): Map<string, string> {
  const name = (service: keyof typeof serviceWords) => wordIn(serviceWords[service].name, language);
  return new Map([
    ...prices.flatMap(({ service, tiers }) =>
      tiers.map(({ fromQuantity, unitCents }) => {
        const quantity = quantityOf(service, fromQuantity, language);
        return [`${name(service)} · ${t('from', { quantity })}`, amount(unitCents)] as const;
      }),
    ),
    ...packages.flatMap(({ code, name: called, priceCents, validDays, quotas }): [string, string][] => [
      [code, `${called.zh} / ${called.en}`],
      [`${code} · ${t('price')}`, amount(priceCents)],
      [`${code} · ${t('days')}`, String(validDays)],
      ...quotas.map((one): [string, string] => [`${code} · ${name(one.service)}`, String(one.quantity)]),
    ]),
  ]);
}

export function Differences({ before, after }: { before: PriceContent; after: PriceContent }) {
  const t = useWords();
  const language = useLanguage();
  const [old, young] = [textsOf(before, t, language), textsOf(after, t, language)];
  const changed = [...new Set([...old.keys(), ...young.keys()])].filter((what) => old.get(what) !== young.get(what));
  return (
    <section className="console-prices-part">
      <h2>{t('title')}</h2>
      {changed.length === 0 && <p className="secondary">{t('none')}</p>}
      {changed.length > 0 && (
        <Table className="console-table" caption={t('title')} columns={[t('what'), t('before'), t('after')]}>
          {changed.map((what) => (
            <tr key={what}>
              <td>{what}</td>
              <td data-label={t('before')} className="numbers">
                {old.get(what) ?? t('absent')}
              </td>
              <td data-label={t('after')} className="numbers">
                {young.get(what) ?? t('absent')}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
