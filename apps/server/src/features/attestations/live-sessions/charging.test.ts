import { liveSessionCalls as calls, message, orderCalls } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { checkLedger, findBalance, findQuotas, shrinkHold } from '../../money/service.ts';
import { notifyService, paying, sandboxNotification } from '../../orders/testing/payments.ts';
import { moveAttestation } from '../lifecycle.ts';

const service = useService();
const { ask, given } = service;
const minuteCents = 200;

/** A holder with these minutes in a package and this balance. */
async function givenHolder(o: { packageMinutes: number; balanceCents: number }): Promise<Login> {
  const holder = await given.login({ isWelcomed: false });
  if (o.balanceCents > 0) await given.credit(holder, o.balanceCents);
  await givePackage(holder, o.packageMinutes);
  return holder;
}

async function givePackage({ accountId, loginId }: Login, minutes: number): Promise<void> {
  const { now } = service;
  await service.database.pool.query(
    `with p as (
       insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       values ($1, gen_random_uuid()::text, 'evidence', '', '', 1, $2, $3, $4) returning id
     ) insert into package_quota (package_id, service, quota) select id, 'session-minute', $5 from p`,
    [accountId, loginId, now, new Date(now.getTime() + 86_400_000), minutes],
  );
}

/** A session that a node runs. */
async function open({ token }: Login, minutes: number): Promise<string> {
  const { ano } = (await ask(calls.openSession, { minutes }, { as: token })).data.attestation;
  await move(ano, 'leased');
  return ano;
}

const extend = (ano: string, extendMinutes: number, { token }: Login) =>
  ask(calls.sessionTime, { ano, extendMinutes }, { as: token });

/** What the holder still has, and what the session costs. */
async function fundsOf(holder: Login, ano: string) {
  const { pool } = service.database;
  const quotas = await findQuotas(pool, holder.accountId, service.now);
  const { attestation, time } = (await ask(calls.sessionInfo, { ano }, { as: holder.token })).data;
  const balance = await findBalance(pool, holder.accountId);
  return {
    packageMinutes: quotas[0]?.left ?? 0,
    balance: [balance.balanceCents, balance.heldCents],
    cost: [attestation.cost?.state, attestation.cost?.packageUnits, attestation.cost?.amountCents],
    shown: [time.packageMinutes, time.amountCents],
  };
}

const move = (ano: string, event: 'leased' | 'captured' | 'failed') =>
  service.database.transaction((db) =>
    moveAttestation(db, ano, event, {
      ...(event === 'leased' && { by: { node: 'one' } }),
      ...(event === 'failed' && { failure: { code: 'INTERNAL', said: message('recording.lost') } }),
    }),
  );

/** Ends a session as its seal does. */
async function sealAfter(ano: string, minutes: number): Promise<void> {
  await service.database.transaction((db) => shrinkHold(db, ano, { quantity: minutes, now: service.now }));
  await move(ano, 'captured');
}

it('takes its minutes from a package, charges the started ones, and returns the others', async () => {
  const holder = await givenHolder({ packageMinutes: 30, balanceCents: 0 });

  const ano = await open(holder, 10);
  const opened = await fundsOf(holder, ano);
  await extend(ano, 5, holder);
  const extended = await fundsOf(holder, ano);
  await sealAfter(ano, 3);

  expect(opened).toEqual({ packageMinutes: 20, balance: [0, 0], cost: ['held', 10, 0], shown: [10, 0] });
  expect(extended).toEqual({ packageMinutes: 15, balance: [0, 0], cost: ['held', 15, 0], shown: [15, 0] });
  expect(await fundsOf(holder, ano)).toEqual({
    packageMinutes: 27,
    balance: [0, 0],
    cost: ['settled', 3, 0],
    shown: [3, 0],
  });
  expect(await checkLedger(service.database.pool)).toEqual([]);
});

it('takes what a package lacks from the balance, and charges the package first', async () => {
  const holder = await givenHolder({ packageMinutes: 4, balanceCents: 5_000 });

  const ano = await open(holder, 10);
  const opened = await fundsOf(holder, ano);
  await extend(ano, 5, holder);
  const extended = await fundsOf(holder, ano);
  const tooLong = await extend(ano, 30, holder);
  await sealAfter(ano, 6);

  const heldCents = (minutes: number) => [5_000 - minutes * minuteCents, minutes * minuteCents];
  expect(opened).toMatchObject({ packageMinutes: 0, balance: heldCents(6), shown: [4, 1_200] });
  expect(extended).toMatchObject({ packageMinutes: 0, balance: heldCents(11), shown: [4, 2_200] });
  expect(tooLong.refused).toBe('BALANCE_SHORT');
  expect(await fundsOf(holder, ano)).toEqual({
    packageMinutes: 0,
    balance: [4_600, 0],
    cost: ['settled', 4, 400],
    shown: [4, 400],
  });
  expect(await checkLedger(service.database.pool)).toEqual([]);
});

it('can be extended with a package bought while it runs, whose unused minutes are returned', async () => {
  const holder = await givenHolder({ packageMinutes: 10, balanceCents: 0 });
  const ano = await open(holder, 10);
  const refused = await extend(ano, 5, holder);
  await givePackage(holder, 5);

  const extended = await extend(ano, 5, holder);
  await sealAfter(ano, 10);

  expect(refused.refused).toBe('BALANCE_SHORT');
  expect(extended.data).toMatchObject({ bookedMinutes: 15, packageMinutes: 15, amountCents: 0 });
  expect(await fundsOf(holder, ano)).toMatchObject({ packageMinutes: 5, cost: ['settled', 10, 0] });
});

it.each(['failed', 'cancelled'] as const)('costs neither minutes nor money once it has %s', async (end) => {
  const holder = await givenHolder({ packageMinutes: 4, balanceCents: 5_000 });
  const ano = await open(holder, 10);
  await extend(ano, 10, holder);

  if (end === 'failed') await move(ano, 'failed');
  else await ask(calls.cancelSession, { ano }, { as: holder.token });

  expect(await fundsOf(holder, ano)).toMatchObject({ packageMinutes: 4, balance: [5_000, 0] });
  expect((await fundsOf(holder, ano)).cost[0]).toBe('released');
  expect(await checkLedger(service.database.pool)).toEqual([]);
});

it('is charged the minutes of its package, and no money, even if that package was refunded in full meanwhile', async () => {
  const pay = paying(service);
  const holder = await given.login({ isWelcomed: false });
  const orderNo = await pay.package(holder.token, 'mixed-year');
  const { amountCents } = await pay.order(holder.token, orderNo);
  const paymentNo = await pay.begin(holder.token, orderNo);
  await notifyService(service, 'sandbox', sandboxNotification(service, { paymentNo, cents: amountCents }));
  const ano = await open(holder, 10);
  const { token } = await given.staff();
  const refund = { orderNo, amountCents, refundedCents: 0, reason: '客户申请退款' };
  const refunded = await ask(orderCalls.refundOrder, refund, { as: token });

  await sealAfter(ano, 3);

  expect(refunded.data.state).toBe('refunding');
  expect(await fundsOf(holder, ano)).toMatchObject({ balance: [0, 0], cost: ['settled', 3, 0] });
  expect(await checkLedger(service.database.pool)).toEqual([]);
});
