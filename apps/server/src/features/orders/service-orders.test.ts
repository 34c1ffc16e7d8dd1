import {
  attestationCalls,
  orderCalls as calls,
  consoleOrderCalls,
  costCenterCalls,
  message,
  moneyCalls,
  mostUnpaid,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { payTrade } from '../../providers/payment/sandbox-store.ts';
import { type Login, useService } from '../../testing/service.ts';
import { moveAttestation } from '../attestations/service.ts';
import { checkLedger, findBalance, spentInMonth } from '../money/service.ts';
import { watchPayments } from './payments/watch.ts';
import { endRefundByHand, refundPayment } from './refunds/refunds.ts';
import { notifyService, paying, refundsAsked, sandboxNotification, watcherDepsOf } from './testing/payments.ts';

const service = useService();
const { ask, given } = service;
const pay = paying(service);
const pageCents = 1_000;

const without = () => given.login({ isWelcomed: false });
const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);
const order = ({ token }: Login, count: number) =>
  ask(attestationCalls.preserveUrls, { urls: urls(count), byOrder: true }, { as: token });
const rowsOf = async ({ token }: Login, anos: string[]) =>
  (await ask(attestationCalls.urlList, { anos, size: 100 }, { as: token })).data.list;
const statesOf = async (login: Login, anos: string[]) =>
  Object.fromEntries((await rowsOf(login, anos)).map(({ ano, state }) => [ano, state]));
const all = (anos: string[], state: string) => Object.fromEntries(anos.map((ano) => [ano, state]));
const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);
const isSound = async () => expect(await checkLedger(service.database.pool)).toEqual([]);
const notify = (paymentNo: string, cents: number) =>
  notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents }));

/** Pages ordered by a user without funds. */
async function ordered(count: number) {
  const holder = await without();
  const { data } = await order(holder, count);
  return { holder, orderNo: data.orderNo ?? '', anos: data.list.map(({ ano }) => ano) };
}

/** An order paid with the sandbox. */
async function paid(count: number) {
  const one = await ordered(count);
  const paymentNo = await pay.begin(one.holder.token, one.orderNo);
  await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });
  await notify(paymentNo, count * pageCents);
  return one;
}

describe('an order for pages', () => {
  it('costs the total of its pages, which wait until it is paid', async () => {
    const { holder, orderNo, anos } = await ordered(20);

    expect(await pay.order(holder.token, orderNo)).toMatchObject({
      kind: 'service',
      state: 'pending',
      lines: [{ code: 'page', name: { zh: '网页存证', en: 'Page capture' }, quantity: 20, unitCents: 900 }],
      amountCents: 18_000,
      ordered: anos.map((ano, n) => ({ ano, url: urls(20)[n] })),
      ways: [{ way: 'sandbox' }, { way: 'balance', isEnough: false }],
    });
    const rows = await rowsOf(holder, anos);
    expect(rows).toHaveLength(20);
    for (const row of rows) expect(row).toMatchObject({ state: 'unpaid', cost: null, orderNo });
    for (const call of [attestationCalls.cancel, attestationCalls.retry] as const)
      expect((await ask(call, { ano: anos[0] ?? '' }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 0 });
    await isSound();
  });

  it('holds the price of each page once paid, and queues all of them, however often it is reported', async () => {
    const { holder, orderNo, anos } = await ordered(3);
    const paymentNo = await pay.begin(holder.token, orderNo);

    await Promise.all(Array.from({ length: 10 }, () => notify(paymentNo, 3 * pageCents)));

    expect((await pay.order(holder.token, orderNo)).state).toBe('paid');
    const rows = await rowsOf(holder, anos);
    for (const row of rows)
      expect(row).toMatchObject({
        state: 'queuing',
        attempt: 1,
        cost: { state: 'held', amountCents: pageCents, packageUnits: 0 },
      });
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 3 * pageCents });
    await isSound();
  });

  it('returns the price of failed pages to the balance', async () => {
    const { holder, anos } = await paid(2);

    await ask(attestationCalls.cancel, { ano: anos[0] ?? '' }, { as: holder.token });

    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: pageCents });
    await isSound();
  });

  it('costs its original price even if the price list changed before it was paid', async () => {
    const { holder, orderNo, anos } = await ordered(1);
    const paymentNo = await pay.begin(holder.token, orderNo);
    const staff = { as: (await given.staff()).token };
    const { version: present } = (await ask(moneyCalls.currentPrices, {})).data;
    const { content } = (await ask(moneyCalls.consolePriceList, { version: present }, staff)).data;
    const publish = async (prices: typeof content.prices, compared: number) => {
      const draft = { revision: 0, content: { ...content, prices } };
      const { revision } = (await ask(moneyCalls.savePriceDraft, draft, staff)).data;
      return (await ask(moneyCalls.publishPrices, { revision, present: compared, from: null }, staff)).data.version;
    };
    const dear = content.prices.map((one) =>
      one.service === 'page' ? { service: one.service, tiers: [{ fromQuantity: 1, unitCents: 5_000 }] } : one,
    );
    const version = await publish(dear, present);

    await notify(paymentNo, pageCents);
    await publish(content.prices, version);

    const [row] = await rowsOf(holder, anos);
    expect(row).toMatchObject({ state: 'queuing', cost: { state: 'held', amountCents: pageCents } });
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: pageCents });
    await isSound();
  });

  it('leaves the balance untouched and starts the pages covered by packages', async () => {
    const holder = await given.login();
    await given.credit(holder, 50 * pageCents);

    const { data } = await order(holder, 12);

    expect(data.list.map(({ state }) => state)).toEqual([...Array(10).fill('queuing'), 'unpaid', 'unpaid']);
    expect(await pay.order(holder.token, data.orderNo ?? '')).toMatchObject({
      amountCents: 2 * pageCents,
      ordered: data.list.slice(10).map(({ ano, url }) => ({ ano, url })),
    });
    expect(await balance(holder)).toEqual({ balanceCents: 50 * pageCents, heldCents: 0 });
    await isSound();
  });

  it('is not placed if packages cover everything', async () => {
    const holder = await given.login();

    const { data } = await order(holder, 10);

    expect(data.orderNo).toBeNull();
    expect(data.list.map(({ state }) => state)).toEqual(Array(10).fill('queuing'));
  });

  it('is refused to an account with twenty unpaid orders', async () => {
    const holder = await without();
    for (let n = 0; n < mostUnpaid; n++) expect((await order(holder, 1)).refused).toBe(null);

    expect((await order(holder, 1)).refused).toBe('ORDERS_OPEN');
    expect((await ask(attestationCalls.list, {}, { as: holder.token })).data.total).toBe(mostUnpaid);
  });

  it('shows its pages only to members with the right to see evidence, and is hidden from other accounts', async () => {
    const { holder, orderNo } = await ordered(1);
    const bookkeeper = await given.member(holder, ['billing']);
    const other = await given.login();

    expect((await pay.order(holder.token, orderNo)).ordered).toHaveLength(1);
    expect(await pay.order(bookkeeper.token, orderNo)).toMatchObject({ ordered: [], chosen: null });
    expect((await ask(calls.payOrder, { orderNo, way: 'sandbox' }, { as: other.token })).refused).toBe('NOT_FOUND');
  });

  it('keeps its options, so that it can be repeated', async () => {
    const holder = await without();
    const chosen = {
      labels: ['商标'],
      remark: '第一次',
      device: 'phone' as const,
      locale: 'en-US' as const,
      timezone: 'America/New_York' as const,
      waitForText: '价格',
      allDensities: true,
      secondVantage: false,
      dismissConsent: true,
      acceptInvalidTls: true,
      autoConfirm: true,
    };
    const { data } = await ask(
      attestationCalls.preserveUrls,
      { urls: urls(2), byOrder: true, ...chosen },
      { as: holder.token },
    );

    expect((await pay.order(holder.token, data.orderNo ?? '')).chosen).toEqual(chosen);
  });

  it('starts once if paid twice, and the second payment is refunded', async () => {
    const { holder, orderNo, anos } = await paid(2);
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into payment (order_id, provider, amount_cents, state, created_at)
       select id, 'sandbox', amount_cents, 'closed', now() from order_ where no = $1 returning id`,
      [orderNo],
    );

    await notify((rows[0]?.id ?? '').replaceAll('-', ''), 2 * pageCents);

    expect(await statesOf(holder, anos)).toEqual(all(anos, 'queuing'));
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 2 * pageCents });
    expect((await pay.order(holder.token, orderNo)).refunds).toMatchObject([{ amountCents: 2 * pageCents }]);
    await isSound();
  });

  it('requires the right to order', async () => {
    const holder = await without();
    const member = await given.member(holder, ['preserve']);

    expect((await order(member, 1)).refused).toBe('NOT_ALLOWED');
    expect((await ask(attestationCalls.list, {}, { as: holder.token })).data.total).toBe(0);
  });

  it('can be paid from a sufficient balance, and counts as the payer’s spending', async () => {
    const { holder, orderNo, anos } = await ordered(2);
    const short = await ask(calls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });
    await given.credit(holder, 3 * pageCents);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(calls.payOrder, { orderNo, way: 'balance' }, { as: holder.token })),
    );

    expect(short.refused).toBe('BALANCE_SHORT');
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null]));
    expect(await statesOf(holder, anos)).toEqual(all(anos, 'queuing'));
    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 2 * pageCents });
    expect(await spentInMonth(service.database.pool, holder.loginId, service.now)).toBe(2 * pageCents);
    await isSound();
  });

  it('paid externally doesn’t count towards a limit; paid from the balance, it stays within the limit', async () => {
    const holder = await without();
    const member = await given.member(holder, ['preserve', 'billing']);
    await service.database.pool.query('update login set spending_limit_cents = $2 where id = $1', [
      member.loginId,
      pageCents,
    ]);
    const [outside, inside] = [
      (await order(member, 3)).data.orderNo ?? '',
      (await order(member, 2)).data.orderNo ?? '',
    ];
    await given.credit(holder, 5 * pageCents);

    await notify(await pay.begin(member.token, outside), 3 * pageCents);
    const over = await ask(calls.payOrder, { orderNo: inside, way: 'balance' }, { as: member.token });
    await ask(calls.payOrder, { orderNo: inside, way: 'balance' }, { as: holder.token });

    expect(over.refused).toBe('SPENDING_LIMIT');
    expect(await spentInMonth(service.database.pool, member.loginId, service.now)).toBe(0);
    expect(await spentInMonth(service.database.pool, holder.loginId, service.now)).toBe(2 * pageCents);
    expect(await balance(holder)).toEqual({ balanceCents: 3 * pageCents, heldCents: 5 * pageCents });
    await isSound();
  });
});

describe('a page paid by its order', () => {
  const fail = (ano: string) =>
    service.database.transaction(async (db) => {
      await moveAttestation(db, ano, 'leased', { by: { node: 'node' } });
      const said = message('load.no-page', { seconds: 45 });
      await moveAttestation(db, ano, 'failed', { failure: { code: 'LOAD_TIMEOUT', said } });
    });
  const retry = ({ token }: Login, ano: string) => ask(attestationCalls.retry, { ano }, { as: token });

  it('is retried at its order’s price, from the balance, regardless of the current price', async () => {
    const { holder, orderNo, anos } = await ordered(20);
    await notify(await pay.begin(holder.token, orderNo), 18_000);
    const [ano = ''] = anos;
    await fail(ano);

    const quoted = (await ask(attestationCalls.retryPrice, { anos: [ano] }, { as: holder.token })).data;
    const { data, refused } = await retry(holder, ano);

    expect(quoted).toMatchObject({ packages: [], amountCents: 900, balanceCents: 900 });
    expect(refused).toBe(null);
    expect(data).toMatchObject({ state: 'queuing', attempt: 2, orderNo, cost: { state: 'held', amountCents: 900 } });
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 18_000 });
    await isSound();
  });

  it('is retried at the current price if it was refunded, and not refunded twice', async () => {
    const { holder, orderNo, anos } = await paid(1);
    const [ano = ''] = anos;
    await fail(ano);
    const { token } = await given.staff();
    const input = { orderNo, amountCents: pageCents, reason: '客户申请退款' };
    await ask(calls.refundOrder, { ...input, refundedCents: 0 }, { as: token });

    const short = await retry(holder, ano);
    await given.credit(holder, pageCents);
    const again = await retry(holder, ano);
    const twice = await ask(calls.refundOrder, { ...input, refundedCents: pageCents }, { as: token });

    expect([short.refused, again.refused, twice.refused]).toEqual(['BALANCE_SHORT', null, 'STATE_FORBIDS']);
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: pageCents });
    await isSound();
  });

  it('causes no low-balance notice when the money passes through the balance', async () => {
    const { holder, orderNo } = await ordered(2);
    await ask(costCenterCalls.setLowBalance, { lowBalanceCents: 1_500 }, { as: holder.token });

    await notify(await pay.begin(holder.token, orderNo), 2 * pageCents);

    const { rows } = await service.database.pool.query('select from balance_fall where account_id = $1', [
      holder.accountId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('an unpaid order for pages', () => {
  it('is closed by its holder, and its pages are cancelled', async () => {
    const { holder, orderNo, anos } = await ordered(2);

    await ask(calls.closeOrder, { orderNo }, { as: holder.token });

    expect(await statesOf(holder, anos)).toEqual(all(anos, 'cancelled'));
    const { data } = await ask(attestationCalls.info, { ano: anos[0] ?? '' }, { as: holder.token });
    expect(data.custody.map(({ event }) => event)).toEqual(['received', 'lapsed']);
    await isSound();
  });

  it('expires with a message to the user who ordered; a later payment is refunded and starts nothing', async () => {
    const { holder, orderNo, anos } = await ordered(2);
    const paymentNo = await pay.begin(holder.token, orderNo);
    service.now = new Date(service.now.getTime() + 31 * 60_000);
    await watchPayments(watcherDepsOf(service), service.now);
    await payTrade(service.database.pool, paymentNo, { now: service.now, dueAt: null });

    await notify(paymentNo, 2 * pageCents);

    expect((await pay.order(holder.token, orderNo)).state).toBe('closed');
    expect(await statesOf(holder, anos)).toEqual(all(anos, 'cancelled'));
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 0 });
    const { rows } = await service.database.pool.query<{ message: object }>(
      'select message from message where login_id = $1 order by id',
      [holder.loginId],
    );
    expect(rows.map(({ message }) => message)).toMatchObject([
      { name: 'message.order-lapsed', values: { order: orderNo, count: 2 } },
      { name: 'message.payment-late' },
    ]);
    await isSound();
  });

  it('is either paid or closed by concurrent requests, never both', async () => {
    for (let round = 0; round < 8; round++) {
      const { holder, orderNo, anos } = await ordered(2);
      const paymentNo = await pay.begin(holder.token, orderNo);

      await Promise.all([
        notify(paymentNo, 2 * pageCents),
        ask(calls.closeOrder, { orderNo }, { as: holder.token }),
        ask(attestationCalls.confirm, { anos }, { as: holder.token }),
      ]);

      const { state } = await pay.order(holder.token, orderNo);
      expect(await statesOf(holder, anos)).toEqual(all(anos, state === 'paid' ? 'queuing' : 'cancelled'));
      expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: state === 'paid' ? 2 * pageCents : 0 });
    }
    await isSound();
  });
});

describe('a refund of an order for pages', () => {
  const refund = async (orderNo: string, amountCents: number) => {
    const { token } = await given.staff();
    const { data } = await ask(consoleOrderCalls.consoleOrder, { orderNo }, { as: token });
    const input = { orderNo, amountCents, refundedCents: data.refundedCents, reason: '客户申请退款' };
    return { ...(await ask(calls.refundOrder, input, { as: token })), refundableCents: data.refundableCents };
  };

  const payOut = async (orderNo: string) => {
    const { rows } = await service.database.pool.query<{ id: string }>(
      `select r.id from refund r join payment p on p.id = r.payment_id join order_ o on o.id = p.order_id
       where o.no = $1 and r.state = 'asked'`,
      [orderNo],
    );
    for (const { id } of rows) await refundPayment(watcherDepsOf(service), id, service.now);
  };
  const show = (ano: string) =>
    service.database.pool.query(`update attestation set state = 'preview' where ano = $1`, [ano]);
  const take = async ({ token }: Login, ano: string) => {
    await show(ano);
    await ask(attestationCalls.confirm, { anos: [ano] }, { as: token });
  };

  it('excludes open pages, and takes returned money from the balance', async () => {
    const { holder, orderNo, anos } = await paid(2);
    const early = await refund(orderNo, pageCents);
    await ask(attestationCalls.cancel, { ano: anos[0] ?? '' }, { as: holder.token });

    const tooMuch = await refund(orderNo, 2 * pageCents);
    const { refused, refundableCents } = await refund(orderNo, pageCents);

    expect([early.refused, early.refundableCents]).toEqual(['REFUND_TOO_MUCH', 0]);
    expect(tooMuch.refused).toBe('REFUND_TOO_MUCH');
    expect([refused, refundableCents]).toEqual([null, pageCents]);
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: pageCents });
    await isSound();
  });

  it('takes charged money from revenue, and leaves the rest of the balance untouched', async () => {
    const { holder, orderNo, anos } = await paid(3);
    await given.credit(holder, 7 * pageCents);
    await ask(attestationCalls.cancel, { ano: anos[0] ?? '' }, { as: holder.token });
    for (const ano of anos.slice(1)) await take(holder, ano);

    const first = await refund(orderNo, 2 * pageCents);
    await payOut(orderNo);
    const second = await refund(orderNo, pageCents);
    await payOut(orderNo);

    expect([first.refused, first.refundableCents]).toEqual([null, 3 * pageCents]);
    expect([second.refused, second.refundableCents]).toEqual([null, pageCents]);
    expect((await pay.order(holder.token, orderNo)).state).toBe('refunded');
    expect(await balance(holder)).toEqual({ balanceCents: 7 * pageCents, heldCents: 0 });
    await isSound();
  });

  it('returns each part to its source if the provider refuses', async () => {
    const { holder, orderNo, anos } = await paid(2);
    await ask(attestationCalls.cancel, { ano: anos[0] ?? '' }, { as: holder.token });
    await take(holder, anos[1] ?? '');
    await refund(orderNo, 2 * pageCents);

    for (const id of await refundsAsked(service))
      await service.database.transaction((db) => endRefundByHand(db, { id, outcome: 'kept', now: service.now }));
    const { refused, refundableCents } = await refund(orderNo, 2 * pageCents);

    expect([refused, refundableCents]).toEqual([null, 2 * pageCents]);
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 0 });
    await isSound();
  });

  it('never exceeds what was paid after a page is captured again: the second capture holds the same money', async () => {
    const { holder, orderNo, anos } = await paid(1);
    const [ano = ''] = anos;
    await show(ano);
    const again = (await ask(attestationCalls.captureAgain, { ano }, { as: holder.token })).data.ano;
    await given.credit(holder, 5 * pageCents);

    const held = await refund(orderNo, pageCents);
    await take(holder, again);
    const tooMuch = await refund(orderNo, 2 * pageCents);
    const settled = await refund(orderNo, pageCents);

    expect([held.refused, held.refundableCents]).toEqual(['REFUND_TOO_MUCH', 0]);
    expect([tooMuch.refused, tooMuch.refundableCents]).toEqual(['REFUND_TOO_MUCH', pageCents]);
    expect(settled.refused).toBe(null);
    expect(await balance(holder)).toEqual({ balanceCents: 5 * pageCents, heldCents: 0 });
    await isSound();
  });

  it('is refused if the balance paid: each page releases its own hold', async () => {
    const { holder, orderNo } = await ordered(1);
    await given.credit(holder, pageCents);
    await ask(calls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });

    const { refused, refundableCents } = await refund(orderNo, pageCents);

    expect([refused, refundableCents]).toEqual(['REFUND_TOO_MUCH', 0]);
    await isSound();
  });
});
