import type { Quote, Service } from '@proofkeep/contract';
import { amount } from '../words/formatters.ts';
import { quantityOf } from '../words/quantity.ts';
import { useLanguage, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('money-source', text);

/** The amounts that an action would take, by source. */
export interface Price
  extends Pick<Quote, 'amountCents' | 'balanceCents' | 'missingCents' | 'limitLeftCents' | 'whyNot'> {
  /** Units that packages cover, with what they have left afterwards. */
  packages: readonly { service: Service; units: number; left: number }[];
}

/** The price of a quote for one service. */
export const priceOfQuote = ({ service, packageUnits, packageLeft, ...rest }: Quote): Price => ({
  ...rest,
  packages: packageUnits > 0 ? [{ service, units: packageUnits, left: packageLeft }] : [],
});

/** `¥20.00`, or `1 page from package` where packages cover all of it: for the button of an act. */
export function usePriceLabel(): (price: Price) => string {
  const t = useWords();
  const language = useLanguage();
  return ({ packages, amountCents }) =>
    packages.length > 0 && amountCents === 0
      ? t('covered', { units: packages.map(({ service, units }) => quantityOf(service, units, language)).join(' + ') })
      : amount(amountCents);
}

/** Where the price of an act comes from, and what remains afterwards. */
export function Source({ price, id }: { price: Price | undefined; id?: string }) {
  const t = useWords();
  const language = useLanguage();
  if (!price) return null;
  const { packages, amountCents, balanceCents, missingCents, limitLeftCents, whyNot } = price;
  const parts = packages.map(({ service, units, left }) =>
    t('package', { units: quantityOf(service, units, language), left: quantityOf(service, left, language) }),
  );
  if (whyNot === 'over') parts.push(t('over', { amount: amount(amountCents) }));
  else if (whyNot === 'short')
    parts.push(
      missingCents === null
        ? t('shortOfAccount', { amount: amount(amountCents) })
        : t('short', { amount: amount(amountCents), missing: amount(missingCents) }),
    );
  else if (amountCents > 0 && balanceCents !== null)
    parts.push(t('balance', { amount: amount(amountCents), left: amount(balanceCents - amountCents) }));
  else if (amountCents > 0) parts.push(t('account', { amount: amount(amountCents) }));
  if (limitLeftCents !== null && whyNot !== 'over')
    parts.push(t('limit', { left: amount(Math.max(0, limitLeftCents - amountCents)) }));
  return (
    <span id={id} className="secondary numbers">
      {parts.join(t('and')) || t('free')}
    </span>
  );
}
