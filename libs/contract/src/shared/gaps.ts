const gap = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/**
 * Fills the placeholders of a text: `{name}` with the value of that name; `{name:page|pages}` with the first form if
 * that value is 1 and the second otherwise, as English needs it (CLDR plural rules, `one` and `other` for integers).
 */
export const fillGaps = (text: string, valueOf: (name: string) => string): string =>
  text.replace(gap, (_gap, name: string, one: string | undefined, other: string | undefined) => {
    const value = valueOf(name);
    return one === undefined ? value : value === '1' ? one : (other ?? '');
  });

/** The placeholders as documentation shows them: `{minutes} minutes`. */
export const withGaps = (text: string): string => fillGaps(text, (name) => `{${name}}`);

type NameOf<Gap extends string> = Gap extends `${infer Name}:${string}` ? Name : Gap;

/** The names of the placeholders in a text. */
export type GapsOf<Text extends string> = Text extends `${string}{${infer Gap}}${infer Rest}`
  ? NameOf<Gap> | GapsOf<Rest>
  : never;
