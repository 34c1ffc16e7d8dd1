import type { AttestationCost } from '@proofkeep/contract';
import { amount } from '../../ui/formatters.ts';
import { words } from '../../ui/words.ts';

const useWords = words('attestation-cost', {
  held: ['暂扣 {what}', '{what} set aside'],
  released: ['未收费', 'Not charged'],
  package: ['套餐', 'Package'],
  heldPackage: ['暂扣套餐额度', 'Package, set aside'],
});

/** What an attestation cost, or will; nothing is written where nobody is charged. */
export function Cost({ cost }: { cost: AttestationCost | null }) {
  const say = useWords();
  if (!cost) return '-';
  const { state, amountCents, packageUnits } = cost;
  if (state === 'released') return <span className="secondary">{say('released')}</span>;
  if (packageUnits > 0 && amountCents === 0) return say(state === 'held' ? 'heldPackage' : 'package');
  return state === 'held' ? say('held', { what: amount(amountCents) }) : amount(amountCents);
}
