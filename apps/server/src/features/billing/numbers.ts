import { randomInt } from 'node:crypto';
import { accountDay, luhnSum } from '@proofkeep/contract';

/** A new order number, which `isOrderNo` of the contract checks, so that a digit that was read out wrongly is noticed. */
export function newOrderNo(at: Date): string {
  const day = accountDay(at).replaceAll('-', '');
  const body = `${day}${String(randomInt(100_000)).padStart(5, '0')}${String(randomInt(1_000_000)).padStart(6, '0')}`;
  return `${body}${(10 - (luhnSum(`${body}0`) % 10)) % 10}`;
}
