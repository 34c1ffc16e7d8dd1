import type { Invoice, Order } from '@proofkeep/contract';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../ui/address/paths.ts';

vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
const { groupsOf } = await import('./options.ts');

const order = { orderNo: '20261123000000000013', kind: 'recharge', amountCents: 20_000 } as Order;
const invoice = {
  id: 'invoice-id',
  applicationNo: 'FP20261123000000000013',
  kind: 'ordinary',
  title: '存真科技有限公司',
  amountCents: 20_000,
  issued: { number: '26442000000123456789' },
} as unknown as Invoice;
const nothing = { rows: [], orders: [], invoices: [], places: [], language: 'en', inList: null } as const;

describe('the options of the search', () => {
  it('leads from an order number to the order, and from an invoice number to the invoice', () => {
    const groups = groupsOf({ ...nothing, text: '2026', orders: [order], invoices: [invoice] });

    expect(groups.map(({ name, options }) => [name, options.map(({ to }) => to)])).toEqual([
      ['orders', [paths.pay(order.orderNo)]],
      ['invoices', [paths.invoice('invoice-id')]],
    ]);
    expect(groups[0]?.options[0]).toMatchObject({ text: 'Top-up · ¥200.00', detail: order.orderNo });
    expect(groups[1]?.options[0]?.detail).toContain('26442000000123456789');
  });

  it('shows the number of the application while an invoice is not issued', () => {
    const waiting = { ...invoice, issued: null };

    const [group] = groupsOf({ ...nothing, text: 'FP2026', invoices: [waiting] });

    expect(group?.options[0]?.detail).toContain(invoice.applicationNo);
  });
});
