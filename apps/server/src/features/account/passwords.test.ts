import { accountCalls as calls, messageCalls, signInCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { browserOf, givenTotp, moveClock, totpCode } from '../sign-in/testing/given.ts';

const service = useService();
const { ask, given } = service;
const another = 'another-lantern';

const messagesTo = async (as: string) =>
  (await ask(messageCalls.news, { kind: 'account' }, { as })).data.list.map(({ message }) => message.name);

async function reset(phone: string): Promise<void> {
  const code = await given.code('reset', phone);
  expect((await ask(calls.resetPassword, { phone, code, password: another })).refused).toBeNull();
}

describe('the old password', () => {
  it('is locked after wrong tries at changing the password, just as at signing in', async () => {
    const { token, password, phone } = await given.login();
    const guess = (oldPassword: string) =>
      ask(calls.changePassword, { oldPassword, password: another }, { as: token, from: '203.0.113.7' });

    const answers = await Promise.all(Array.from({ length: 12 }, () => guess('wrong')));

    const counts = answers.map(({ refused }) => refused).filter((code) => code === 'OLD_PASSWORD_WRONG');
    expect(counts).toHaveLength(10);
    expect((await guess(password)).refused).toBe('LOCKED');
    expect((await ask(calls.login, { account: phone, password }, { from: '203.0.113.7' })).refused).toBe('LOCKED');
  });

  it('is replaced by one of two concurrent changes', async () => {
    const { token, password } = await given.login();
    const change = (to: string) => ask(calls.changePassword, { oldPassword: password, password: to }, { as: token });

    const answers = await Promise.all([change('another-lantern'), change('a-third-lantern')]);

    expect(answers.map(({ refused }) => refused).sort()).toEqual(['OLD_PASSWORD_WRONG', null]);
  });
});

describe('a new password', () => {
  it('triggers a message to its owner after a change and a reset', async () => {
    const { token, phone, password } = await given.login();
    await ask(calls.changePassword, { oldPassword: password, password: another }, { as: token });
    await reset(phone);

    const { data } = await ask(calls.login, { account: phone, password: another });
    expect(await messagesTo(data.token ?? '')).toEqual(['message.password-reset', 'message.password-changed']);
  });

  it('rejects a concurrent sign-in with the old one', async () => {
    const { phone, password, loginId } = await given.login();

    const entering = await service.database.transaction(async (db) => {
      await db.query(`update login set password_hash = 'another' where id = $1`, [loginId]);
      const answer = ask(calls.login, { account: phone, password });
      await expect.poll(waiting, { timeout: 10_000 }).toBe(true);
      return { answer };
    });

    expect((await entering.answer).refused).toBe('CREDENTIALS_INVALID');
  });

  it('voids second-step tickets of the old one', async () => {
    const login = await given.login();
    const { secret } = await givenTotp(service, login);
    const { data } = await ask(calls.login, { account: login.phone, password: login.password });
    const ticket = 'secondStep' in data ? data.secondStep.ticket : '';

    await reset(login.phone);

    const step = { ticket, code: totpCode(secret, service.now) };
    expect((await ask(signInCalls.secondStep, step)).refused).toBe('TICKET_INVALID');
  });

  it('voids an approved QR sign-in before its session is fetched', async () => {
    const { token, phone, password } = await given.login();
    const { data, headers } = await ask(signInCalls.appId, {});
    const { appId, number } = data;
    await ask(signInCalls.confirm, { password }, { as: token });
    await ask(signInCalls.appScan, { appId }, { as: token });
    expect((await ask(signInCalls.appApprove, { appId, number }, { as: token })).refused).toBeNull();

    await reset(phone);

    const cookie = { cookie: browserOf(headers) };
    expect((await ask(signInCalls.appStatus, { appId }, { headers: cookie })).refused).toBe('NOT_FOUND');
  });
});

describe('approving another screen', () => {
  it('requires a confirmed identity and refuses swapped tokens', async () => {
    const { token, password } = await given.login();
    const { appId, number } = (await ask(signInCalls.appId, {})).data;
    await ask(signInCalls.appScan, { appId }, { as: token });
    const approve = (as: string) => ask(signInCalls.appApprove, { appId, number }, { as });

    expect((await approve(token)).refused).toBe('CONFIRM_FIRST');
    await ask(signInCalls.confirm, { password }, { as: token });
    const swapped = (await ask(calls.swapToken, {}, { as: token })).data.token;
    expect((await approve(swapped)).refused).toBe('TOKEN_LIMITED');
    expect((await approve(token)).refused).toBeNull();
  });
});

describe('a second factor', () => {
  it('triggers a message to its owner when added and removed', async () => {
    const login = await given.login();
    const { factorId } = await givenTotp(service, login);
    moveClock(service, 60);
    await ask(signInCalls.removeFactor, { id: factorId }, { as: login.token });

    expect(await messagesTo(login.token)).toEqual(['message.factor-removed', 'message.factor-added']);
  });
});

/** Resolves once a transaction waits for a row lock. */
async function waiting(): Promise<boolean> {
  const { rows } = await service.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%login%'`,
  );
  return (rows[0]?.count ?? 0) > 0;
}
