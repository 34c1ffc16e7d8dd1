import { z } from 'zod';
import { orderSearchLength } from '../shared/limits.ts';

/**
 * Whether the last of twenty digits is the check digit of those before by Luhn's formula (ISO/IEC 7812-1, annex B): it tells
 * every single wrong digit, and nearly every two neighbours that changed places.
 */
export const isOrderNo = (text: string): boolean => /^\d{20}$/.test(text) && luhnSum(text) % 10 === 0;

/** The digits, every second one from the right doubled, and its digits summed where there are two. */
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

/** Number of an order: the day in China, eleven digits, and a check digit. */
export const OrderNo = z.string().refine(isOrderNo, says);

/**
 * Whether a text can only be meant as the number of an order, or of an application for an invoice, and was mistyped: it begins
 * with a year of this century and has the length, give or take a digit. Invoices of the tax platform have twenty digits, too, and
 * begin with the two of their year, from 21 on; the numbers of payment providers are longer.
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
