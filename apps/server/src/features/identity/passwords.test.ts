import { hash } from '@node-rs/argon2';
import { accountCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { hashPassword, isPassword } from './passwords.ts';

const service = useService();
const { ask, given } = service;

/** Fills all running and waiting places; the first two comparisons take long enough for another call to arrive. */
async function fillQueue(): Promise<{ emptied: Promise<unknown> }> {
  const cheap = await hash('x', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const slow = await hash('x', { memoryCost: 65_536, timeCost: 12, parallelism: 4 });
  const compared = [slow, slow, ...Array.from({ length: 60 }, () => cheap)].map((one) => isPassword('x', one));
  return { emptied: Promise.all(compared) };
}

describe('passwords', () => {
  it('are never hashed or compared while a database connection is held', async () => {
    const { database } = service;

    await expect(database.transaction(() => hashPassword('carry-a-lantern', '13900000000'))).rejects.toThrow(
      /transaction/,
    );
    await expect(database.snapshot(() => isPassword('x', null))).rejects.toThrow(/transaction/);
    await expect(database.withClient(() => isPassword('x', null))).rejects.toThrow(/transaction/);
    expect(await isPassword('x', null)).toBe(false);
  });

  it('wait in a bounded queue; beyond it a sign-in is refused with a retry time and not counted', async () => {
    const { phone, password } = await given.login();
    const { emptied } = await fillQueue();

    const busy = await Promise.all(Array.from({ length: 8 }, () => ask(calls.login, { account: phone, password })));
    await emptied;

    expect(new Set(busy.map(({ refused }) => refused))).toEqual(new Set(['PASSWORDS_BUSY']));
    expect(busy[0]).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect((await ask(calls.login, { account: phone, password })).refused).toBeNull();
  });

  it('do not delay reads while they wait', async () => {
    const { token } = await given.login();
    const { emptied } = await fillQueue();
    let isEmptied = false;
    void emptied.then(() => (isEmptied = true));

    const { refused } = await ask(calls.accountInfo, {}, { as: token });

    expect(refused).toBeNull();
    expect(isEmptied).toBe(false);
    await emptied;
  });
});
