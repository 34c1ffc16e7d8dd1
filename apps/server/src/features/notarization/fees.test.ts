import { notarizationCalls as calls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { checkLedger, findBalance } from '../money/service.ts';
import { type Notary, useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);

const start = async (): Promise<[Login, Notary]> => [await service.given.login(), await matters.notary()];
const cents = 100_000_00;
/** A declaration, by the first price list. */
const feeCents = 800_00;

const balanceOf = async ({ accountId }: Login) => findBalance(service.database.pool, accountId);
const withdraw = (holder: Login, id: string) =>
  service.ask(calls.abandonMatter, { id, reason: '不再需要公证' }, { as: holder.token });
const costOf = async (holder: Login, id: string) =>
  (await service.ask(calls.matterInfo, { id }, { as: holder.token })).data.cost;
const problems = async () => (await checkLedger(service.database.pool)).map(({ what }) => what);

/** Buys a package of five matters. @returns its order and price */
async function buyPackage(holder: Login) {
  await service.given.credit(holder, cents);
  const { data } = await service.ask(orderCalls.orderPackage, { code: 'notarization-5' }, { as: holder.token });
  await service.ask(orderCalls.payOrder, { orderNo: data.orderNo, way: 'balance' }, { as: holder.token });
  return { orderNo: data.orderNo, amountCents: cents - (await balanceOf(holder)).balanceCents };
}

/** Puts a price list in force in which a matter costs twice as much. */
async function raisePrices(): Promise<void> {
  await service.database.pool.query(
    `with made as (
       insert into price_list (valid_from) values ($1) returning version
     ) insert into price (version, service, from_quantity, unit_cents)
       select made.version, service, from_quantity, unit_cents * 2 from price, made
       where price.version = 1`,
    [service.now],
  );
}

describe('the fee', () => {
  it.each([
    ['rejectMatter', 'rejected', true],
    ['rejectMatter', 'rejected', false],
    ['terminateMatter', 'terminated', true],
    ['terminateMatter', 'terminated', false],
  ] as const)(
    'after %s is refunded or kept as the notary decides (%s, refund: %s)',
    async (name, state, isFeeReturned) => {
      const [holder, notary] = await start();
      const { id } = await matters.ready(holder, notary);
      await matters.signAll(holder, id);

      const { refused } = await matters.decide(name, { id, reason: '审查发现不真实', isFeeReturned }, notary);

      expect(refused).toBeNull();
      expect((await matters.info(holder, id)).state).toBe(state);
      const kept = isFeeReturned ? 0 : feeCents;
      expect(await balanceOf(holder)).toMatchObject({ balanceCents: cents - kept, heldCents: 0 });
      expect(await costOf(holder, id)).toMatchObject({
        state: isFeeReturned ? 'released' : 'settled',
        amountCents: feeCents,
      });
      expect(await problems()).toEqual([]);
    },
  );

  it('is refunded in full, by half or not at all, depending on the state of the matter', async () => {
    const [holder, notary] = await start();
    const { id: early } = await matters.apply(holder, notary.officeId);
    await matters.decide('acceptMatter', { id: early }, notary);
    await service.given.credit(holder, cents);
    expect(await costOf(holder, early)).toBeNull();
    await service.ask(calls.payMatter, { id: early, way: 'funds' }, { as: holder.token });
    expect(await costOf(holder, early)).toEqual({ state: 'held', amountCents: feeCents, packageUnits: 0 });
    expect((await withdraw(holder, early)).data.feeReturn).toBe('all');
    expect(await balanceOf(holder)).toMatchObject({ balanceCents: cents, heldCents: 0 });
    expect(await costOf(holder, early)).toMatchObject({ state: 'released', amountCents: feeCents });

    const { id: drawn } = await matters.ready(holder, notary);
    expect((await withdraw(holder, drawn)).data.feeReturn).toBe('half');
    expect(await balanceOf(holder)).toMatchObject({ balanceCents: 2 * cents - feeCents / 2, heldCents: 0 });
    expect(await costOf(holder, drawn)).toMatchObject({ state: 'settled', amountCents: feeCents / 2 });

    const { id: signed } = await matters.ready(holder, notary);
    await matters.signAll(holder, signed);
    expect((await withdraw(holder, signed)).data.feeReturn).toBe('none');
    expect(await balanceOf(holder)).toMatchObject({ balanceCents: 3 * cents - feeCents * 1.5, heldCents: 0 });
    expect(await costOf(holder, signed)).toMatchObject({ state: 'settled', amountCents: feeCents });
    expect(await problems()).toEqual([]);
  });

  it('uses a unit of a package if one is left, and such a unit is never refunded in part', async () => {
    const [holder, notary] = await start();
    await buyPackage(holder);
    const { balanceCents } = await balanceOf(holder);
    const { id } = await matters.ready(holder, notary);

    const { data } = await withdraw(holder, id);

    expect(data.feeReturn).toBe('half');
    expect(await balanceOf(holder)).toEqual({ balanceCents: balanceCents + cents, heldCents: 0 });
    expect(await problems()).toEqual([]);
  });

  it('takes no money for the unit of a package that was refunded in full meanwhile', async () => {
    const [holder, notary] = await start();
    const bought = await buyPackage(holder);
    const { id } = await matters.ready(holder, notary);
    const { token } = await service.given.staff();
    const refund = { ...bought, refundedCents: 0, reason: '客户申请退款' };
    expect((await service.ask(orderCalls.refundOrder, refund, { as: token })).refused).toBeNull();
    const before = await balanceOf(holder);

    expect((await withdraw(holder, id)).data.feeReturn).toBe('half');

    expect(await balanceOf(holder)).toEqual({ ...before, heldCents: 0 });
    expect(await costOf(holder, id)).toMatchObject({ state: 'settled', amountCents: 0, packageUnits: 1 });
    expect(await problems()).toEqual([]);
  });

  it('may be paid otherwise once its order is closed, and the journal names who closed it', async () => {
    const [holder, notary] = await start();
    const { id } = await matters.apply(holder, notary.officeId);
    await matters.decide('acceptMatter', { id }, notary);
    const { data } = await service.ask(calls.payMatter, { id, way: 'order' }, { as: holder.token });

    await service.ask(orderCalls.closeOrder, { orderNo: data.orderNo ?? '' }, { as: holder.token });

    const { state, journal } = await matters.info(holder, id);
    const opened = journal.find(({ event }) => event === 'open-order');
    expect(opened?.actor.name).not.toBe('');
    expect(state).toBe('accepted');
    expect(journal.at(-1)).toMatchObject({ event: 'close-order', actor: opened?.actor });
  });

  it('keeps the amount fixed on acceptance when prices rise, by balance and by order', async () => {
    const [holder, notary] = await start();
    const [one, other] = [await matters.apply(holder, notary.officeId), await matters.apply(holder, notary.officeId)];
    for (const { id } of [one, other]) await matters.decide('acceptMatter', { id }, notary);
    await service.given.credit(holder, cents);
    await raisePrices();

    await service.ask(calls.payMatter, { id: one.id, way: 'funds' }, { as: holder.token });
    const { data } = await service.ask(calls.payMatter, { id: other.id, way: 'order' }, { as: holder.token });

    expect(await balanceOf(holder)).toMatchObject({ heldCents: feeCents });
    const orderNo = data.orderNo ?? '';
    const order = await service.ask(orderCalls.order, { orderNo }, { as: holder.token });
    expect(order.data.amountCents).toBe(feeCents);
    // Open orders for fees must pass the ledger check just like those for attestations.
    expect(await problems()).toEqual([]);
  });
});
