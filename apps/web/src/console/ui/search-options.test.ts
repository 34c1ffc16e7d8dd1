import { luhnSum } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { paths } from '../../ui/address/paths.ts';
import { optionsFor } from './search-options.ts';

const areas = [
  { to: paths.console, title: 'Overview' },
  { to: paths.consoleInvoices, title: 'Invoices' },
];
const say = (word: string) => word;
const found = (typed: string, mayFind = true) =>
  optionsFor({ typed, areas, mayFind, say }).map(({ value, label }) => [value, label]);
const begun = '2026112300000000001';
/** An order number with its check digit. */
const orderNo = `${begun}${(10 - (luhnSum(`${begun}0`) % 10)) % 10}`;

describe('the search of the console', () => {
  it('offers every menu entry while nothing is typed, then entries that contain the text', () => {
    expect(found('')).toEqual(areas.map(({ to, title }) => [to, title]));
    expect(found('inv')[0]).toEqual([paths.consoleInvoices, 'Invoices']);
  });

  it('leads from an order number to the order', () => {
    expect(found(orderNo)[0]).toEqual([paths.consoleOrder(orderNo), 'order']);
  });

  it.each([`FP${orderNo}`, '12345678', orderNo])('leads from %s to the invoices with this number', (text) => {
    expect(found(text)).toContainEqual([`/console/invoices?queue=all&search=${text}`, 'invoice']);
  });

  it('offers to search users and orders by any text, with special characters encoded', () => {
    expect(found('a&b').map(([value]) => value)).toEqual([
      '/console/people?search=a%26b',
      '/console/orders?search=a%26b',
    ]);
  });

  it('offers notaries their pages only', () => {
    expect(found(orderNo, false)).toEqual([]);
  });
});
