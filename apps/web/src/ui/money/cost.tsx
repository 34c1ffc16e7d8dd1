import { type AttestationSummary, serviceOf } from '@proofkeep/contract';
import { amount } from '../words/formatters.ts';
import { quantityOf } from '../words/quantity.ts';
import { useLanguage, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('attestation-cost', text);

/** The cost of an attestation: held, charged, refunded to the balance, or units of a package. */
export function Cost({ kind, cost, orderNo }: Pick<AttestationSummary, 'kind' | 'cost' | 'orderNo'>) {
  const t = useWords();
  const language = useLanguage();
  if (!cost) return '-';
  const { state, amountCents, packageUnits } = cost;
  if (state === 'released')
    return (
      <span className="secondary">
        {orderNo && amountCents > 0 ? t('returned', { what: amount(amountCents) }) : t('released')}
      </span>
    );
  if (packageUnits > 0 && amountCents === 0)
    return t(state === 'held' ? 'heldPackage' : 'package', {
      units: quantityOf(serviceOf[kind], packageUnits, language),
    });
  if (state !== 'held') return amount(amountCents);
  return t(orderNo ? 'heldOrder' : 'held', { what: amount(amountCents) });
}
