import { billingCalls, costCenterCalls as calls, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { placeHold, releaseHold } from '../money/service.ts';
import { paying } from '../orders/testing/paying.ts';
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

/** Texts of the messages that were told of money, the newest first. */
async function told({ token }: Login): Promise<string[]> {
  const { data } = await ask(messageCalls.news, { kind: 'billing', size: 100 }, { as: token });
  return data.list.map(({ said }) => said.text);
}

const setThreshold = ({ token }: Login, lowBalanceCents: number | null) =>
  ask(calls.setLowBalance, { lowBalanceCents }, { as: token });

const tell = (at = service.now) => sendMoneyNotices(service.database, at);

describe('a low balance', () => {
  it('is told once for each fall below, however often it is looked at and by how many', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 10_000);
    await setThreshold(holder, 5_000);
    await spend(holder, 3);
    await tell();
    expect(await told(holder)).toEqual([]);

    await spend(holder, 1);
    await Promise.all(Array.from({ length: 8 }, () => tell()));
    await spend(holder, 1);
    await tell();
    expect(await told(holder)).toEqual([
      'Your balance is ¥40.00, below your alert of ¥50.00. Top up to keep preserving pages.',
    ]);

    await givenBalance(service, holder, 5_000);
    await spend(holder, 3);
    await tell();
    expect(await told(holder)).toHaveLength(2);
  });

  it('is not told where it had risen again before anybody was told', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 6_000);
    await setThreshold(holder, 5_000);
    const subject = await spend(holder, 1);
    await service.database.transaction((db) => releaseHold(db, subject, service.now));
    await tell();

    expect(await told(holder)).toEqual([]);
  });

  it('is not told to who wants no message, nor where what fell was rolled back', async () => {
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
    await tell();
    await setThreshold(holder, null);
    await spend(holder, 5);
    await tell();

    expect(await told(holder)).toEqual([]);
  });

  it('is set by who holds the account alone, and known in the cost center', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['billing']);

    expect((await setThreshold(member, 5_000)).refused).toBe('NOT_ALLOWED');
    expect((await setThreshold(holder, 5_000)).refused).toBeNull();
    expect((await ask(calls.costCenter, {}, { as: member.token })).data.account?.lowBalanceCents).toBe(5_000);
    expect((await setThreshold(holder, 0)).refused).toBe('INPUT_INVALID');
  });
});

describe('the end of a package', () => {
  it('is told thirty and seven days before, once each, while something is left of it', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 1_000_000);
    const orderNo = await paying(service).package(holder.token);
    await ask(billingCalls.payOrder, { orderNo, way: 'balance' }, { as: holder.token });
    const tellDaysBefore = async (days: number) => {
      const at = new Date(service.now.getTime() + (365 - days) * dayMs);
      await tell(at);
      await tell(at);
      return (await told(holder)).filter((text) => text.includes('expires on')).length;
    };

    expect(await tellDaysBefore(31)).toBe(0);
    expect(await tellDaysBefore(30)).toBe(1);
    expect(await tellDaysBefore(8)).toBe(1);
    expect(await tellDaysBefore(7)).toBe(2);
    expect(await tellDaysBefore(0)).toBe(2);
  });
});
