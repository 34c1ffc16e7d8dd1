import { z } from 'zod';
import { orderSearchLength } from '../shared/limits.ts';

/**
 * Whether the last of twenty digits is the Luhn check digit of the others (ISO/IEC 7812-1, annex B), which detects
 * every single wrong digit and nearly every swap of two neighbours.
 */
export const isOrderNo = (text: string): boolean => /^\d{20}$/.test(text) && luhnSum(text) % 10 === 0;

/** Luhn's sum: doubles every second digit from the right and adds up all digits. */
export function luhnSum(digits: string): number {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum;
}

/** Code of the error; `inputWords` has the words. */
const says = { params: { says: 'orderNo' } };

/** Order number: the date in China, eleven digits, and a check digit. */
export const OrderNo = z.string().refine(isOrderNo, says);

/**
 * Whether a text can only be a mistyped number of an order or an invoice application: it begins with a year of this
 * century and has the right length, give or take a digit. Tax invoice numbers also have twenty digits, but begin with
 * the two-digit year, from 21 on; payment providers' numbers are longer.
 */
export const isMistypedOrderNo = (text: string): boolean =>
  /^(FP)?20\d{17,19}$/i.test(text) && !isOrderNo(text.replace(/^FP/i, ''));

/** Search text for orders, which also matches their numbers; empty: all orders. */
export const OrderSearch = z
  .string()
  .trim()
  .max(orderSearchLength)
  .refine((text) => !isMistypedOrderNo(text), says)
  .default('');
