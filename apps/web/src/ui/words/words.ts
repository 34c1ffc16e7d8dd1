import type { Language, Word } from '@proofkeep/contract';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../address/preference.ts';
import { language } from './language.ts';

type Singular<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;
export type Say<Table> = (name: Singular<keyof Table & string>, values?: Record<string, string | number>) => string;

/** Tables of a folder's `words.json`: for each name the Chinese and the English sentence, with `{placeholders}`. */
type Tables = Record<string, Record<string, readonly string[]>>;

/**
 * The hook that gives the sentences of one table of a folder's `words.json`, as an i18next namespace. Names ending in `_one`
 * and `_other` are chosen by `count`, as English needs it.
 */
export function words<const All extends Tables, Name extends keyof All & string>(
  namespace: Name,
  tables: All,
): () => Say<All[Name]> {
  for (const [at, tag] of (['zh', 'en'] as const).entries())
    i18next.addResourceBundle(
      tag,
      namespace,
      Object.fromEntries(
        Object.entries<readonly string[]>(tables[namespace] ?? {}).map(([name, word]) => [name, word[at]]),
      ),
    );
  return () => {
    const { t } = useTranslation(namespace);
    return t as unknown as (name: string, values?: Record<string, string | number>) => string;
  };
}

export const useLanguage = (): Language => usePreference(language);

/** One of the contract's words in the reader's language. */
export const wordIn = ([zh, en]: Word, of: Language): string => (of === 'zh' ? zh : en);

/** For what speaks outside of a component. */
export const spoken = (word: Word): string => wordIn(word, language.get());
