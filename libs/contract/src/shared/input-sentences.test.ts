import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls } from '../calls.ts';
import { type FieldError, fieldErrors } from './input-sentences.ts';
import type { Language } from './language.ts';
import { inputWords } from './words.ts';

/** Values that are invalid for most fields. */
const wrongValues: unknown[] = [
  undefined,
  null,
  '',
  '!',
  ' ',
  'x'.repeat(100_001),
  '://www.',
  -1,
  0.5,
  1e300,
  Number.NaN,
  true,
  [],
  [null],
  [''],
  [{}],
  Array(2_000).fill('x'),
  {},
  { zh: '', en: '' },
  { x: { y: 1 } },
];

/** Must not appear in any sentence: text of the schema library, or a pattern. */
const leaked = /regex|pattern|zod|\binvalid\b|无效|expected|received|undefined|NaN|\[object|\\[dwsS]|\^|\$\/|\{\w+\}/i;

const errorsOf = (schema: z.ZodType, given: unknown, language: Language): FieldError[] => {
  const { error } = schema.safeParse(given);
  return error ? fieldErrors(error, given, language) : [];
};

const fieldsOf = ({ input }: (typeof allCalls)[number]): string[] => {
  const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties ?? {});
};

describe.each(['zh', 'en'] as const)('an invalid input of %s', (language) => {
  it.each(allCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'is answered with sentences that name the field: %s',
    (_name, call) => {
      const inputs: unknown[] = [{}, { unknown: 1 }, 1];
      for (const field of fieldsOf(call)) for (const value of wrongValues) inputs.push({ [field]: value });

      for (const given of inputs)
        for (const { field, message } of errorsOf(call.input, given, language)) {
          expect(message).not.toBe('');
          expect(message.replaceAll(field, '')).not.toMatch(leaked);
          expect(message).toMatch(language === 'zh' ? /\p{Script=Han}/u : /^[^\p{Script=Han}]*$/u);
          const namesItself = message === inputWords['unknown-field'][language === 'zh' ? 0 : 1] || field === '';
          if (!namesItself && !hasOwnNames(message)) expect(message).toContain(field);
        }
    },
  );
});

/** Rules about several fields name all of them; the rule for order numbers is also shown on the site. */
const hasOwnNames = (message: string): boolean =>
  Object.values(inputWords).some((word) => word.some((text) => text === message));

describe('a sentence', () => {
  const schema = z.strictObject({
    phone: z.string().regex(/^1\d{10}$/, 'phone'),
    size: z.int().min(1).max(100),
    kind: z.enum(['page', 'action']),
    lines: z.array(z.strictObject({ name: z.string().min(1).max(60) })).max(2),
    labels: z.array(z.string().max(3)).or(z.tuple([])),
    flag: z.stringbool().or(z.boolean()),
  });
  const right = { phone: '13800000000', size: 1, kind: 'page', lines: [], labels: [], flag: 'true' };
  const inEnglish = (change: object) => errorsOf(schema, { ...right, ...change }, 'en');

  it.each([
    [{ phone: '12' }, 'phone', 'phone must be an 11-digit mobile number.'],
    [{ phone: undefined }, 'phone', 'phone is missing.'],
    [{ phone: 1 }, 'phone', 'phone must be text.'],
    [{ size: 0 }, 'size', 'size must be at least 1.'],
    [{ size: 101 }, 'size', 'size must be at most 100.'],
    [{ kind: 'x' }, 'kind', 'kind must be one of: page, action.'],
    [{ lines: [{ name: '' }] }, 'lines.0.name', "lines.0.name can't be empty."],
    [{ lines: [{ name: 'x'.repeat(61) }] }, 'lines.0.name', 'lines.0.name can have at most 60 characters.'],
    [{ lines: [right, right, right] }, 'lines', 'lines can have at most 2 items.'],
    [{ labels: ['long'] }, 'labels.0', 'labels.0 can have at most 3 characters.'],
    [{ more: 1 }, '', 'Unknown field'],
  ])('for %j', (change, field, message) => {
    expect(inEnglish(change)).toContainEqual({ field, message });
  });

  it('names fields as the call does, also in Chinese', () => {
    expect(errorsOf(schema, { ...right, phone: '12' }, 'zh')).toEqual([
      { field: 'phone', message: 'phone 应为 11 位手机号' },
    ]);
  });
});
