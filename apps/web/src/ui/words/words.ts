import { fillGaps, type Language, type Word } from '@proofkeep/contract';
import { usePreference } from '../address/preference.ts';
import { language } from './language.ts';

type Singular<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;
export type Translate<Table> = (
  name: Singular<keyof Table & string>,
  values?: Record<string, string | number>,
) => string;

/** Tables of a folder's `words.json`: each name maps to its Chinese and English sentence, with `{placeholders}`. */
type Tables = Record<string, Record<string, readonly string[]>>;

/**
 * Makes the hook that returns the sentences of one table of a folder's `words.json` in the user's language. Names ending in
 * `_one` and `_other` are chosen by `count`, for English plurals (CLDR plural rules for whole numbers).
 */
export function words<const All extends Tables, Name extends keyof All & string>(
  namespace: Name,
  tables: All,
): () => Translate<All[Name]> {
  const table: Record<string, readonly string[]> = tables[namespace] ?? {};
  // Created once per language, so that hooks depending on the function don't rerun on every render.
  const byLanguage = { zh: translateIn(table, 'zh'), en: translateIn(table, 'en') };
  return () => byLanguage[useLanguage()];
}

const translateIn =
  (table: Record<string, readonly string[]>, of: Language) =>
  (name: string, values: Record<string, string | number> = {}): string => {
    const form = of === 'en' && values.count === 1 ? 'one' : 'other';
    const [zh = name, en = name] =
      table[typeof values.count === 'number' ? `${name}_${form}` : name] ?? table[name] ?? [];
    return fillGaps(of === 'zh' ? zh : en, (gap) => String(values[gap] ?? ''));
  };

export const useLanguage = (): Language => usePreference(language);

/** Returns a contract word in a language. */
export const wordIn = ([zh, en]: Word, of: Language): string => (of === 'zh' ? zh : en);

/** For code outside components. */
export const spoken = (word: Word): string => wordIn(word, language.get());
