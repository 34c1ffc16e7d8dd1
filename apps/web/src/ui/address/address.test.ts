import { expect, it } from 'vitest';
import { asking, pageOf, withQuery } from './address.ts';

const query = (text: string) => new URLSearchParams(text);

it.each([
  ['', 1],
  ['page=', 1],
  ['page=7', 7],
  ['page=1000', 1000],
  ['page=1001', 1],
  ['page=0', 1],
  ['page=-3', 1],
  ['page=2.5', 1],
  ['page=two', 1],
  ['other=7', 1],
])('reads “%s” as page %i', (text, page) => {
  expect(pageOf(query(text))).toBe(page);
});

it('reads the page number of the named list', () => {
  expect(pageOf(query('page=2&orderPage=3'), 'orderPage')).toBe(3);
});

it('returns to the first page when a filter changes, and keeps the other filters', () => {
  expect(asking(query('tab=orders&page=4&state=paid'), { state: 'closed' }).toString()).toBe('tab=orders&state=closed');
});

it('removes empty filters', () => {
  expect(asking(query('state=paid&kind=recharge'), { state: '', kind: undefined }).toString()).toBe('');
});

it('keeps the page number of another list', () => {
  expect(asking(query('page=4&orderPage=2'), { orderPage: '3' }, 'orderPage').toString()).toBe('page=4&orderPage=3');
});

it('does not modify its argument', () => {
  const before = query('page=4');

  asking(before, { state: 'paid' });

  expect(before.toString()).toBe('page=4');
});

it('keeps the query on another path', () => {
  expect(withQuery('/console/orders/1', query('state=paid'))).toBe('/console/orders/1?state=paid');
  expect(withQuery('/console/orders', query(''))).toBe('/console/orders');
});
