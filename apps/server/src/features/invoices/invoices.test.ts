import {
  accountDay,
  invoiceCalls as calls,
  livingInvoiceStates,
  notarizationCalls,
  orderCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { useMatters } from '../notarization/testing/matters.ts';
import { day, enterprise, invoicing } from './testing/invoices.ts';

const service = useService();
const { ask, given } = service;
const made = invoicing(service);
const matters = useMatters(service);

/** A user with a header and one paid order, and an operator. */
async function applicant() {
  const { token, accountId } = await given.login();
  const { token: operator } = await given.staff();
  return { token, accountId, operator, headerId: await made.header(token), orderNo: await made.paid(token) };
}
const info = async (token: string, id: string) => (await ask(calls.info, { id }, { as: token })).data;
const messagesOf = async (accountId: string): Promise<string[]> => {
  const { rows } = await service.database.pool.query<{ name: string }>(
    `select message ->> 'name' as name from message m join login g on g.id = m.login_id
     where g.account_id = $1 and message ->> 'name' like 'message.invoice%' order by m.id`,
    [accountId],
  );
  return rows.map(({ name }) => name);
};

describe('invoiceStateTable', () => {
  it('has the same active states as the database', async () => {
    const { rows } = await service.database.pool.query<{ rule: string }>(
      `select pg_get_expr(d.adbin, d.adrelid) as rule from pg_attrdef d join pg_attribute a
         on a.attrelid = d.adrelid and a.attnum = d.adnum where a.attname = 'is_living' and d.adrelid = 'invoice'::regclass`,
    );
    const named = [...(rows[0]?.rule.matchAll(/'([\w-]+)'/g) ?? [])].map(([, state]) => state);

    expect(named.sort()).toEqual([...livingInvoiceStates].sort());
  });
});

describe('orders to invoice', () => {
  it('have been paid externally; refunds are deducted', async () => {
    const { token, operator, orderNo } = await applicant();
    const packageNo = await made.paid(token, 'package');
    const fromBalance = (await ask(orderCalls.orderPackage, { code: 'pages-100' }, { as: token })).data;
    await made.paid(token, 'recharge', 100_000);
    await ask(orderCalls.payOrder, { orderNo: fromBalance.orderNo, way: 'balance' }, { as: token });
    await ask(orderCalls.recharge, { amountCents: 5_000 }, { as: token });
    await made.refund({ token, operator }, orderNo, 1_000);
    expect((await made.orders(token)).list.map((one) => one.orderNo)).not.toContain(orderNo);
    await made.payOut();

    const { list, total, sumCents } = await made.orders(token);

    expect(total).toBe(3);
    expect(list.map((one) => one.orderNo)).toEqual(expect.arrayContaining([orderNo, packageNo]));
    expect(list.find((one) => one.orderNo === orderNo)).toMatchObject({
      invoiceableCents: 59_000,
      refundedCents: 1_000,
    });
    expect(sumCents).toBe(list.reduce((sum, one) => sum + one.invoiceableCents, 0));
  });
});

describe('the fee of a matter', () => {
  it('that was paid at a provider can be invoiced, and its invoice is issued and mailed', async () => {
    const notary = await matters.notary();
    const holder = await given.login();
    const { token: operator } = await given.staff();
    const { id: matterId } = await matters.apply(holder, notary.officeId);
    await matters.decide('acceptMatter', { id: matterId }, notary);
    const { data: fee } = await ask(notarizationCalls.payMatter, { id: matterId, way: 'order' }, { as: holder.token });
    const orderNo = fee.orderNo ?? '';
    expect((await made.orders(holder.token)).list).toEqual([]);

    await made.payOutside(holder.token, orderNo);
    const { list } = await made.orders(holder.token);
    const headerId = await made.header(holder.token);
    const email = `${crypto.randomUUID()}@example.com`;
    const { data } = await made.apply(holder.token, { orderNos: [orderNo], headerId, email });
    const issued = await made.issue(operator, data.id);

    expect((await matters.info(holder, matterId)).state).toBe('identity');
    expect(list).toMatchObject([{ orderNo, kind: 'service', paidBy: 'sandbox', invoiceableCents: 800_00 }]);
    expect(issued.refused).toBeNull();
    expect(await info(holder.token, data.id)).toMatchObject({ state: 'issued', amountCents: 800_00 });
    expect((await made.orders(holder.token)).list).toEqual([]);
    const { rows: mails } = await service.database.pool.query<{ body: string }>(
      'select body from mail where address = $1',
      [email],
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('金额：¥800.00');
  });
});

describe('an application', () => {
  it('copies header and delivery, and removes its orders from the list', async () => {
    const { token, orderNo } = await applicant();
    const other = await made.paid(token, 'recharge', 4_000);
    const headerId = await made.header(token, enterprise);
    const { data } = await made.apply(token, { orderNos: [orderNo, other], headerId, kind: 'special' });
    await ask(calls.deleteHeader, { id: headerId }, { as: token });

    expect(await info(token, data.id)).toMatchObject({
      state: 'applied',
      kind: 'special',
      amountCents: 64_000,
      header: enterprise,
      delivery: { by: 'email', email: 'books@example.com' },
      steps: [{ event: 'apply', amountCents: 64_000 }],
      pdf: null,
    });
    expect((await made.orders(token)).total).toBe(0);
  });

  it('is made once for an order by concurrent requests', async () => {
    const { token, headerId, orderNo } = await applicant();
    const orders = [orderNo, await made.paid(token), await made.paid(token)];
    const pairs = [
      [0, 1],
      [1, 2],
      [2, 0],
    ].flatMap((pair) => Array.from({ length: 6 }, () => pair.map((at) => orders[at] ?? '')));

    const answers = await Promise.all(pairs.map((orderNos) => made.apply(token, { orderNos, headerId })));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused === 'ORDER_NOT_INVOICEABLE')).toHaveLength(pairs.length - 1);
    expect((await made.orders(token)).total).toBe(1);
  });

  it('requires only a company’s name and taxpayer number for a special invoice', async () => {
    const { token, orderNo } = await applicant();
    const { title, taxNumber } = enterprise;
    const headerId = await made.header(token, { kind: 'enterprise', title, taxNumber });

    expect((await made.apply(token, { orderNos: [orderNo], headerId, kind: 'special' })).refused).toBeNull();
  });

  it('is refused for a special invoice with a person’s header', async () => {
    const { token, orderNo } = await applicant();
    const headerId = await made.header(token, { kind: 'personal', title: '王芳' });

    expect((await made.apply(token, { orderNos: [orderNo], headerId, kind: 'special' })).refused).toBe(
      'HEADER_INCOMPLETE',
    );
    expect((await made.orders(token)).total).toBe(1);
  });

  it('is refused for orders, headers and addresses of other accounts', async () => {
    const mine = await applicant();
    const theirs = await applicant();
    const addressId = crypto.randomUUID();
    const own = { orderNos: [mine.orderNo], headerId: mine.headerId };

    const tries = [
      await made.apply(mine.token, { ...own, orderNos: [theirs.orderNo] }),
      await made.apply(mine.token, { ...own, orderNos: [mine.orderNo, theirs.orderNo] }),
      await made.apply(mine.token, { ...own, headerId: theirs.headerId }),
      await ask(calls.apply, { ...own, kind: 'ordinary', addressId }, { as: mine.token }),
      await ask(calls.apply, { ...own, kind: 'ordinary' }, { as: mine.token }),
    ];

    expect(tries.map(({ refused }) => refused)).toEqual([
      'ORDER_NOT_INVOICEABLE',
      'ORDER_NOT_INVOICEABLE',
      'NOT_FOUND',
      'NOT_FOUND',
      'INPUT_INVALID',
    ]);
    expect((await made.orders(mine.token)).total).toBe(1);
  });

  it('is found by number, title, state and day, by its own account only', async () => {
    const { token, operator, headerId, orderNo } = await applicant();
    const stranger = (await applicant()).token;
    const { data } = await made.apply(token, { orderNos: [orderNo], headerId });
    await made.issue(operator, data.id);
    const { issued } = await info(token, data.id);
    const today = day(service.now);
    const found = async (input: object, as = token) => (await ask(calls.list, input, { as })).data.total;

    for (const search of [data.applicationNo, issued?.number ?? '', orderNo, '王'])
      expect([await found({ search }), await found({ search }, stranger)]).toEqual([1, 0]);
    expect(await found({ state: 'issued', from: today, to: today })).toBe(1);
    expect(await found({ state: 'rejected' })).toBe(0);
    expect(await found({ to: '2020-01-01' })).toBe(0);
    expect(await found({ search: '%' })).toBe(0);
  });
});

describe('a decision', () => {
  it('issues once, under a unique number, and notifies the holder', async () => {
    const first = await applicant();
    const second = await applicant();
    const { data } = await made.apply(first.token, { orderNos: [first.orderNo], headerId: first.headerId });
    const other = (await made.apply(second.token, { orderNos: [second.orderNo], headerId: second.headerId })).data;
    const number = '26332000000000000001';

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => made.issue(first.operator, data.id, 1, { number })),
    );
    const taken = await made.issue(first.operator, other.id, 1, { number });

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(answers.filter(({ refused }) => refused === 'STATE_FORBIDS')).toHaveLength(9);
    expect(taken.refused).toBe('INVOICE_NUMBER_TAKEN');
    expect(await info(first.token, data.id)).toMatchObject({
      state: 'issued',
      issued: { code: '', number, issuedOn: day(service.now) },
      pdf: 'sheet',
    });
    expect(await messagesOf(first.accountId)).toEqual(['message.invoice-issued']);
    expect((await info(second.token, other.id)).state).toBe('applied');
  });

  it.each([
    ['a day that is to come', { issuedOn: '2999-01-01' }, 'issuedOn'],
    ['a number of 19 digits', { number: '2633200000000000000' }, 'number'],
    ['8 digits without a code', { number: '12345678' }, 'code'],
    ['20 digits with a code', { code: '0331234567' }, 'code'],
  ])('is refused if it issues with %s', async (_what, wrong, field) => {
    const { token, operator, headerId, orderNo } = await applicant();
    const { data } = await made.apply(token, { orderNos: [orderNo], headerId });
    const { refused, envelope } = await made.issue(operator, data.id, 1, wrong);

    expect(refused).toBe('INPUT_INVALID');
    expect(envelope.fields?.map((one) => one.field)).toEqual([field]);
    expect((await info(token, data.id)).state).toBe('applied');
  });

  it('is refused to notaries, and for an application that has been replaced since', async () => {
    const { token, operator, headerId, orderNo } = await applicant();
    const notary = (await given.staff('notary')).token;
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;
    await made.reject(operator, id);
    await ask(calls.reapply, { id }, { as: token });

    expect((await made.issue(notary, id, 2)).refused).toBe('NOT_ALLOWED');
    expect((await made.issue(operator, id, 1)).refused).toBe('STATE_FORBIDS');
    expect((await made.issue(operator, id, 2)).refused).toBeNull();
  });

  it('can’t be dated before the payment or invoice it is about', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    const headerId = await made.header(token);
    const { id } = (await made.apply(token, { orderNos: [await made.paid(token)], headerId })).data;
    const yesterday = accountDay(new Date(service.now.getTime() - 86_400_000));

    const early = await made.issue(operator, id, 1, { issuedOn: yesterday });
    await made.issue(operator, id);
    const red = { id, attempt: 1, number: '26332000000000009901', issuedOn: yesterday, reason: '订单已退款' };
    const earlyRed = await ask(calls.redFlush, red, { as: operator });

    expect([early.refused, earlyRed.refused]).toEqual(['INPUT_INVALID', 'INPUT_INVALID']);
    expect(early.envelope.fields?.map(({ field }) => field)).toEqual(['issuedOn']);
  });

  it('frees the orders and gives the reason if it rejects; a new application covers the rest', async () => {
    const { token, operator, accountId, headerId, orderNo } = await applicant();
    const other = await made.paid(token, 'recharge', 4_000);
    const { id } = (await made.apply(token, { orderNos: [orderNo, other], headerId })).data;
    await made.reject(operator, id);
    expect(await info(token, id)).toMatchObject({ state: 'rejected', reason: '抬头与税号不符' });
    expect((await made.orders(token)).total).toBe(2);
    const elsewhere = await made.apply(token, { orderNos: [other], headerId });
    await made.refund({ token, operator }, orderNo, 10_000);
    await made.payOut();

    const { data } = await ask(
      calls.reapply,
      { id, headerId: await made.header(token, enterprise), email: 'new@example.com' },
      { as: token },
    );

    expect(elsewhere.refused).toBeNull();
    expect(data).toMatchObject({
      state: 'reapplied',
      reason: null,
      amountCents: 50_000,
      header: { title: enterprise.title },
      delivery: { email: 'new@example.com' },
      orders: [{ orderNo, amountCents: 50_000 }],
    });
    expect(data.steps.map(({ event }) => event)).toEqual(['apply', 'reject', 'reapply']);
    expect(await messagesOf(accountId)).toEqual(['message.invoice-rejected']);
    expect((await ask(calls.reapply, { id }, { as: token })).refused).toBe('STATE_FORBIDS');
  });

  it('can’t issue after a refund, even a pending one', async () => {
    const { token, operator, headerId, orderNo } = await applicant();
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;
    await made.refund({ token, operator }, orderNo, 60_000);

    expect((await made.issue(operator, id)).refused).toBe('INVOICE_AMOUNT_CHANGED');
    await made.payOut();
    expect((await made.issue(operator, id)).refused).toBe('INVOICE_AMOUNT_CHANGED');
    await made.reject(operator, id);
    expect((await ask(calls.reapply, { id }, { as: token })).refused).toBe('ORDER_NOT_INVOICEABLE');
  });

  it('requires proof to reverse an invoice, and frees amounts that were not refunded', async () => {
    const { token, operator, accountId, headerId, orderNo } = await applicant();
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;
    await made.issue(operator, id);
    await made.refund({ token, operator }, orderNo, 20_000);
    await made.payOut();
    const queue = async () =>
      (await ask(calls.consoleInvoices, { queue: 'to-flush', search: accountId }, { as: operator })).data;
    expect((await queue()).list).toMatchObject([{ id, overCents: 20_000 }]);
    service.now = new Date(service.now.getTime() + 16 * 60_000);

    expect((await made.redFlush(operator, id)).refused).toBe('PROVE_AGAIN');
    service.now = new Date(service.now.getTime() - 16 * 60_000);
    const { token: proven } = await service.given.staff();
    const answers = await Promise.all(Array.from({ length: 8 }, () => made.redFlush(proven, id)));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect((await queue()).total).toBe(0);
    expect(await info(token, id)).toMatchObject({ state: 'red-flushed', redFlushed: { issuedOn: day(service.now) } });
    expect((await made.orders(token)).list).toMatchObject([{ orderNo, invoiceableCents: 40_000 }]);
    expect(await messagesOf(accountId)).toEqual(['message.invoice-issued', 'message.invoice-flushed']);
  });

  it('is refused after a withdrawal, which happens once and frees the orders', async () => {
    const { token, operator, accountId, headerId, orderNo } = await applicant();
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;
    const waiting = async () => (await ask(calls.consoleInvoices, { search: accountId }, { as: operator })).data.total;
    expect(await waiting()).toBe(1);

    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(calls.withdraw, { id }, { as: token })));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(await info(token, id)).toMatchObject({ state: 'withdrawn', reason: null });
    expect(await waiting()).toBe(0);
    expect((await made.issue(operator, id)).refused).toBe('STATE_FORBIDS');
    expect((await made.reject(operator, id)).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.reapply, { id }, { as: token })).refused).toBe('STATE_FORBIDS');
    expect((await made.apply(token, { orderNos: [orderNo], headerId })).refused).toBeNull();
    expect(await messagesOf(accountId)).toEqual([]);
  });

  it('and a concurrent withdrawal exclude each other', async () => {
    const { token, operator, headerId, orderNo } = await applicant();
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;

    const both = await Promise.all([made.issue(operator, id), ask(calls.withdraw, { id }, { as: token })]);

    expect(both.map(({ refused }) => refused).sort()).toEqual(['STATE_FORBIDS', null]);
    expect((await info(token, id)).state).toBe(both[0].refused === null ? 'issued' : 'withdrawn');
    expect((await made.orders(token)).total).toBe(both[0].refused === null ? 0 : 1);
  });

  it('prevents a later withdrawal, and strangers don’t find the application', async () => {
    const { token, operator, headerId, orderNo } = await applicant();
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;
    const { token: stranger } = await given.login();
    expect((await ask(calls.withdraw, { id }, { as: stranger })).refused).toBe('NOT_FOUND');

    await made.reject(operator, id);
    const rejected = await ask(calls.withdraw, { id }, { as: token });
    await ask(calls.reapply, { id }, { as: token });
    const again = await ask(calls.withdraw, { id }, { as: token });

    expect([rejected.refused, again.refused]).toEqual(['STATE_FORBIDS', null]);
  });

  it('is notified to the holder if a member withdraws', async () => {
    const holder = await given.login();
    const { token, accountId } = holder;
    const orderNos = [await made.paid(token)];
    const { id } = (await made.apply(token, { orderNos, headerId: await made.header(token) })).data;
    const member = await given.member(holder, ['invoices']);

    await ask(calls.withdraw, { id }, { as: member.token });

    expect(await messagesOf(accountId)).toEqual(['message.invoice-withdrawn']);
  });

  it('is in the audit trail with the invoice and the operator', async () => {
    const { token, operator, headerId, orderNo } = await applicant();
    const { id } = (await made.apply(token, { orderNos: [orderNo], headerId })).data;
    await made.issue(operator, id);

    const { rows } = await service.database.pool.query<{ event: string; isStaff: boolean }>(
      `select event, staff_id is not null as "isStaff" from audit where subject ->> 'invoice' = $1 order by id`,
      [id],
    );
    expect(rows).toEqual([
      { event: 'invoice.applied', isStaff: false },
      { event: 'invoice.issued', isStaff: true },
    ]);
  });

  it('keeps an unchangeable history', async () => {
    await expect(service.database.pool.query('delete from invoice_step')).rejects.toThrow('append-only');
  });
});
