import { bytesSource, openZip } from '@proofkeep/bundle';
import {
  accountCalls,
  attestationCalls,
  closingCalls as calls,
  certificationCalls,
  closingDays,
  messageCalls,
  peopleCalls,
  signInCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { certifying } from '../certification/testing/given.ts';
import { finishClosings } from './finish.ts';

const service = useService();
const { ask, given } = service;
const days = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 86_400_000);
};

/** A holder with nothing unfinished, who just verified their identity. */
async function givenHolder() {
  const holder = await given.login();
  await ask(signInCalls.confirm, { password: goodPassword }, { as: holder.token });
  return holder;
}

const askToClose = (as: string, waivesBalance = false) => ask(calls.askClosing, { waivesBalance }, { as });
const stateOf = async (accountId: string) => {
  const { rows } = await service.database.pool.query<{ state: string }>(
    'select state from closing where account_id = $1 order by asked_at desc limit 1',
    [accountId],
  );
  return rows[0]?.state;
};

async function finishLater() {
  days(closingDays + 1);
  await finishClosings(service.database, service.now);
}

describe('closing an account', () => {
  it('erases what identifies the person, ends the sessions and frees the phone; evidence and records stay', async () => {
    const holder = await givenHolder();
    const ano = await given.attestation(holder);
    const steps = certifying(service);
    const operator = (await given.staff()).token;
    await steps.person(holder.token);
    await ask(certificationCalls.approveCertification, await steps.waiting(operator), { as: operator });
    expect((await askToClose(holder.token)).data).toMatchObject({ state: 'cooling', waivedCents: 0 });
    expect((await ask(accountCalls.accountInfo, {}, { as: holder.token })).refused).toBeNull();

    await finishLater();

    expect(await stateOf(holder.accountId)).toBe('closed');
    expect((await ask(accountCalls.accountInfo, {}, { as: holder.token })).refused).toBe('SESSION_INVALID');
    const { pool } = service.database;
    const { rows } = await pool.query(
      `select l.phone, l.email, l.password_hash as hash, l.name, a.name as "accountName", l.state,
         (select count(*)::int from message where login_id = l.id) as messages,
         (select state from certification where person_id = l.id) as certification,
         (select count(*)::int from attestation where ano = $2) as kept,
         (select count(*)::int from audit where person_id = l.id) > 0 as "isAudited"
       from login l join account a on a.id = l.account_id where l.id = $1`,
      [holder.loginId, ano],
    );
    expect(rows[0]).toEqual({
      phone: null,
      email: null,
      hash: null,
      name: '已注销 / Closed',
      accountName: '已注销 / Closed',
      state: 'closed',
      messages: 0,
      certification: 'ended',
      kept: 1,
      isAudited: true,
    });
    const again = await given.login({ phone: holder.phone });
    expect(again.loginId).not.toBe(holder.loginId);
    await steps.person(again.token);
    const { token: later } = await given.staff();
    const second = await ask(certificationCalls.approveCertification, await steps.waiting(later), { as: later });
    expect(second.refused).toBeNull();
  });

  it('is undone in the cooling-off period, and may be asked for again', async () => {
    const holder = await givenHolder();
    await askToClose(holder.token);
    expect((await askToClose(holder.token)).refused).toBe('STATE_FORBIDS');

    expect((await ask(calls.undoClosing, {}, { as: holder.token })).refused).toBeNull();

    expect((await ask(calls.undoClosing, {}, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    await finishLater();
    expect(await stateOf(holder.accountId)).toBe('undone');
    const { data } = await ask(accountCalls.login, { account: holder.phone, password: goodPassword });
    const as = data.token ?? '';
    const names = (await ask(messageCalls.news, {}, { as })).data.list.map(({ message }) => message.name);
    expect(names).toEqual(['message.closing-undone', 'message.closing-asked']);
    expect((await askToClose(as)).refused).toBeNull();
  });

  it('needs its holder in person, a recent verification, and a session', async () => {
    const holder = await given.login();
    const member = await given.member(holder);
    expect((await askToClose(holder.token)).refused).toBe('CONFIRM_FIRST');
    expect((await askToClose(member.token)).refused).toBe('NOT_ALLOWED');
    const swapped = (await ask(accountCalls.swapToken, {}, { as: holder.token })).data.token;
    expect((await askToClose(swapped)).refused).toBe('TOKEN_LIMITED');
  });

  it('waits for everything unfinished, each named', async () => {
    const holder = await givenHolder();
    await given.member(holder);
    await given.attestation(holder, { state: 'preview' });
    await ask(attestationCalls.preserveUrls, { urls: ['https://example.com/'] }, { as: holder.token });

    expect((await askToClose(holder.token, true)).refused).toBe('CLOSING_OBSTRUCTED');

    const { data } = await ask(calls.closing, {}, { as: holder.token });
    expect(data.obstacles).toEqual([
      { kind: 'members', count: 1 },
      { kind: 'attestations', count: 2 },
    ]);
  });

  it('needs the balance to be given up, and stops if it grew meanwhile', async () => {
    const holder = await givenHolder();
    await given.credit(holder, 1_234);
    expect((await askToClose(holder.token)).refused).toBe('CLOSING_OBSTRUCTED');
    expect((await askToClose(holder.token, true)).data.waivedCents).toBe(1_234);

    await given.credit(holder, 1);
    await finishLater();

    expect(await stateOf(holder.accountId)).toBe('stopped');
    const { refused } = await ask(accountCalls.login, { account: holder.phone, password: goodPassword });
    expect(refused).toBeNull();
  });

  it('runs once however many servers finish it', async () => {
    const holder = await givenHolder();
    await askToClose(holder.token);
    days(closingDays + 1);

    await Promise.all(Array.from({ length: 5 }, () => finishClosings(service.database, service.now)));

    const { rows } = await service.database.pool.query(
      `select event from audit where account_id = $1 and event like 'closing.%' order by id`,
      [holder.accountId],
    );
    expect(rows.map(({ event }) => event)).toEqual(['closing.asked', 'closing.finished']);
  });

  it('is shown to operators', async () => {
    const holder = await givenHolder();
    await askToClose(holder.token);
    const { token } = await given.staff();

    const { data } = await ask(peopleCalls.lookAtAccount, { accountId: holder.accountId }, { as: token });

    expect(data.closing).toMatchObject({ state: 'cooling', waivedCents: 0 });
  });
});

describe('an export', () => {
  const download = async (as: string) =>
    service.app.inject({ url: '/creditor/closing/export', headers: { 'x-auth-token': as } });

  it('has every kind of data as JSON and CSV, of its own account only', async () => {
    const holder = await givenHolder();
    const ano = await given.attestation(holder, { name: '=1+1', url: 'https://page.example/a,b' });
    const others = await given.attestation(await given.login());

    const response = await download(holder.token);

    expect(response.headers['content-disposition']).toContain('.zip');
    const zip = await openZip(bytesSource(response.rawPayload));
    const names = [...zip.entries.keys()];
    expect(names).toEqual(
      expect.arrayContaining(['README.txt', 'attestations.json', 'attestations.csv', 'activity.csv']),
    );
    expect(names).toHaveLength(19);
    const texts = response.rawPayload.toString();
    expect(texts).toContain(ano);
    expect(texts).not.toContain(others);
    expect(texts).toContain(`,'=1+1,`);
    expect(texts).toContain('"https://page.example/a,b"');
    expect(texts).toContain('存证编号 / Number');
    expect(texts).toContain(holder.phone);
  });

  it('needs a recent verification', async () => {
    const holder = await given.login();
    expect((await download(holder.token)).json()).toMatchObject({ errorCode: 'CONFIRM_FIRST' });
  });
});
