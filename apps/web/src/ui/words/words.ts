import { fillGaps, type Language, type Word } from '@proofkeep/contract';
import { usePreference } from '../address/preference.ts';
import { language } from './language.ts';

type Singular<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;
export type Say<Table> = (name: Singular<keyof Table & string>, values?: Record<string, string | number>) => string;

/** Tables of a folder's `words.json`: for each name the Chinese and the English sentence, with `{placeholders}`. */
type Tables = Record<string, Record<string, readonly string[]>>;

/**
 * Makes the hook that returns the sentences of one table of a folder's `words.json` in the user's language. Names ending in
 * `_one` and `_other` are chosen by `count`, as English needs it (CLDR plural rules of whole numbers).
 */
export function words<const All extends Tables, Name extends keyof All & string>(
  namespace: Name,
  tables: All,
): () => Say<All[Name]> {
  const table: Record<string, readonly string[]> = tables[namespace] ?? {};
  // Made once for each language: what depends on the function does not change with every drawing.
  const says = { zh: sayIn(table, 'zh'), en: sayIn(table, 'en') };
  return () => says[useLanguage()];
}

const sayIn =
  (table: Record<string, readonly string[]>, of: Language) =>
  (name: string, values: Record<string, string | number> = {}): string => {
    const form = of === 'en' && values.count === 1 ? 'one' : 'other';
    const [zh = name, en = name] =
      table[typeof values.count === 'number' ? `${name}_${form}` : name] ?? table[name] ?? [];
    return fillGaps(of === 'zh' ? zh : en, (gap) => String(values[gap] ?? ''));
  };

export const useLanguage = (): Language => usePreference(language);

/** One of the contract's words in the reader's language. */
export const wordIn = ([zh, en]: Word, of: Language): string => (of === 'zh' ? zh : en);

/** For what speaks outside of a component. */
export const spoken = (word: Word): string => wordIn(word, language.get());
