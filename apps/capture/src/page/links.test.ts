import { reportedLinks } from '@proofkeep/contract';
import { expect, it, vi } from 'vitest';
import { linksIn, pagesOn } from './links.ts';

const page = new URL('https://shop.example/list?p=1#top');

it('lists pages of the same host once, without fragments and the page itself', () => {
  const links = [
    'https://shop.example/a#one',
    'https://shop.example/a#two',
    'https://shop.example/list?p=1',
    'https://shop.example/b',
  ];

  expect(pagesOn(page, links)).toEqual(['https://shop.example/a', 'https://shop.example/b']);
});

it.each([
  ['another host', 'https://evil.example/'],
  ['an inner address', 'http://10.0.0.1/'],
  ['another port of the host', 'https://shop.example:8443/'],
  ['a script', 'javascript:alert(1)'],
  ['credentials', 'https://user:pw@shop.example/'],
  ['no address', 'https://['],
])('lists no link to %s', (_what, link) => {
  expect(pagesOn(page, [link])).toEqual([]);
});

it('lists no more of a link farm than a report can hold', () => {
  const farm = Array.from({ length: 4_000 }, (_, n) => `https://shop.example/${n}`);

  expect(pagesOn(page, farm)).toHaveLength(reportedLinks);
});

const bounds = { host: 'shop.example', links: 5_000, length: 8_192, pages: 200, mostCharacters: 2 ** 18 };
/** Runs the script for the page in a document with these links. */
function answerOf(links: unknown[]): string[] {
  vi.stubGlobal('document', { querySelectorAll: () => links.map((href) => ({ href })) });
  try {
    return linksIn(bounds);
  } finally {
    vi.unstubAllGlobals();
  }
}

it('accepts from the page only what can be reported', () => {
  const huge = Array.from({ length: 20 }, (_, n) => `https://shop.example/${n}?${'x'.repeat(2 ** 20)}`);
  const others = Array.from({ length: 4_000 }, (_, n) => `https://evil.example/${n}`);
  const svg = { baseVal: '/a' };

  expect(answerOf([svg, ...huge, ...others, 'https://shop.example/a#1', 'https://shop.example/a#2'])).toEqual([
    'https://shop.example/a',
  ]);
});

it('accepts at most 256 Ki characters from the page', () => {
  const long = Array.from({ length: 200 }, (_, n) => `https://shop.example/${n}?${'x'.repeat(8_000)}`);

  expect(answerOf(long).join('').length).toBeLessThanOrEqual(2 ** 18);
});
