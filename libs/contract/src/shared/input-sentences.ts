import { z } from 'zod';
import { fillGaps } from './gaps.ts';
import type { Language } from './language.ts';
import { inputWords, type Word } from './words.ts';

/** An error in one field of an input. */
export interface FieldError {
  /** Name of the field in the call, such as `events.0.name`; empty for the input as a whole. */
  field: string;
  message: string;
}

type Issue = z.core.$ZodIssue;

/**
 * Describes the errors of an input, one sentence per field, in the user's language. @param given the input before
 * parsing: distinguishes a missing field from one of the wrong type
 */
export const fieldErrors = (error: z.ZodError, given: unknown, language: Language): FieldError[] =>
  error.issues.map((issue) => {
    const { path, word, values } = sentenceOf(issue, given, language);
    const field = path.join('.');
    const name = field === '' ? inputWords['the-input'] : ([field, field] as const);
    const filled = fillGaps(inLanguage(word, language), (gap) =>
      gap === 'field' ? inLanguage(name, language) : String(values[gap] ?? ''),
    );
    return { field, message: filled };
  });

/** Describes how a field violates a rule. */
export const fieldError = (field: string, rule: keyof typeof inputWords, language: Language): FieldError => ({
  field,
  message: fillGaps(inLanguage(inputWords[rule], language), () => field),
});

const inLanguage = ([zh, en]: Word, language: Language): string => (language === 'zh' ? zh : en);

interface Sentence {
  path: readonly PropertyKey[];
  word: Word;
  values: Record<string, string | number>;
}

function sentenceOf(issue: Issue, given: unknown, language: Language): Sentence {
  const of = (word: Word, values: Sentence['values'] = {}): Sentence => ({ path: issue.path, word, values });
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(given, issue.path) === undefined
        ? of(inputWords.missing)
        : of(types[issue.expected] ?? inputWords.wrong);
    case 'too_small':
    case 'too_big':
      return of(...limitOf(issue));
    case 'invalid_format':
      return of(ruleIn(issue.message) ?? formats[issue.format] ?? inputWords.format);
    case 'not_multiple_of':
      return of(inputWords.multiple, { n: String(issue.divisor) });
    case 'invalid_value':
      if (valueAt(given, issue.path) === undefined) return of(inputWords.missing);
      return issue.values.length > mostValues
        ? of(inputWords.wrong)
        : of(inputWords.values, { values: issue.values.map(String).join(language === 'zh' ? '、' : ', ') });
    case 'unrecognized_keys':
      return of(inputWords['unknown-field']);
    case 'invalid_union':
      return ofUnion(issue, given, language) ?? of(inputWords.wrong);
    case 'custom':
      return of(ruleIn(String(issue.params?.says)) ?? ruleIn(issue.message) ?? inputWords.wrong);
    default:
      return of(inputWords.wrong);
  }
}

/** More values than this are too many for a sentence. */
const mostValues = 12;

/** The sentence of a rule, named by its check's message or by `params.says`. */
const ruleIn = (name: string): Word | undefined =>
  Object.hasOwn(inputWords, name) ? inputWords[name as keyof typeof inputWords] : undefined;

/** Picks the alternative that matched most of the value, as it is probably the intended one. */
function ofUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  given: unknown,
  language: Language,
): Sentence | undefined {
  const firsts = issue.errors.flatMap(([first]) => (first ? [first] : []));
  const deepest = Math.max(0, ...firsts.map(({ path }) => path.length));
  const meant = firsts.filter(({ path }) => path.length === deepest);
  const [first] = meant;
  if (!first || (deepest === 0 && new Set(meant.map(({ code }) => code)).size > 1)) return undefined;
  const within = { ...first, path: [...issue.path, ...first.path] } as Issue;
  return sentenceOf(within, given, language);
}

function limitOf(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): [Word, Sentence['values']] {
  const isLeast = issue.code === 'too_small';
  const n = String(isLeast ? issue.minimum : issue.maximum);
  if (issue.origin === 'string') {
    if (isLeast && n === '1') return [inputWords.empty, {}];
    return [
      issue.exact ? inputWords.characters_exact : isLeast ? inputWords.characters_least : inputWords.characters_most,
      { n },
    ];
  }
  if (issue.origin === 'array' || issue.origin === 'set')
    return [issue.exact ? inputWords.items_exact : isLeast ? inputWords.items_least : inputWords.items_most, { n }];
  return [isLeast ? inputWords.least : inputWords.most, { n }];
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<PropertyKey, unknown> | null | undefined)?.[name], given);

const types: Partial<Record<string, Word>> = {
  string: inputWords.text,
  number: inputWords.number,
  int: inputWords.whole,
  boolean: inputWords.flag,
  array: inputWords.list,
  tuple: inputWords.list,
  object: inputWords.object,
  record: inputWords.object,
};

const formats: Partial<Record<string, Word>> = {
  email: inputWords.email,
  url: inputWords.url,
  uuid: inputWords.uuid,
  guid: inputWords.uuid,
  datetime: inputWords.datetime,
  date: inputWords.date,
  base64: inputWords.base64,
  base64url: inputWords.base64,
};
