import { accountCalls, peopleCalls as calls, consoleCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { certifying, creditCode } from '../certification/testing/given.ts';

const service = useService();
const { ask, given } = service;
const reason = '涉嫌冒用他人身份';
const trailOf = async (staffId: string) => {
  const { rows } = await service.database.pool.query<{ event: string; accountId: string; subject: object }>(
    'select event, account_id as "accountId", subject from audit where staff_id = $1 order by id',
    [staffId],
  );
  return rows;
};

describe('finding people', () => {
  it('finds them by name, by phone, by its last digits and by the number of an attestation', async () => {
    const { token } = await given.staff();
    const holder = await given.login();
    const other = await given.login();
    const ano = await given.attestation(holder);
    await service.database.pool.query("update login set name = '欧阳%修' where id = $1", [holder.loginId]);
    const found = async (search: string) =>
      (await ask(calls.findPeople, { search, size: 100 }, { as: token })).data.list.map(({ loginId }) => loginId);

    expect(await found('阳%')).toEqual([holder.loginId]);
    expect(await found(holder.phone)).toEqual([holder.loginId]);
    expect(await found(holder.phone.slice(-4))).toContain(holder.loginId);
    expect(await found(holder.phone.slice(-4))).not.toContain(other.loginId);
    expect(await found(holder.phone.slice(0, 7))).toEqual([]);
    expect(await found(ano.toLowerCase())).toEqual([holder.loginId]);
    expect(await found('no such person')).toEqual([]);
  });

  it('finds them by login name, mail address, company and credit code, exact matches first', async () => {
    const { token } = await given.staff();
    const holder = await given.login();
    const other = await given.login();
    const { pool } = service.database;
    await pool.query("update login set login_name = 'Qing.Shan', email = 'qing@haifeng.example' where id = $1", [
      holder.loginId,
    ]);
    await pool.query("update login set name = 'about qing.shan' where id = $1", [other.loginId]);
    await certifying(service).enterprise(other.token);
    const found = async (search: string) =>
      (await ask(calls.findPeople, { search, size: 100 }, { as: token })).data.list.map(({ loginId }) => loginId);

    expect(await found('qing.shan')).toEqual([holder.loginId, other.loginId]);
    expect(await found('Qing@Haifeng.example')).toEqual([holder.loginId]);
    expect(await found('haifeng')).toEqual([holder.loginId]);
    expect(await found('存真网络')).toEqual([other.loginId]);
    expect(await found(creditCode.toLowerCase())).toEqual([other.loginId]);
    expect(await found(creditCode.slice(0, 8))).toEqual([]);
  });

  it('finds a phone in any notation, and records it masked', async () => {
    const { token, staffId } = await given.staff();
    const { phone, loginId } = await given.login();
    const spaced = `+86 ${phone.slice(0, 3)} ${phone.slice(3, 7)}-${phone.slice(7)}`;

    for (const search of [spaced, `0086${phone}`, `${phone.slice(3, 7)} ${phone.slice(7)}`]) {
      const { data } = await ask(calls.findPeople, { search }, { as: token });
      expect(data.list.map((person) => person.loginId)).toEqual([loginId]);
    }
    expect(JSON.stringify(await trailOf(staffId))).not.toContain(phone);
  });

  it('masks phones in the result and in the recorded search', async () => {
    const { token, staffId } = await given.staff();
    const { phone } = await given.login();

    const { data } = await ask(calls.findPeople, { search: phone }, { as: token });

    const masked = `139****${phone.slice(-4)}`;
    expect(data.list[0]?.phone).toBe(masked);
    expect(await trailOf(staffId)).toMatchObject([{ event: 'people.searched', subject: { search: masked, found: 1 } }]);
  });

  it('lists each person on exactly one page', async () => {
    const { token } = await given.staff();
    for (let i = 0; i < 3; i++) await given.login();
    const { total } = (await ask(calls.findPeople, {}, { as: token })).data;

    const seen: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page++) {
      const { list } = (await ask(calls.findPeople, { page, size: 2 }, { as: token })).data;
      seen.push(...list.map(({ loginId }) => loginId));
    }

    expect(new Set(seen).size).toBe(total);
  });
});

describe('an account', () => {
  it('is shown with logins, sessions and counts, and the view is recorded', async () => {
    const { token, staffId } = await given.staff();
    const holder = await given.login();
    const member = await given.member(holder, ['evidence']);
    await given.attestation(holder);
    await given.attestation(holder, { state: 'failed' });

    const { data } = await ask(calls.lookAtAccount, { accountId: holder.accountId }, { as: token });

    expect(data.attestations).toEqual([
      { state: 'succeeded', count: 1 },
      { state: 'failed', count: 1 },
    ]);
    expect(data.logins.map(({ loginId }) => loginId)).toEqual([holder.loginId, member.loginId]);
    expect(data.logins.map(({ sessions }) => sessions.length)).toEqual([1, 1]);
    expect(data.logins[1]?.permissions).toEqual(['evidence']);
    expect(await trailOf(staffId)).toMatchObject([{ event: 'account.looked-at', accountId: holder.accountId }]);
  });

  it('loses all sessions when barred, and refuses sign-ins until unbarred', async () => {
    const { token, staffId } = await given.staff();
    const holder = await given.login();
    const member = await given.member(holder);
    const stranger = await given.login();
    const swapped = (await ask(accountCalls.swapToken, {}, { as: holder.token })).data.token;
    const about = { accountId: holder.accountId, reason };

    expect((await ask(calls.barAccount, about, { as: token })).refused).toBeNull();
    for (const as of [holder.token, member.token, swapped])
      expect((await ask(accountCalls.accountInfo, {}, { as })).refused).toBe('SESSION_INVALID');
    expect((await ask(accountCalls.accountInfo, {}, { as: stranger.token })).refused).toBeNull();
    const signIn = () => ask(accountCalls.login, { account: holder.phone, password: goodPassword });
    expect((await signIn()).refused).toBe('LOGIN_DISABLED');
    expect((await ask(calls.barAccount, about, { as: token })).refused).toBe('STATE_FORBIDS');

    expect((await ask(calls.unbarAccount, about, { as: token })).refused).toBeNull();
    expect((await signIn()).refused).toBeNull();
    expect((await trailOf(staffId)).map(({ event }) => event)).toEqual(['account.barred', 'account.unbarred']);
    expect((await trailOf(staffId))[0]?.subject).toEqual({ reason });
  });
});

describe('a login', () => {
  it('loses access at once when barred, and the account’s holder can’t restore it', async () => {
    const { token, staffId } = await given.staff();
    const holder = await given.login();
    const member = await given.member(holder);

    await ask(calls.barLogin, { loginId: member.loginId, reason }, { as: token });
    await service.database.pool.query("update login set state = 'active' where id = $1", [member.loginId]);

    expect((await ask(accountCalls.accountInfo, {}, { as: member.token })).refused).toBe('SESSION_INVALID');
    expect((await ask(accountCalls.login, { account: member.phone, password: goodPassword })).refused).toBe(
      'LOGIN_DISABLED',
    );
    expect((await ask(accountCalls.accountInfo, {}, { as: holder.token })).refused).toBeNull();
    expect(await trailOf(staffId)).toMatchObject([{ event: 'login.barred', accountId: holder.accountId }]);
  });

  it('is barred once by two concurrent requests', async () => {
    const holder = await given.login();
    const operators = await Promise.all([given.staff(), given.staff()]);

    const answers = await Promise.all(
      operators.map(({ token }) => ask(calls.barLogin, { loginId: holder.loginId, reason }, { as: token })),
    );

    expect(answers.map(({ refused }) => refused).toSorted()).toEqual(['STATE_FORBIDS', null].toSorted());
  });

  it('is barred only with a reason and a recent code, if it exists', async () => {
    const { token } = await given.staff();
    const { loginId } = await given.login();
    const missing = { loginId: '01900000-0000-7000-8000-000000000000', reason };

    expect((await ask(calls.barLogin, { loginId, reason: ' ' }, { as: token })).refused).toBe('INPUT_INVALID');
    expect((await ask(calls.barLogin, missing, { as: token })).refused).toBe('NOT_FOUND');
    service.now = new Date(service.now.getTime() + 16 * 60_000);
    expect((await ask(calls.barLogin, { loginId, reason }, { as: token })).refused).toBe('PROVE_AGAIN');
  });
});

describe('the audit trail', () => {
  it('can be filtered by account, person, staff, event and time, page by page', async () => {
    const { token, staffId } = await given.staff();
    const holder = await given.login();
    for (let i = 0; i < 3; i++) await ask(accountCalls.swapToken, {}, { as: holder.token });
    await ask(calls.lookAtAccount, { accountId: holder.accountId }, { as: token });
    const { accountId, loginId } = holder;

    const first = (await ask(calls.readTrail, { accountId, size: 2 }, { as: token })).data;
    const second = (await ask(calls.readTrail, { accountId, size: 10, cursor: first.nextCursor ?? '' }, { as: token }))
      .data;
    const events = async (o: object) =>
      (await ask(calls.readTrail, o, { as: token })).data.list.map(({ event }) => event);

    expect(first.list.map(({ event, by }) => [event, by?.kind])).toEqual([
      ['account.looked-at', 'staff'],
      ['token.swapped', 'login'],
    ]);
    expect(second.list.map(({ event }) => event)).toEqual(['token.swapped', 'token.swapped']);
    expect(second.nextCursor).toBeNull();
    expect(await events({ loginId, event: 'token.swapped' })).toHaveLength(3);
    expect(await events({ loginId, event: 'token' })).toHaveLength(3);
    expect(await events({ staffId, event: 'account.looked-at' })).toHaveLength(1);
    expect(await events({ loginId, until: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  it('records that it was read', async () => {
    const { token, staffId } = await given.staff();
    await ask(calls.readTrail, { event: 'session' }, { as: token });

    expect(await trailOf(staffId)).toMatchObject([{ event: 'trail.read', subject: { event: 'session' } }]);
  });
});

describe('notaries and users', () => {
  it('cannot find, see or disable users', async () => {
    const notary = await given.staff('notary');
    const user = await given.login();
    const about = { accountId: user.accountId, reason };

    for (const call of [calls.findPeople, calls.lookAtAccount, calls.barAccount, calls.readTrail]) {
      const input =
        call === calls.barAccount ? about : call === calls.lookAtAccount ? { accountId: user.accountId } : {};
      expect((await ask(call, input as never, { as: notary.token })).refused).toBe('NOT_ALLOWED');
      expect((await ask(call, input as never, { as: user.token })).refused).toBe('SESSION_INVALID');
    }
    expect((await ask(consoleCalls.consoleOverview, {}, { as: notary.token })).refused).toBeNull();
  });
});
