import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  birthdayOf,
  creditCodeCheck,
  creditCodeProblem,
  genderOf,
  idNumberCheck,
  idNumberProblem,
  maskedIdNumber,
  maskedName,
} from './id-numbers.ts';

const now = new Date('2026-11-21T12:00:00Z');
/** The standard's example (GB 11643-1999) whose bearer may be alive, and a number commonly used for testing. */
const idNumbers = ['11010519491231002X', '34052419800101001X'];
/** The example of GB 32100-2015, annex B, and codes of companies as their registries publish them. */
const creditCodes = ['91350100M000100Y43', '91330100799655058B', '9144030071526726XG', '914403001922038216'];

/** Adds the matching check character to the first seventeen digits. */
const idNumber = (seventeen: string) => `${seventeen}${idNumberCheck(seventeen)}`;

/** All variants of the text with one character changed. */
function* withOneWrong(text: string, alphabet: string): Generator<string> {
  for (let at = 0; at < text.length; at++)
    for (const character of alphabet)
      if (character !== text[at]) yield text.slice(0, at) + character + text.slice(at + 1);
}

describe('an identity number', () => {
  it('accepts the standard’s example, in either case', () => {
    expect(idNumberCheck('11010519491231002')).toBe('X');
    expect(idNumberCheck('44052418800101001')).toBe('4');
    for (const number of idNumbers) expect(idNumberProblem(number, now)).toBeNull();
    expect(idNumberProblem('11010519491231002x', now)).toBeNull();
  });

  it.each(idNumbers)('rejects %s with any single digit wrong', (number) => {
    const accepted = [...withOneWrong(number, '0123456789X')].filter((wrong) => !idNumberProblem(wrong, now));

    expect(accepted).toEqual([]);
  });

  it('rejects wrong lengths, fifteen digits and other digit characters', () => {
    for (const wrong of [
      '',
      '1101051949123100',
      '11010519491231002XX',
      '110105491231002',
      '１１０１０５１９４９１２３１００２Ｘ',
    ])
      expect(idNumberProblem(wrong, now)).toBe('form');
  });

  it('must have an existing region and a past date', () => {
    expect(idNumberProblem(idNumber('00010519491231002'), now)).toBe('region');
    expect(idNumberProblem(idNumber('16010519491231002'), now)).toBe('region');
    for (const day of ['20230229', '19491301', '19490431', '18991231', '20261122', '00000000'])
      expect(idNumberProblem(idNumber(`110105${day}002`), now)).toBe('birthday');
    expect(idNumberProblem(idNumber('11010520240229002'), now)).toBeNull();
    expect(idNumberProblem(idNumber('11010520261121002'), now)).toBeNull();
  });

  it('uses the date in China', () => {
    const bornOn22 = idNumber('11010520261122002');

    expect(idNumberProblem(bornOn22, new Date('2026-11-21T15:59:59Z'))).toBe('birthday');
    expect(idNumberProblem(bornOn22, new Date('2026-11-21T16:00:00Z'))).toBeNull();
  });

  it('contains birthday and gender, which the masked form hides', () => {
    expect(birthdayOf('11010519491231002X')).toBe('1949-12-31');
    expect(genderOf('11010519491231002X')).toBe('female');
    expect(genderOf('440524188001010014')).toBe('male');
    expect(maskedIdNumber('11010519491231002X')).toBe('110***********002X');
  });
});

describe('a unified social credit code', () => {
  it.each(creditCodes)('accepts %s', (code) => {
    expect(creditCodeProblem(code)).toBeNull();
    expect(creditCodeProblem(code.toLowerCase())).toBeNull();
  });

  it.each(creditCodes)('rejects %s with any single character wrong', (code) => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const accepted = [...withOneWrong(code, alphabet)].filter((wrong) => !creditCodeProblem(wrong));

    expect(accepted).toEqual([]);
  });

  it('has exactly one valid check character', () => {
    const character = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY');
    const digits = fc.array(fc.nat(9), { minLength: 6, maxLength: 6 });
    const head = fc.array(character, { minLength: 2, maxLength: 2 });
    const tail = fc.array(character, { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(head, digits, tail, (first, region, rest) => {
        const begun = [...first, ...region, ...rest].join('');
        const right = [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].filter((last) => !creditCodeProblem(begun + last));

        expect(right).toEqual([creditCodeCheck(begun)]);
      }),
    );
  });
});

describe('a name', () => {
  it('is masked to its first character, whatever its length', () => {
    expect(maskedName('王芳')).toBe('王*');
    expect(maskedName('欧阳娜娜')).toBe('欧*');
    expect(maskedName('𠮷田')).toBe('𠮷*');
  });
});
