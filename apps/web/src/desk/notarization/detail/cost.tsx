import type { MatterDetail } from '@proofkeep/contract';
import { amount } from '../../../ui/words/formatters.ts';
import { quantityOf } from '../../../ui/words/quantity.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-cost', text);

/** What became of the fee. Units of packages are returned in full or not at all. */
export function Cost({ matter: { cost, feeCents, state: matterState } }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  if (!cost) return null;
  const { state, amountCents, packageUnits } = cost;
  const units = packageUnits > 0 ? quantityOf('notarization', packageUnits, language) : null;
  const paid = units === null ? amount(amountCents) : t('ofPackage', { units });
  const backCents = units === null ? (feeCents ?? 0) - amountCents : 0;
  const text =
    state === 'held'
      ? t('held', { paid })
      : state === 'released'
        ? units === null
          ? t('toBalance', { paid })
          : t('toPackage', { paid: units })
        : matterState === 'issued'
          ? t('charged', { paid })
          : backCents > 0
            ? t('half', { paid, back: amount(backCents) })
            : t('kept', { paid });
  return <p className="secondary numbers">{text}</p>;
}
