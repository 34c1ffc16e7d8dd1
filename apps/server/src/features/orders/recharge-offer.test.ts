import { orderCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;

const shownTo = async (token: string) =>
  (await ask(calls.rechargeOptions, {}, { as: token })).data.rechargeObj.map(({ amountCents }) => amountCents);
const offerOf = async (operator: string) => (await ask(calls.consoleRechargeOffer, {}, { as: operator })).data;

describe('the recharge offer', () => {
  it('has its initial amounts until an operator sets others, in the operator’s order', async () => {
    const { token } = await given.login();
    const { token: operator } = await given.staff();
    const first = await offerOf(operator);
    expect(first).toMatchObject({ version: 1, by: null });
    expect(await shownTo(token)).toEqual([10_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]);

    const amountsCents = [30_000, 9_900, 1_000_000];
    const changed = await ask(calls.changeRechargeOffer, { version: 1, amountsCents }, { as: operator });

    expect(changed.data).toMatchObject({ version: 2, amountsCents, by: expect.any(String) });
    expect(await shownTo(token)).toEqual(amountsCents);
  });

  it('is changed once by two concurrent edits, and the audit trail has both versions', async () => {
    const { token, staffId } = await given.staff();
    const { version, amountsCents } = await offerOf(token);
    const asked = [20_000, 40_000].map((cents) => [cents, ...amountsCents]);

    const answers = await Promise.all(
      asked.map((some) => ask(calls.changeRechargeOffer, { version, amountsCents: some }, { as: token })),
    );

    expect(answers.map(({ refused }) => refused).sort()).toEqual(['CHANGED_MEANWHILE', null]);
    const now = await offerOf(token);
    expect(now.version).toBe(version + 1);
    const { rows } = await service.database.pool.query<{ subject: { before: string; after: string } }>(
      `select subject from audit where staff_id = $1 and event = 'recharge-offer.changed' and not subject ? 'outcome'`,
      [staffId],
    );
    const [{ subject } = { subject: null }] = rows;
    expect(rows).toHaveLength(1);
    expect(subject?.before).not.toContain(subject?.after);
    expect(subject?.after.endsWith(subject.before)).toBe(true);
  });

  it('is changed only by operators who verified a code recently', async () => {
    const { token } = await given.staff();
    const { version, amountsCents } = await offerOf(token);
    const other = { version, amountsCents: [12_300, ...amountsCents.slice(0, 3)] };
    service.now = new Date(service.now.getTime() + 16 * 60_000);

    const unproven = await ask(calls.changeRechargeOffer, other, { as: token });
    const notary = await ask(calls.changeRechargeOffer, other, { as: (await given.staff('notary')).token });

    expect([unproven.refused, notary.refused]).toEqual(['PROVE_AGAIN', 'NOT_ALLOWED']);
    expect((await offerOf(token)).version).toBe(version);
  });

  it.each<[string, number[]]>([
    ['no amount', []],
    ['one twice', [10_000, 20_000, 10_000]],
    ['less than a recharge may be', [99]],
    ['more than a recharge may be', [100_000_001]],
    ['a fraction of a cent', [100.5]],
    ['more than anyone chooses from', Array.from({ length: 13 }, (_, n) => 10_000 + n)],
  ])('rejects %s', async (_what, amountsCents) => {
    const { token } = await given.staff();
    const { version } = await offerOf(token);

    expect((await ask(calls.changeRechargeOffer, { version, amountsCents }, { as: token })).refused).toBe(
      'INPUT_INVALID',
    );
    expect((await offerOf(token)).version).toBe(version);
  });

  it('can’t be changed in the database', async () => {
    for (const change of [
      'delete from recharge_offer',
      'update recharge_offer set amounts_cents = array[1]',
      'truncate recharge_offer',
    ])
      await expect(service.database.pool.query(change)).rejects.toThrow('never changed');
  });
});
