import { accountCalls, signInCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** A user signed in here and on another device. */
async function givenTwo() {
  const login = await given.login();
  const from = { from: '198.51.100.20', headers: { 'user-agent': firefox } };
  const { data } = await ask(accountCalls.login, { account: login.phone, password: goodPassword }, from);
  return { ...login, other: data.token ?? '' };
}
const mine = (token: string) => ask(calls.sessions, {}, { as: token });
const isAlive = async (token: string) => (await ask(accountCalls.accountInfo, {}, { as: token })).refused === null;

describe('a user’s sessions', () => {
  it('are listed with device and address, and the current one is marked', async () => {
    const { token, other } = await givenTwo();

    const { data } = await mine(token);

    expect(data.list).toHaveLength(2);
    expect(data.list.find(({ isCurrent }) => !isCurrent)).toMatchObject({
      device: { browser: 'Firefox 144', system: 'Linux' },
      address: '198.51.100.20',
    });
    expect((await mine(other)).data.list.find(({ isCurrent }) => isCurrent)?.address).toBe('198.51.100.20');
  });

  it('end at once, and with them the tokens they were exchanged for', async () => {
    const { token, other } = await givenTwo();
    const { data: swapped } = await ask(accountCalls.swapToken, {}, { as: other });
    const { data } = await mine(token);
    const id = data.list.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await ask(calls.confirm, { password: goodPassword }, { as: token });

    expect(await isAlive(swapped.token)).toBe(true);
    expect((await ask(calls.endSession, { id }, { as: token })).refused).toBeNull();
    expect([await isAlive(other), await isAlive(swapped.token), await isAlive(token)]).toEqual([false, false, true]);
    expect((await ask(calls.endSession, { id }, { as: token })).refused).toBe('NOT_FOUND');
  });

  it('all end but the current one and the tokens it was exchanged for; such a token can’t end them', async () => {
    const { token, other } = await givenTwo();
    const { data: swapped } = await ask(accountCalls.swapToken, {}, { as: token });
    await ask(calls.confirm, { password: goodPassword }, { as: token });

    expect((await ask(calls.endOtherSessions, {}, { as: swapped.token })).refused).toBe('TOKEN_LIMITED');
    expect((await ask(calls.endOtherSessions, {}, { as: token })).data.ended).toBe(1);
    expect([await isAlive(other), await isAlive(swapped.token), await isAlive(token)]).toEqual([false, true, true]);
  });

  it('can be seen and ended by their owner only', async () => {
    const { token } = await givenTwo();
    const id = (await mine(token)).data.list[0]?.id ?? '';
    const stranger = await given.login();
    await ask(calls.confirm, { password: goodPassword }, { as: stranger.token });

    expect((await ask(calls.endSession, { id }, { as: stranger.token })).refused).toBe('NOT_FOUND');
    await ask(calls.endOtherSessions, {}, { as: stranger.token });
    expect(await isAlive(token)).toBe(true);
  });
});

describe('the existence of an account', () => {
  it('is not revealed by the text, status or headers of a reply', async () => {
    const { phone } = await given.login();
    const tries = [phone, given.phone(), 'no.such.name'].map((account) =>
      ask(accountCalls.login, { account, password: 'wrong' }),
    );

    const replies = (await Promise.all(tries)).map(({ status, envelope, headers }) => ({
      status,
      envelope: { ...envelope, traceId: '' },
      headers: { ...headers, date: '' },
    }));

    expect(new Set(replies.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('is not revealed by response time: the medians are close', { timeout: 120_000 }, async () => {
    // Registered through the API, so that its hash takes the usual time.
    const phone = given.phone();
    const code = await given.code('register', phone);
    await ask(accountCalls.register, { phone, code, password: goodPassword, name: '王芳', agreed: true });
    const times = { known: [] as number[], unknown: [] as number[] };
    // Alternating, so that other load affects both; few tries per address and name, so that none is locked out.
    for (let i = 0; i < 21; i++)
      for (const kind of ['known', 'unknown'] as const) {
        const account = kind === 'known' ? phone : given.phone();
        const began = performance.now();
        await ask(accountCalls.login, { account, password: 'wrong' }, { from: `203.0.113.${i}` });
        times[kind].push(performance.now() - began);
      }

    const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;
    const [known, unknown] = [median(times.known), median(times.unknown)];
    // A password that is not hashed at all would be more than ten times as fast.
    expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(0.4);
  });

  it('is not revealed by a lockout: unknown names are locked out, too', async () => {
    const { phone, password } = await given.login();
    const unknown = given.phone();
    for (const account of [phone, unknown])
      for (let i = 0; i < 11; i++) await ask(accountCalls.login, { account, password: 'wrong' });

    expect((await ask(accountCalls.login, { account: unknown, password })).refused).toBe('LOCKED');
    expect((await ask(accountCalls.login, { account: phone, password })).refused).toBe('LOCKED');
    const code = await given.code('login', phone);
    expect((await ask(accountCalls.loginByPhone, { phone, code })).refused).toBeNull();
    expect((await ask(accountCalls.login, { account: phone, password })).refused).toBeNull();
  });
});
