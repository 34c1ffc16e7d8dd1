import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Sentences and words of the site that are long enough not to be met by chance. */
const siteTexts = new Set(
  globSync('apps/web/src/**/words.json', { cwd: root })
    .flatMap((file) => Object.values(JSON.parse(readFileSync(root + file, 'utf8')) as Record<string, object>))
    .flatMap((table) => Object.values(table as Record<string, string[]>).flat())
    .filter((text) => /\p{Script=Han}{2}|\S \S/u.test(text)),
);

/** What isn't read from the site: data of a journey, names of languages, and words of a spreadsheet. */
const ownTexts = new Set(['中文', '证据', '时间（UTC+8）', 'Time (UTC+8)']);

/** String literals of a source that are words of the site. */
const copiesIn = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$]*)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter((literal) => siteTexts.has(literal) && !ownTexts.has(literal));

describe('journeys of the site', () => {
  it('read its words from its tables, so that a changed word breaks no journey', () => {
    const files = globSync('e2e/site/*.ts', { cwd: root });

    expect(files.length).toBeGreaterThan(30);
    expect(
      files.flatMap((file) => copiesIn(readFileSync(root + file, 'utf8')).map((text) => `${file}: ${text}`)),
    ).toEqual([]);
  });

  it('are searched for copies in either language', () => {
    const source = `press(page, '保存草稿'); press(page, "Sign in"); press(page, text('public-frame.signIn'));`;

    expect(copiesIn(source)).toEqual(['保存草稿', 'Sign in']);
  });
});
