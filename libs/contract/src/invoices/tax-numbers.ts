import { z } from 'zod';
import { creditCodeProblem, idNumberProblem } from '../certification/id-numbers.ts';

/**
 * Returns what is wrong with a taxpayer number; null if it is valid. Case doesn't matter. There are three kinds: the
 * unified social credit code, 18 characters with a check character; the 15 characters of earlier registrations, six
 * digits of the region and nine characters of the organisation, without a check character; and the 20 of sole traders,
 * an identity number with its check character and two sequence digits (State Taxation Administration, announcement 66
 * of 2015, articles 1, 2 and 4). @param now the birthday in an identity number can't be later
 */
export function taxNumberProblem(text: string, now: Date): 'form' | 'check' | null {
  const number = text.toUpperCase();
  if (number.length === 18) return creditCodeProblem(number);
  if (number.length === 15) return /^[1-9]\d{5}[\dA-Z]{9}$/.test(number) ? null : 'form';
  if (!/^\d{17}[\dX]\d{2}$/.test(number)) return 'form';
  return idNumberProblem(number.slice(0, 18), now) === null ? null : 'check';
}

/** Maximum length of a taxpayer number as typed. */
export const taxNumberLength = 40;
const normalized = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** Taxpayer number, in capitals, without spaces. */
export const TaxNumber = z
  .string()
  .max(taxNumberLength)
  .transform(normalized)
  .pipe(z.string().refine((text) => taxNumberProblem(text, new Date()) === null, 'taxNumber'));
/** Checks for a current `TaxNumber` without a schema, for forms. */
export const isTaxNumber = (text: string): boolean =>
  text.length <= taxNumberLength && taxNumberProblem(normalized(text), new Date()) === null;
