import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const site = fileURLToPath(new URL('../..', import.meta.url));

interface Entry {
  where: string;
  table: string;
  file: string;
  zh: string;
  en: string;
  isWhole: boolean;
}

const entries: Entry[] = globSync('**/words.json', { cwd: site }).flatMap((file) => {
  const tables = JSON.parse(readFileSync(site + file, 'utf8')) as Record<string, Record<string, string[]>>;
  return Object.entries(tables).flatMap(([table, words]) =>
    Object.entries(words).map(([name, [zh = '', en = '', ...more]]) => ({
      where: `${file} ${table}.${name}`,
      table,
      file,
      zh,
      en,
      isWhole: zh !== '' && en !== '' && more.length === 0,
    })),
  );
});

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

describe('the words of the site', () => {
  it('exist in both languages', () => {
    expect(entries.length).toBeGreaterThan(2_000);
    expect(entries.filter(({ isWhole }) => !isWhole).map(({ where }) => where)).toEqual([]);
  });

  it('stand in tables whose names are used once', () => {
    const files = new Map<string, Set<string>>();
    for (const { table, file } of entries) files.set(table, (files.get(table) ?? new Set()).add(file));

    expect([...files].filter(([, where]) => where.size > 1)).toEqual([]);
  });

  it('use the same placeholders in both languages', () => {
    const wrong = entries.filter(({ zh, en }) => {
      const [inZh, inEn] = [placeholders(zh), placeholders(en)];
      // A count may be a word in either language ("one invitation").
      return [...inZh, ...inEn].some((name) => name !== 'count' && !(inZh.includes(name) && inEn.includes(name)));
    });

    expect(wrong.map(({ where, zh, en }) => `${where}: ${zh} | ${en}`)).toEqual([]);
  });

  it('have full-width punctuation between Chinese words', () => {
    const wrong = entries.filter(({ zh }) => /\p{Script=Han}[,;:!?]|[,;:!?(]\p{Script=Han}/u.test(zh));

    expect(wrong.map(({ where, zh }) => `${where}: ${zh}`)).toEqual([]);
  });

  it('have a space between Chinese and Latin letters or digits', () => {
    const wrong = entries.filter(({ zh }) => /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(zh));

    expect(wrong.map(({ where, zh }) => `${where}: ${zh}`)).toEqual([]);
  });
});
