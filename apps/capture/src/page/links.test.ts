import { reportedLinks } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { pagesOn } from './links.ts';

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

it('lists no more of a link farm than a report holds', () => {
  const farm = Array.from({ length: 4_000 }, (_, n) => `https://shop.example/${n}`);

  expect(pagesOn(page, farm)).toHaveLength(reportedLinks);
});
