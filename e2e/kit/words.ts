import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@proofkeep/contract';

const site = fileURLToPath(new URL('../../apps/web/src/', import.meta.url));

type Word = [zh: string, en: string];

/** Every table of the site's `words.json` files, by name. */
const tables: Record<string, Record<string, Word>> = Object.assign(
  {},
  ...globSync('**/words.json', { cwd: site }).map((file) => JSON.parse(readFileSync(site + file, 'utf8'))),
);

type Values = Record<string, string | number>;

/**
 * The site's sentences, read from its words.json files, so that a changed sentence breaks no journey. A key is
 * `table.name`; `count` chooses between `name_one` and `name_other`, as the site does.
 */
export function siteWords(language: Language) {
  const plural = new Intl.PluralRules(language === 'zh' ? 'zh-CN' : 'en-US');
  const sentence = (key: string, values: Values): string => {
    const [table = '', name = ''] = key.split('.');
    const words = tables[table];
    const found = words?.[name] ?? words?.[`${name}_${plural.select(Number(values.count))}`];
    if (!found) throw new Error(`The site has no words ${key}.`);
    return found[language === 'zh' ? 0 : 1];
  };
  const filled = (text: string, values: Values) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  return {
    /** The sentence with its values. */
    text: (key: string, values: Values = {}) => filled(sentence(key, values), values),
    /** Matches each of the sentences with any values. */
    like: (...keys: string[]) =>
      new RegExp(
        keys
          .map((key) =>
            sentence(key, {})
              .split(/\{\w+\}/)
              .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
              .join('.+'),
          )
          .join('|'),
      ),
    /** A word of the contract, such as the name of a state. */
    word: ([zh, en]: readonly [zh: string, en: string]) => (language === 'zh' ? zh : en),
    /** Other words, such as a value entered by the journey. */
    either: <Zh, En>(zh: Zh, en: En): Zh | En => (language === 'zh' ? zh : en),
  };
}
