import {
  accountDay,
  bankTransferCalls as calls,
  consoleOrderCalls,
  costCenterCalls,
  invoiceCalls,
  mostOpenBankTransfers,
  orderCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { addressOf, useService } from '../../testing/service.ts';
import { checkLedger } from '../money/service.ts';
import { paper } from '../uploads/testing/files.ts';
import { pendingBankTransfers } from './service.ts';
import { transferring } from './testing/bank-transfers.ts';

const service = useService();
const { ask, given } = service;
const made = transferring(service);

let references = 0;
const newReference = () => `2026112300${String(references++).padStart(6, '0')}`;

async function reported(o: { amountCents?: number } = {}) {
  const holder = await given.login({ isWelcomed: false });
  const { token: operator } = await given.staff();
  const { id } = (await made.report(holder.token, o)).data;
  return { ...holder, operator, id };
}

const balanceOf = async (as: string) => (await ask(orderCalls.rechargeOptions, {}, { as })).data.balanceCents;
const saidTo = async (loginId: string): Promise<string[]> => {
  const { rows } = await service.database.pool.query<{ name: string }>(
    `select message ->> 'name' as name from message where login_id = $1 order by id`,
    [loginId],
  );
  return rows.map(({ name }) => name);
};

describe('a bank transfer', () => {
  it('is credited with the received amount: balance, order, ledger and messages follow', async () => {
    const { token, loginId, operator, id } = await reported({ amountCents: 50_000 });

    const credited = await made.credit(operator, id, 49_950, ' 2026-1123 abc0001 ');
    const [row] = await made.list(token);
    const { list: entries } = (await ask(costCenterCalls.entries, {}, { as: token })).data;
    const order = (await ask(orderCalls.order, { orderNo: row?.orderNo ?? '' }, { as: token })).data;

    expect(credited.refused).toBeNull();
    expect(row).toMatchObject({ state: 'credited', amountCents: 50_000, creditedCents: 49_950 });
    expect(await balanceOf(token)).toBe(49_950);
    expect(entries).toMatchObject([
      { kind: 'recharge', amountCents: 49_950, balanceCents: 49_950, orderNo: row?.orderNo },
    ]);
    expect(order).toMatchObject({ kind: 'recharge', state: 'paid', paidBy: 'bank', amountCents: 49_950 });
    expect(await saidTo(loginId)).toEqual(['message.bank-transfer-reported', 'message.bank-transfer-credited-other']);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('is credited once, however many operators click at once', async () => {
    const { token, operator, id } = await reported();
    const reference = newReference();

    const answers = await Promise.all(Array.from({ length: 6 }, () => made.credit(operator, id, 50_000, reference)));

    expect(answers.map(({ refused }) => refused).sort()).toEqual([null, ...Array(5).fill('STATE_FORBIDS')].sort());
    expect(await balanceOf(token)).toBe(50_000);
  });

  it('refuses a reference that was credited before, in any spelling and even concurrently', async () => {
    const one = await reported();
    const other = await reported();

    const both = await Promise.all([
      made.credit(one.operator, one.id, 50_000, 'icbc 0001 xyz'),
      made.credit(other.operator, other.id, 50_000, 'ICBC-0001-XYZ'),
    ]);

    expect(both.map(({ refused }) => refused).sort()).toEqual(['BANK_REFERENCE_USED', null].sort());
    expect((await balanceOf(one.token)) + (await balanceOf(other.token))).toBe(50_000);
  });

  it('requires the second factor to be credited', async () => {
    const { token, operator, id } = await reported();
    await service.database.pool.query(
      `update staff_session set created_at = created_at - interval '1 day', verified_at = null`,
    );

    const refused = (await made.credit(operator, id, 50_000, newReference())).refused;

    expect(refused).toBe('PROVE_AGAIN');
    expect(await balanceOf(token)).toBe(0);
  });

  it('is rejected with a reason that the holder sees, and can then be neither credited nor withdrawn', async () => {
    const { token, loginId, operator, id } = await reported();

    await made.reject(operator, id, '付款方不是贵公司');
    const [row] = await made.list(token);

    expect(row).toMatchObject({ state: 'rejected', reason: '付款方不是贵公司', creditedCents: null });
    expect((await made.credit(operator, id, 50_000, newReference())).refused).toBe('STATE_FORBIDS');
    expect((await made.withdraw(token, id)).refused).toBe('STATE_FORBIDS');
    expect(await saidTo(loginId)).toEqual(['message.bank-transfer-reported', 'message.bank-transfer-rejected']);
  });

  it('can be withdrawn by its holder until it is decided', async () => {
    const { token, operator, id } = await reported();

    expect((await made.withdraw(token, id)).data.state).toBe('withdrawn');
    expect((await made.credit(operator, id, 50_000, newReference())).refused).toBe('STATE_FORBIDS');
  });

  it('is refused for a future day, a day long past, or another person’s receipt', async () => {
    const { token } = await given.login();
    const { token: other } = await given.login();
    const tomorrow = accountDay(new Date(service.now.getTime() + 86_400_000));
    const theirs = await made.receipt(other);

    expect((await made.report(token, { transferredOn: tomorrow })).refused).toBe('INPUT_INVALID');
    expect((await made.report(token, { transferredOn: '2020-01-01' })).refused).toBe('INPUT_INVALID');
    expect((await made.report(token, { receipt: theirs })).refused).toBe('UPLOAD_GONE');
  });

  it('is refused while too many others are open', async () => {
    const { token } = await given.login();
    for (let n = 0; n < mostOpenBankTransfers; n++) await made.report(token);

    expect((await made.report(token)).refused).toBe('BANK_TRANSFERS_OPEN');
  });

  it('shows its receipt only to its account and to operators', async () => {
    const { token, operator, id } = await reported();
    const { token: stranger } = await given.login();
    const open = async (call: typeof calls.bankReceipt | typeof calls.consoleBankReceipt, as: string) =>
      service.app.inject({ url: addressOf(call, { id }).url, headers: { 'x-auth-token': as } });

    expect((await open(calls.bankReceipt, token)).rawPayload.equals(paper)).toBe(true);
    expect((await open(calls.consoleBankReceipt, operator)).rawPayload.equals(paper)).toBe(true);
    expect((await open(calls.bankReceipt, stranger)).statusCode).toBe(404);
  });

  it('is found by code, payer and reference in the console, which counts pending ones', async () => {
    const { token, operator, id } = await reported();
    const { remarkCode } = (await ask(calls.bankAccount, {}, { as: token })).data;
    const before = await pendingBankTransfers(service.database.pool);
    const spaced = `${remarkCode.slice(0, 4).toLowerCase()} ${remarkCode.slice(4)}`;
    const find = async (input: { state?: 'credited'; search: string }) =>
      (await ask(calls.consoleBankTransfers, { ...input, size: 100 }, { as: operator })).data.list.map((row) => row.id);

    expect(await find({ search: spaced })).toEqual([id]);
    expect(await find({ search: '海风贸易' })).toContain(id);
    expect((await ask(calls.consoleBankTransfer, { id }, { as: operator })).data.remarkCode).toBe(remarkCode);
    await made.credit(operator, id, 50_000, 'found-0001');
    expect(await find({ state: 'credited', search: 'Found 0001' })).toEqual([id]);
    expect((await pendingBankTransfers(service.database.pool)).pending).toBe(before.pending - 1);
  });

  it('creates an order that can be invoiced, and a refund that an operator pays manually', async () => {
    const { token, operator, id } = await reported();
    await made.credit(operator, id, 50_000, newReference());
    const [row] = await made.list(token);
    const orderNo = row?.orderNo ?? '';

    const { list } = (await ask(invoiceCalls.invoiceableOrders, {}, { as: token })).data;
    const reason = '客户申请退款';
    await ask(orderCalls.refundOrder, { orderNo, amountCents: 20_000, refundedCents: 0, reason }, { as: operator });
    const issues = (await ask(consoleOrderCalls.paymentIssues, { size: 100 }, { as: operator })).data.list;
    const issue = issues.find(({ asked }) => asked?.orderNo === orderNo);
    const review = { issueId: issue?.issueId ?? '', outcome: 'paid-back', note: '已从公司账户汇回' } as const;
    const reviewed = await ask(consoleOrderCalls.reviewPaymentIssue, review, { as: operator });

    expect(list).toMatchObject([{ orderNo, paidBy: 'bank' }]);
    expect(issue).toMatchObject({ providerState: 'by-hand', outcomes: ['paid-back', 'kept'] });
    expect(reviewed.refused).toBeNull();
    expect(await balanceOf(token)).toBe(30_000);
    expect((await ask(orderCalls.order, { orderNo }, { as: token })).data.state).toBe('partly-refunded');
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('pays no order by itself', async () => {
    const { token } = await given.login();
    const { orderNo } = (await ask(orderCalls.recharge, { amountCents: 10_000 }, { as: token })).data;

    expect((await ask(orderCalls.payOrder, { orderNo, way: 'bank' }, { as: token })).refused).toBe('PAY_WAY_OFF');
  });
});

describe('the ledger check', () => {
  it('finds a credited transfer with another reference than its payment', async () => {
    const { operator, id } = await reported();
    await made.credit(operator, id, 50_000, newReference());
    const change = (reference: string) =>
      service.database.pool.query(
        `update payment set provider_txn = $2 where order_id = (select order_id from bank_transfer where id = $1)`,
        [id, reference],
      );
    const { rows } = await service.database.pool.query<{ reference: string }>(
      'select reference from bank_transfer where id = $1',
      [id],
    );

    await change('another');
    const found = await checkLedger(service.database.pool);
    await change(rows[0]?.reference ?? '');

    expect(found).toEqual([{ what: 'bank-transfer-without-payment', subject: id }]);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });
});
