import { invoiceCalls as calls, orderCalls, type SentOf } from '@proofkeep/contract';
import { payTrade } from '../../../providers/payment/sandbox-store.ts';
import type { TestService } from '../../../testing/service.ts';
import { refundPayment } from '../../orders/refunds/refunds.ts';
import {
  notifyService,
  paying,
  refundsAsked,
  sandboxNotification,
  watcherDepsOf,
} from '../../orders/testing/payments.ts';

export const enterprise: SentOf<typeof calls.addHeader> = {
  kind: 'enterprise',
  title: '杭州存真科技有限公司',
  taxNumber: '91330100799655058B',
  bankName: '中国工商银行杭州分行',
  bankAccount: '1202021409900123456',
  address: '杭州市西湖区文三路 1 号',
  phone: '057188886666',
};

/** Paid orders, and their invoices. */
export const invoicing = (service: TestService) => {
  const { ask } = service;
  const pay = paying(service);
  let numbers = 0;
  /** Pays an order at the sandbox, which notifies the service. */
  const payOutside = async (token: string, orderNo: string): Promise<void> => {
    const paymentNo = await pay.begin(token, orderNo);
    const { amountCents } = await pay.order(token, orderNo);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
    await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: amountCents }));
  };
  return {
    /** @returns the number of the order */
    async paid(token: string, kind: 'recharge' | 'package' = 'recharge', cents = 60_000): Promise<string> {
      const orderNo = kind === 'recharge' ? await pay.recharge(token, cents) : await pay.package(token);
      await payOutside(token, orderNo);
      return orderNo;
    },
    payOutside,
    header: async (token: string, header: SentOf<typeof calls.addHeader> = { kind: 'personal', title: '王芳' }) =>
      (await ask(calls.addHeader, header, { as: token })).data.id,
    apply: (token: string, o: Partial<SentOf<typeof calls.apply>> & { orderNos: string[]; headerId: string }) =>
      ask(calls.apply, { kind: 'ordinary', email: 'books@example.com', ...o }, { as: token }),
    orders: async (token: string) => (await ask(calls.invoiceableOrders, { size: 100 }, { as: token })).data,
    issue: (operator: string, id: string, attempt = 1, o: Partial<SentOf<typeof calls.issue>> = {}) =>
      ask(calls.issue, { id, attempt, number: newNumber(), issuedOn: day(service.now), ...o }, { as: operator }),
    reject: (operator: string, id: string, attempt = 1) =>
      ask(calls.reject, { id, attempt, reason: '抬头与税号不符' }, { as: operator }),
    redFlush: (operator: string, id: string, attempt = 1) =>
      ask(
        calls.redFlush,
        { id, attempt, number: newNumber(), issuedOn: day(service.now), reason: '订单已退款' },
        { as: operator },
      ),
    async refund(o: { token: string; operator: string }, orderNo: string, amountCents: number) {
      const { refundedCents } = await pay.order(o.token, orderNo);
      const input = { orderNo, amountCents, refundedCents, reason: '客户申请退款' };
      return ask(orderCalls.refundOrder, input, { as: o.operator });
    },
    async payOut(): Promise<void> {
      for (const id of await refundsAsked(service)) await refundPayment(watcherDepsOf(service), id, service.now);
    },
  };

  /** A new number of a digital invoice. */
  function newNumber(): string {
    numbers += 1;
    return `26332000${String(Date.now()).slice(-7)}${String(numbers).padStart(5, '0')}`;
  }
};

/** A day in China. */
export const day = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
