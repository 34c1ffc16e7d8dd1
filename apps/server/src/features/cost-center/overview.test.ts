import { accountCalls, costCenterCalls as calls, memberCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { placeHold, releaseHold, settleHold } from '../money/service.ts';
import { givenBalance } from './testing/money.ts';

const service = useService();
const { ask, given } = service;
let subjects = 0;

async function spend(
  { accountId, loginId }: Login,
  o: { quantity: number; at?: Date; end?: typeof settleHold | typeof releaseHold },
): Promise<void> {
  const subject = `subject-${subjects++}`;
  const { quantity, at = service.now, end } = o;
  await service.database.transaction(async (db) => {
    await placeHold(db, { accountId, loginId, service: 'ecommerce', quantity, subject, now: at });
    await end?.(db, subject, at);
  });
}

async function givenSpenders() {
  const holder = await given.login();
  const member = await given.member(holder);
  await givenBalance(service, holder, 100_000);
  await spend(holder, { quantity: 2, end: settleHold });
  await spend(member, { quantity: 1 });
  await spend(member, { quantity: 9, end: releaseHold });
  return { holder, member };
}

describe('the cost center', () => {
  it('shows the balance, the held amount and the spending of the account', async () => {
    const { holder } = await givenSpenders();

    const { data } = await ask(calls.costCenter, {}, { as: holder.token });

    expect(data).toMatchObject({
      account: { balanceCents: 95_500, heldCents: 1_500, lowBalanceCents: null },
      month: { cents: 4_500, orderCents: 0, packagesCents: 0 },
      own: { countedCents: 3_000, limitCents: null },
    });
  });

  it('shows a member without the right only their own spending, and nothing of other accounts', async () => {
    const { member } = await givenSpenders();
    const stranger = await given.login();

    expect((await ask(calls.costCenter, {}, { as: member.token })).data).toEqual({
      account: null,
      month: { cents: 1_500, orderCents: 0, packagesCents: 0 },
      own: { countedCents: 1_500, limitCents: null },
    });
    expect((await ask(calls.costCenter, {}, { as: stranger.token })).data.account).toMatchObject({ balanceCents: 0 });
  });

  it('appears in the account’s info and in the list of its members', async () => {
    const { holder, member } = await givenSpenders();
    const infoOf = async (as: string) => (await ask(accountCalls.accountInfo, {}, { as })).data;

    expect(await infoOf(holder.token)).toMatchObject({ balance: { balanceCents: 95_500, heldCents: 1_500 } });
    expect(await infoOf(member.token)).toMatchObject({ balance: null, packageQuotas: null });
    expect((await ask(memberCalls.memberList, {}, { as: holder.token })).data.list).toMatchObject([
      { userId: member.loginId, spentCents: 1_500 },
    ]);
  });
});

describe('spending', () => {
  const month = { from: '2026-03-01', to: '2026-03-31' };

  it('is summed by local day and by member, without refunds', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    await givenBalance(service, holder, 100_000);
    // 23:59 and 00:00 in UTC+8.
    await spend(holder, { quantity: 1, at: new Date('2026-03-05T15:59:59Z') });
    await spend(member, { quantity: 2, at: new Date('2026-03-05T16:00:00Z'), end: settleHold });
    await spend(member, { quantity: 4, at: new Date('2026-03-06T16:00:00Z'), end: releaseHold });
    await spend(member, { quantity: 4, at: new Date('2026-03-31T16:00:00Z') });

    const { data } = await ask(calls.spending, month, { as: holder.token });

    expect(data.by).toBe('day');
    expect(data.periods).toMatchObject([
      { period: '2026-03-05', service: 'ecommerce', cents: 1_500, quantity: 1, packageUnits: 0 },
      { period: '2026-03-06', service: 'ecommerce', cents: 3_000, quantity: 2, packageUnits: 0 },
    ]);
    expect(data.members).toMatchObject([
      { userId: member.loginId, cents: 3_000 },
      { userId: holder.loginId, cents: 1_500 },
    ]);
    expect((await ask(calls.spending, month, { as: member.token })).data.members).toMatchObject([
      { userId: member.loginId, cents: 3_000 },
    ]);
  });

  it('is summed by member within each day, naming the seven largest', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 1_000_000);
    const members = await Promise.all(Array.from({ length: 8 }, () => given.member(holder)));
    const at = new Date('2026-03-05T04:00:00Z');
    for (const [n, member] of members.entries()) await spend(member, { quantity: n + 2, at });
    await spend(holder, { quantity: 1, at });
    await spend(holder, { quantity: 1, at: new Date('2026-03-06T04:00:00Z') });

    const { data } = await ask(calls.spending, month, { as: holder.token });

    const named = members.slice(1).toReversed();
    const cells = data.memberPeriods.map(({ period, member, cents }) => [period, member?.userId ?? null, cents]);
    expect(cells).toEqual([
      ...named.map(({ loginId }, n) => ['2026-03-05', loginId, (9 - n) * 1_500]),
      ['2026-03-05', null, 3 * 1_500],
      ['2026-03-06', null, 1_500],
    ]);
    expect(data.members).toHaveLength(9);
  });

  it('is summed by month over a year, and refused for a longer period', async () => {
    const holder = await given.login();
    await givenBalance(service, holder, 100_000);
    await spend(holder, { quantity: 1, at: new Date('2026-03-31T16:00:00Z') });
    const asked = (from: string, to: string) => ask(calls.spending, { from, to }, { as: holder.token });

    expect((await asked('2026-01-01', '2026-12-31')).data).toMatchObject({
      by: 'month',
      periods: [{ period: '2026-04', cents: 1_500 }],
    });
    expect((await asked('2026-01-01', '2027-01-02')).refused).toBe('INPUT_INVALID');
    expect((await asked('2026-02-02', '2026-02-01')).refused).toBe('INPUT_INVALID');
  });
});
