import { orderCalls as calls, consoleOrderCalls, moneyCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { paying } from '../orders/testing/payments.ts';
import { placeHold } from './holds/holds.ts';
import { checkLedger } from './ledger/check-store.ts';

const service = useService();
const { ask, given } = service;
const pay = paying(service);
const isSound = async () => expect(await checkLedger(service.database.pool)).toEqual([]);
const buy = async (as: string, orderNo: string) =>
  (await ask(calls.payOrder, { orderNo, way: 'balance' }, { as })).refused;

describe('a package that a member buys from the balance', () => {
  const limited = async (cents: number) => {
    const holder = await given.login();
    await given.credit(holder, 400_000);
    const member = await given.member(holder, ['billing', 'preserve']);
    await service.database.pool.query('update login set spending_limit_cents = $2 where id = $1', [
      member.loginId,
      cents,
    ]);
    return { holder, member };
  };

  it('counts towards the monthly limit, even with concurrent purchases', async () => {
    const { holder, member } = await limited(2 * 78_000 + 500);
    const orderNos = await Promise.all(Array.from({ length: 5 }, () => pay.package(holder.token)));

    const answers = await Promise.all(orderNos.map((orderNo) => buy(member.token, orderNo)));
    const again = await buy(member.token, orderNos[answers.indexOf(null)] ?? '');
    const { data: quote } = await ask(moneyCalls.quote, { service: 'page', quantity: 1 }, { as: member.token });

    expect(answers.filter((refused) => refused === null)).toHaveLength(2);
    expect(new Set(answers)).toEqual(new Set([null, 'SPENDING_LIMIT']));
    expect(again).toBe(null);
    expect(quote.limitLeftCents).toBe(500);
    expect(await pay.balance(holder.token)).toBe(400_000 - 2 * 78_000);
    await isSound();
  });

  it('triggers one message to the holder', async () => {
    const { holder, member } = await limited(78_000);
    const orderNo = await pay.package(member.token);

    await buy(member.token, orderNo);
    await buy(member.token, orderNo);

    const { rows } = await service.database.pool.query('select from message where login_id = $1 and link = $2', [
      holder.loginId,
      `/pay/${orderNo}`,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a refund of a partly used package', () => {
  const used = async (quantity: number) => {
    const login = await given.login({ isWelcomed: false });
    const { token, accountId, loginId } = login;
    const operator = await given.staff();
    await given.credit(login, 90_000);
    const orderNo = await pay.package(token);
    await buy(token, orderNo);
    const order = async (subject: string, pages: number): Promise<number> => {
      const { now } = service;
      const { rows } = await service.database.transaction(async (db) => {
        await placeHold(db, { accountId, loginId, service: 'page', quantity: pages, subject, now });
        return db.query<{ units: number }>('select package_units as units from charge where subject = $1', [subject]);
      });
      return rows[0]?.units ?? 0;
    };
    await order(`${orderNo} first`, quantity);
    return {
      order: (subject: string) => order(`${orderNo} ${subject}`, 1),
      looked: async () => (await ask(consoleOrderCalls.consoleOrder, { orderNo }, { as: operator.token })).data,
      async giveBack(amountCents: number) {
        const { refundedCents } = await pay.order(token, orderNo);
        const input = { orderNo, amountCents, refundedCents, reason: '客户申请退款' };
        return (await ask(calls.refundOrder, input, { as: operator.token })).refused;
      },
    };
  };

  it('shows the operator the use by user, and the value of the unused part', async () => {
    const { looked } = await used(25);

    expect((await looked()).package).toMatchObject({
      quotas: [{ service: 'page', quota: 100, used: 25 }],
      uses: [{ service: 'page', units: 25 }],
      unusedCents: 58_500,
    });
  });

  it('ends the package once all unused units are refunded, and not before', async () => {
    const { giveBack, order } = await used(24);

    await giveBack(58_499);
    const before = await order('before');
    await giveBack(1);

    expect([before, await order('after')]).toEqual([1, 0]);
    await isSound();
  });

  it('excludes concurrent holds of the package', async () => {
    const { giveBack, order } = await used(50);
    const waiting = await service.database.transaction(async (db) => {
      await db.query('select from package for no key update');
      const ordered = order('waiting');
      await new Promise((resolve) => setTimeout(resolve, 200));
      await db.query('update package set expires_at = $1', [service.now]);
      return { ordered };
    });

    expect(await waiting.ordered).toBe(0);
    expect(await giveBack(78_000)).toBe(null);
    await isSound();
  });
});
