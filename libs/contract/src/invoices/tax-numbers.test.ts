import { describe, expect, it } from 'vitest';
import { creditCodeCheck } from '../certification/id-numbers.ts';
import { TaxNumber, taxNumberProblem } from './tax-numbers.ts';

const now = new Date('2026-11-21T04:00:00Z');
/** Publicly known codes of companies. */
const creditCodes = ['91350100M000100Y43', '91330100799655058B', '9144030071526726XG', '914403001922038216'];

describe('a taxpayer number', () => {
  it.each([
    ...creditCodes,
    // Numbers from before the unified code: region and organisation code.
    '330100799655058',
    '44030071526726X',
    // Of a sole trader: identity number (the example of GB 11643-1999) and `01`.
    '11010519491231002X01',
    '34052419800101001X00',
  ])('accepts %s', (number) => {
    expect(taxNumberProblem(number, now)).toBeNull();
    expect(taxNumberProblem(number.toLowerCase(), now)).toBeNull();
  });

  it.each([
    ['', 'form'],
    ['9135010M', 'form'],
    ['91350100M000100Y44', 'check'],
    ['91350100I000100Y43', 'form'],
    ['030100799655058', 'form'],
    ['33010079965505', 'form'],
    ['3301007996550588', 'form'],
    ['11010519491231002X0', 'form'],
    ['11010519491231002X0A', 'form'],
    ['11010519491231003X01', 'check'],
    ['11010519491331002X01', 'check'],
    ['９１３５０１００M000100Y43', 'form'],
  ])('rejects %j', (number, problem) => {
    expect(taxNumberProblem(number, now)).toBe(problem);
  });

  it('with 18 characters ends in the check character of its first 17', () => {
    for (const code of creditCodes) {
      const accepted = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].filter(
        (last) => taxNumberProblem(`${code.slice(0, 17)}${last}`, now) === null,
      );
      expect(accepted).toEqual([creditCodeCheck(code)]);
    }
  });

  it('is stored in capitals and without the spaces it was copied with', () => {
    expect(TaxNumber.parse(' 9135 0100 m000 100y 43 ')).toBe('91350100M000100Y43');
    expect(TaxNumber.safeParse('91350100M000100Y44').success).toBe(false);
  });
});
