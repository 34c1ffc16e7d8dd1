import { randomInt } from 'node:crypto';
import { accountDay } from '@proofkeep/contract';

/**
 * A new order number: the day in China, eleven random digits, and a check digit by Luhn's formula (ISO/IEC 7812-1, annex B), so
 * that a digit that was read out wrongly is noticed.
 */
export function newOrderNo(at: Date): string {
  const day = accountDay(at).replaceAll('-', '');
  const body = `${day}${String(randomInt(100_000)).padStart(5, '0')}${String(randomInt(1_000_000)).padStart(6, '0')}`;
  return `${body}${(10 - (sumOf(`${body}0`) % 10)) % 10}`;
}

export const isOrderNo = (text: string): boolean => /^\d{20}$/.test(text) && sumOf(text) % 10 === 0;

function sumOf(digits: string): number {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum;
}
