import { accountCalls, consoleCalls as calls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { ensureStaff } from './service.ts';

const service = useService();
const { ask, given } = service;
const minutes = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 60_000);
};
/** The authenticator's code at the service's time. */
const codeOf = (secret: string) =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(service.now.getTime() / 30_000) });

let count = 0;
async function newOperator() {
  const userName = `operator${count++}`;
  await ensureStaff(service.database.pool, { userName, name: '周宁', role: 'operator', password: goodPassword });
  return { userName, password: goodPassword };
}

/** A staff member with a second factor, signed in. */
async function enrolled() {
  const who = await newOperator();
  const { ticket } = (await ask(calls.staffLogin, who)).data;
  const { secret } = (await ask(calls.staffEnrol, { ticket })).data;
  const { token, recoveryCodes } = (await ask(calls.staffEnrolled, { ticket, code: codeOf(secret) })).data;
  minutes(1);
  return { ...who, secret, token: token ?? '', recoveryCodes };
}

const ticketFor = async ({ userName, password }: { userName: string; password: string }) =>
  (await ask(calls.staffLogin, { userName, password })).data.ticket;

describe('the first sign-in', () => {
  it('sets up an authenticator and starts a session with its code alone', async () => {
    const who = await newOperator();

    const first = await ask(calls.staffLogin, who);
    const { ticket } = first.data;
    const enrolment = (await ask(calls.staffEnrol, { ticket })).data;
    const again = (await ask(calls.staffEnrol, { ticket })).data;
    const wrong = await ask(calls.staffEnrolled, { ticket, code: '000000' });
    const done = await ask(calls.staffEnrolled, { ticket, code: codeOf(enrolment.secret) });

    expect(first.data).toMatchObject({ next: 'enrol', mustChangePassword: false });
    expect(String(first.headers['set-cookie'])).not.toContain('bq-console-token');
    expect(again).toEqual(enrolment);
    expect(enrolment.uri).toMatch(/^otpauth:\/\/totp\/.*secret=/);
    expect(wrong.refused).toBe('CODE_INVALID');
    expect(done.data.recoveryCodes).toHaveLength(10);
    expect((await ask(calls.staffMe, {}, { as: done.data.token ?? '' })).data).toMatchObject({
      userName: who.userName,
      role: 'operator',
      recoveryCodesLeft: 10,
    });
  });

  it('stores the authenticator’s secret encrypted', async () => {
    const { secret, userName } = await enrolled();

    const { rows } = await service.database.pool.query('select totp_encrypted from staff where user_name = $1', [
      userName,
    ]);

    expect(Buffer.from(rows[0]?.totp_encrypted as Buffer).toString('latin1')).not.toContain(secret);
  });

  it('can be made once with a one-time password', async () => {
    const who = await newOperator();
    const tickets = [await ticketFor(who), await ticketFor(who)];
    const secrets = await Promise.all(tickets.map(async (ticket) => (await ask(calls.staffEnrol, { ticket })).data));

    const answers = await Promise.all(
      tickets.map((ticket, i) => ask(calls.staffEnrolled, { ticket, code: codeOf(secrets[i]?.secret ?? '') })),
    );

    expect(answers.map(({ refused }) => refused).toSorted()).toEqual(['TICKET_INVALID', null].toSorted());
  });
});

describe('the second step', () => {
  it('accepts one of a hundred concurrent uses of a ticket and code', async () => {
    const who = await enrolled();
    const ticket = await ticketFor(who);
    const code = codeOf(who.secret);

    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(calls.staffLoginCode, { ticket, code })));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'TICKET_INVALID']));
  });

  it('accepts a code once, even with other tickets concurrently', async () => {
    const who = await enrolled();
    const tickets = await Promise.all(Array.from({ length: 8 }, () => ticketFor(who)));
    const code = codeOf(who.secret);

    const answers = await Promise.all(tickets.map((ticket) => ask(calls.staffLoginCode, { ticket, code })));
    const later = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code });

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(later.refused).toBe('CODE_INVALID');
  });

  it('accepts a recovery code once, in any spelling', async () => {
    const who = await enrolled();
    const [code = ''] = who.recoveryCodes;

    const first = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code: code.toUpperCase() });
    const second = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code });

    expect(first.refused).toBeNull();
    expect(second.refused).toBe('CODE_INVALID');
    expect((await ask(calls.staffMe, {}, { as: first.data.token ?? '' })).data.recoveryCodesLeft).toBe(9);
  });

  it('ends after five wrong codes, and locks after ten with any ticket and address', async () => {
    const who = await enrolled();
    const ticket = await ticketFor(who);
    const wrong = codeOf(who.secret) === '000000' ? '111111' : '000000';
    const tried: (string | null)[] = [];
    for (let i = 0; i < 6; i++) tried.push((await ask(calls.staffLoginCode, { ticket, code: wrong })).refused);
    const other = await ticketFor(who);
    for (let i = 0; i < 5; i++)
      tried.push(
        (await ask(calls.staffLoginCode, { ticket: other, code: wrong }, { from: `198.51.100.${i}` })).refused,
      );

    const right = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code: codeOf(who.secret) });
    minutes(16);
    const later = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code: codeOf(who.secret) });

    expect(tried.slice(0, 6)).toEqual([...Array(5).fill('CODE_INVALID'), 'TICKET_INVALID']);
    expect(tried.slice(6)).toEqual(Array(5).fill('CODE_INVALID'));
    expect(right.refused).toBe('LOCKED');
    expect(later.refused).toBeNull();
  });

  it('expires after ten minutes', async () => {
    const who = await enrolled();
    const ticket = await ticketFor(who);
    minutes(11);

    expect((await ask(calls.staffLoginCode, { ticket, code: codeOf(who.secret) })).refused).toBe('TICKET_INVALID');
  });
});

describe('a password of the console', () => {
  it('gets the same refusal for a wrong password and an unknown name', async () => {
    const { userName } = await newOperator();

    const wrong = await ask(calls.staffLogin, { userName, password: 'wrong' });
    const unknown = await ask(calls.staffLogin, { userName: 'unknown', password: 'wrong' });

    expect(wrong.refused).toBe('CREDENTIALS_INVALID');
    expect({ ...unknown.envelope, traceId: '' }).toEqual({ ...wrong.envelope, traceId: '' });
  });

  it('is locked after ten wrong tries from one address, and not elsewhere', async () => {
    const who = await newOperator();
    const from = '198.51.100.99';
    for (let i = 0; i < 10; i++) await ask(calls.staffLogin, { ...who, password: 'wrong' }, { from });

    expect((await ask(calls.staffLogin, who, { from })).refused).toBe('LOCKED');
    expect((await ask(calls.staffLogin, who)).refused).toBeNull();
  });

  it('is changed with the old one and a recent code, which ends all other sessions', async () => {
    const who = await enrolled();
    const other = (await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code: codeOf(who.secret) })).data;
    const change = { oldPassword: goodPassword, password: 'another-lantern-home' };
    minutes(20);

    const unproven = await ask(calls.changeStaffPassword, change, { as: who.token });
    await ask(calls.proveStaff, { code: codeOf(who.secret) }, { as: who.token });
    const wrong = await ask(calls.changeStaffPassword, { ...change, oldPassword: 'x' }, { as: who.token });
    const done = await ask(calls.changeStaffPassword, change, { as: who.token });

    expect([unproven.refused, wrong.refused, done.refused]).toEqual(['PROVE_AGAIN', 'OLD_PASSWORD_WRONG', null]);
    expect((await ask(calls.staffMe, {}, { as: other.token ?? '' })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.staffMe, {}, { as: who.token })).refused).toBeNull();
  });
});

describe('a replacement authenticator', () => {
  it('replaces the old one after its first code, with new recovery codes', async () => {
    const who = await enrolled();
    const begun = (await ask(calls.beginStaffFactor, {}, { as: who.token })).data;
    const { ticket } = begun;

    const asSignIn = await ask(calls.staffEnrolled, { ticket, code: codeOf(begun.secret) });
    const done = await ask(calls.confirmStaffFactor, { ticket, code: codeOf(begun.secret) }, { as: who.token });
    minutes(1);
    const withOld = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code: codeOf(who.secret) });
    const withNew = await ask(calls.staffLoginCode, { ticket: await ticketFor(who), code: codeOf(begun.secret) });

    expect(asSignIn.refused).toBe('TICKET_INVALID');
    expect(done.data.recoveryCodes).toHaveLength(10);
    expect([withOld.refused, withNew.refused]).toEqual(['CODE_INVALID', null]);
  });

  it('cannot be set up with another staff member’s ticket', async () => {
    const [who, other] = [await enrolled(), await enrolled()];
    const begun = (await ask(calls.beginStaffFactor, {}, { as: who.token })).data;
    const { ticket, secret } = begun;

    const stolen = await ask(calls.confirmStaffFactor, { ticket, code: codeOf(secret) }, { as: other.token });

    expect(stolen.refused).toBe('TICKET_INVALID');
  });
});

describe('a session of the console', () => {
  it('is not accepted at the desk, nor a desk session in the console', async () => {
    const { token: ofDesk } = await given.login();
    const { token: ofStaff } = await given.staff('operator');

    expect((await ask(accountCalls.accountInfo, {}, { as: ofStaff })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.staffMe, {}, { as: ofDesk })).refused).toBe('SESSION_INVALID');
  });

  it('uses a cookie sent to the console only', async () => {
    const who = await enrolled();
    const ticket = await ticketFor(who);
    const browser = { 'sec-fetch-site': 'same-origin' };

    const { data, headers } = await ask(
      calls.staffLoginCode,
      { ticket, code: codeOf(who.secret) },
      { headers: browser },
    );

    expect(data.token).toBeNull();
    expect(String(headers['set-cookie'])).toMatch(/bq-console-token=[^,]*Path=\/creditor\/console\/.*HttpOnly/);
  });

  it('ends at sign-out, and after two idle hours', async () => {
    const [left, idle] = [await given.staff(), await given.staff()];
    await ask(calls.staffLogout, {}, { as: left.token });
    minutes(121);

    expect((await ask(calls.staffMe, {}, { as: left.token })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.staffMe, {}, { as: idle.token })).refused).toBe('SESSION_INVALID');
  });
});
