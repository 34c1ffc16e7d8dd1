import { randomInt } from 'node:crypto';
import { accountDay, luhnSum } from '@proofkeep/contract';

/** Returns a new order number: the day in China, eleven random digits and a check digit (`isOrderNo` in the contract). */
export function newOrderNo(at: Date): string {
  const day = accountDay(at).replaceAll('-', '');
  const body = `${day}${String(randomInt(100_000)).padStart(5, '0')}${String(randomInt(1_000_000)).padStart(6, '0')}`;
  return `${body}${(10 - (luhnSum(`${body}0`) % 10)) % 10}`;
}
