import { costCenterCalls as calls, messageCalls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { placeHold, releaseHold } from '../money/service.ts';
import { paying } from '../orders/testing/payments.ts';
import { sendMoneyNotices } from './jobs.ts';
import { givenBalance } from './testing/money.ts';

const service = useService();
const { ask, given } = service;
const dayMs = 86_400_000;
let subjects = 0;

async function spend({ accountId, loginId }: Login, quantity: number): Promise<string> {
  const subject = `subject-${subjects++}`;
  await service.database.transaction((db) =>
    placeHold(db, { accountId, loginId, service: 'ecommerce', quantity, subject, now: service.now }),
  );
  return subject;
}

/** The messages about money, newest first. */
async function messagesOf({ token }: Login): Promise<string[]> {
  const { data } = await ask(messageCalls.news, { kind: 'billing', size: 100 }, { as: token });
  return data.list.map(({ message }) => message.text);
}

const setThreshold = ({ token }: Login, lowBalanceCents: number | null) =>
  ask(calls.setLowBalance, { lowBalanceCents }, { as: token });

const notify = (at = service.now) => sendMoneyNotices(service.database, at);

describe('a low balance', () => {
  it('notifies once per fall, even with concurrent jobs', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 10_000);
    await setThreshold(holder, 5_000);
    await spend(holder, 3);
    await notify();
    expect(await messagesOf(holder)).toEqual([]);

    await spend(holder, 1);
    await Promise.all(Array.from({ length: 8 }, () => notify()));
    await spend(holder, 1);
    await notify();
    expect(await messagesOf(holder)).toEqual([
      'Your balance is ¥40.00, below your alert of ¥50.00. Top up to keep preserving pages.',
    ]);

    await givenBalance(service, holder, 5_000);
    await spend(holder, 3);
    await notify();
    expect(await messagesOf(holder)).toHaveLength(2);
  });

  it('does not notify if the balance has recovered before', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 6_000);
    await setThreshold(holder, 5_000);
    const subject = await spend(holder, 1);
    await service.database.transaction((db) => releaseHold(db, subject, service.now));
    await notify();

    expect(await messagesOf(holder)).toEqual([]);
  });

  it('does not notify a user who turned it off, or about a fall that was rolled back', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 10_000);
    await setThreshold(holder, 9_000);
    const { accountId, loginId } = holder;
    await expect(
      service.database.transaction(async (db) => {
        await placeHold(db, {
          accountId,
          loginId,
          service: 'ecommerce',
          quantity: 1,
          subject: 'undone',
          now: service.now,
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await notify();
    await setThreshold(holder, null);
    await spend(holder, 5);
    await notify();

    expect(await messagesOf(holder)).toEqual([]);
  });

  it('has a threshold that only the account’s holder sets and the cost center shows', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['billing']);

    expect((await setThreshold(member, 5_000)).refused).toBe('NOT_ALLOWED');
    expect((await setThreshold(holder, 5_000)).refused).toBeNull();
    expect((await ask(calls.costCenter, {}, { as: member.token })).data.account?.lowBalanceCents).toBe(5_000);
    expect((await setThreshold(holder, 0)).refused).toBe('INPUT_INVALID');
  });
});

describe('the end of a package', () => {
  it('notifies thirty and seven days before, once each, while units are left', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 1_000_000);
    const orderNo = await paying(service).package(holder.token);
    await ask(orderCalls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });
    const notifyDaysBefore = async (days: number) => {
      const at = new Date(service.now.getTime() + (365 - days) * dayMs);
      await notify(at);
      await notify(at);
      return (await messagesOf(holder)).filter((text) => text.includes('expires on')).length;
    };

    expect(await notifyDaysBefore(31)).toBe(0);
    expect(await notifyDaysBefore(30)).toBe(1);
    expect(await notifyDaysBefore(8)).toBe(1);
    expect(await notifyDaysBefore(7)).toBe(2);
    expect(await notifyDaysBefore(0)).toBe(2);
  });
});
