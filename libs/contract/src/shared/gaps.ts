const gap = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * Fills the gaps of a text: `{name}` with the value of that name; `{name:page|pages}` with the first word where that value is 1
 * and with the second where it is anything else, as English needs it (CLDR plural rules, `one` and `other` of whole numbers).
 */
export const fillGaps = (text: string, valueOf: (name: string) => string): string =>
  text.replace(gap, (_gap, name: string, one: string | undefined, other: string | undefined) => {
    const value = valueOf(name);
    return one === undefined ? value : value === '1' ? one : (other ?? '');
  });

/** The gap as documentation shows it: `{minutes} minutes`. */
export const withGaps = (text: string): string => fillGaps(text, (name) => `{${name}}`);

type NameOf<Gap extends string> = Gap extends `${infer Name}:${string}` ? Name : Gap;

/** The names in the gaps of a text. */
export type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? NameOf<Gap> | GapsOf<Rest>
  : never;
