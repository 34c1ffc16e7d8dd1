import {
  accountCalls,
  recoveryCalls as calls,
  type Entered,
  messageCalls,
  type RecoveryState,
  recoveryStateTable,
  signInCalls,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '../../providers/mail.ts';
import { outbox } from '../../providers/text-messages.ts';
import { solve, useService } from '../../testing/service.ts';
import { deliverMessages } from '../messages/delivery.ts';
import { givenTotp, moveClock, totpCode } from '../sign-in/testing/given.ts';
import { finishRecoveries } from './finish-recoveries.ts';

const service = useService();
const { ask, given } = service;
const statement = '手机遗失，验证器和恢复码都没有了';
const note = '视频核对身份证与本人一致';
const hour = 3_600;

type Person = Awaited<ReturnType<typeof givenPerson>>;

const ticketOf = (entered: Entered): string => ('secondStep' in entered ? entered.secondStep.ticket : 'none was given');
const halfSignedIn = async ({ phone, password }: { phone: string; password: string }) =>
  ticketOf((await ask(accountCalls.login, { account: phone, password })).data);

/** A user with an authenticator app, signed in on another device. */
async function givenPerson() {
  const login = await given.login();
  return { ...login, ...(await givenTotp(service, login)) };
}

/** The code sent to the user's phone; at most one a minute. */
async function codeFor(ticket: string, phone: string) {
  moveClock(service, 61);
  const { data: challenge } = await ask(accountCalls.challenge, {});
  const solved = { challengeId: challenge.id, solution: solve(challenge) };
  const { refused } = await ask(calls.sendRecoveryCode, { ticket, ...solved });
  return refused ?? /\d{6}/.exec((await service.messages(phone))[0] ?? '')?.[0] ?? 'none was sent';
}

async function asks(person: Person) {
  const ticket = await halfSignedIn(person);
  const code = await codeFor(ticket, person.phone);
  return ask(calls.askRecovery, { ticket, code, password: person.password, statement });
}

/** A person's request as the console shows it. */
async function caseOf({ loginId }: Person, as: string, state: RecoveryState = 'asked') {
  const { list } = (await ask(calls.recoveries, { state, size: 100 }, { as })).data;
  for (const { id } of list) {
    const { data } = await ask(calls.recoveryCase, { id }, { as });
    if (data.personId === loginId) return data;
  }
  throw new Error(`There is no request of ${loginId}.`);
}

async function approved() {
  const person = await givenPerson();
  const { token: operator } = await given.staff();
  await asks(person);
  const { id } = await caseOf(person, operator);
  const { refused } = await ask(calls.approveRecovery, { id, note }, { as: operator });
  return { person, operator, id, refused };
}

const finish = () => finishRecoveries(service.database, service.now);
const entersBy = async (person: Person) =>
  (await ask(accountCalls.login, { account: person.phone, password: person.password })).data;
const newsOf = async ({ token }: Person) =>
  (await ask(messageCalls.news, { size: 100 }, { as: token })).data.list.map(({ message }) => message.name);

describe('recoveryStateTable', () => {
  const { after, rows } = recoveryStateTable;

  it('finishes only an approved request, and leaves an ended one unchanged', () => {
    const ended: RecoveryState[] = ['done', 'refused', 'stopped', 'expired'];

    expect(after('asked', 'finish')).toBeUndefined();
    expect(after('scheduled', 'finish')).toBe('done');
    expect(rows.filter(({ from }) => ended.includes(from))).toEqual([]);
  });
});

describe('a user who lost every second factor', () => {
  it('requests recovery with password and phone, is approved, and signs in with the password a day later', async () => {
    const { person, refused, id } = await approved();
    expect(refused).toBeNull();
    moveClock(service, 24 * hour - 60);
    await finish();
    expect(ticketOf(await entersBy(person))).not.toBe('none was given');
    moveClock(service, 120);

    await Promise.all([finish(), finish()]);

    const entered = await entersBy(person);
    expect(ticketOf(entered)).toBe('none was given');
    expect((await ask(accountCalls.accountInfo, {}, { as: person.token })).refused).toBe('SESSION_INVALID');
    const now = { ...person, token: entered.token ?? '' };
    expect(await newsOf(now)).toEqual([
      'message.recovery-done',
      'message.recovery-scheduled',
      'message.recovery-asked',
      'message.factor-added',
    ]);
    const { data: factors } = await ask(signInCalls.factors, {}, { as: now.token });
    expect(factors).toMatchObject({ list: [], recoveryCodesLeft: 0 });
    const { token: later } = await given.staff();
    expect((await ask(calls.recoveryCase, { id }, { as: later })).data).toMatchObject({ state: 'done', note });
    const { rows } = await service.database.pool.query(
      `select event from audit where login_id = $1 and event like 'recovery.%' order by id`,
      [person.loginId],
    );
    expect(rows.map(({ event }) => event)).toEqual([
      'recovery.asked',
      'recovery.looked-at',
      'recovery.approved',
      'recovery.finished',
      'recovery.looked-at',
    ]);
  });

  it('is notified by mail and text message, whatever the settings', async () => {
    const person = await givenPerson();
    await service.database.pool.query('update login set email = $2 where id = $1', [person.loginId, 'a@mail.example']);
    await service.database.pool.query(
      `insert into notification_setting (login_id, kind, mail, text) values ($1, 'account', false, false)`,
      [person.loginId],
    );
    await asks(person);

    await deliverMessages({
      database: service.database,
      mails: mailOutbox,
      textMessages: outbox,
      publicUrl: 'http://localhost',
    });

    expect((await service.messages(person.phone))[0]).toContain('申请移除您的两步验证方式');
    const { rows } = await service.database.pool.query(`select body from mail where address = 'a@mail.example'`);
    expect(rows).toHaveLength(1);
  });

  it('makes one request of twenty concurrent ones, and the next is refused', async () => {
    const person = await givenPerson();
    const ticket = await halfSignedIn(person);
    const code = await codeFor(ticket, person.phone);
    const asked = { ticket, code, password: person.password, statement };

    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(calls.askRecovery, asked)));
    const again = await asks(person);

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(again.refused).toBe('RECOVERY_OPEN');
    const { data } = await ask(calls.recoveryAbout, { ticket });
    expect(data).toMatchObject({ hasPassword: true, open: { state: 'asked', effectiveAt: null } });
    expect(data.phone).toMatch(/^139\*{4}\d{4}$/);
  });
});

describe('an attacker', () => {
  it('can’t request recovery with only the password or only the phone', async () => {
    const [person, other] = [await givenPerson(), await givenPerson()];
    const ticket = await halfSignedIn(person);
    const ofOther = await codeFor(await halfSignedIn(other), other.phone);

    const guessed = await ask(calls.askRecovery, { ticket, code: '000000', password: person.password, statement });
    const foreign = await ask(calls.askRecovery, { ticket, code: ofOther, password: person.password, statement });
    const code = await codeFor(ticket, person.phone);
    const wrong = await ask(calls.askRecovery, { ticket, code, password: 'wrong', statement });
    const none = await ask(calls.askRecovery, { ticket, code, statement });
    const forged = await ask(calls.askRecovery, { ticket: 'x'.repeat(43), code, password: person.password, statement });

    expect([guessed, foreign, wrong, none, forged].map(({ refused }) => refused)).toEqual([
      'CODE_INVALID',
      'CODE_INVALID',
      'PASSWORD_WRONG',
      'PASSWORD_WRONG',
      'TICKET_INVALID',
    ]);
    expect((await ask(calls.ownRecovery, {}, { as: person.token })).data.open).toBeNull();
  });

  it('learns nothing from an unknown ticket', async () => {
    const ticket = 'x'.repeat(43);
    const { data: challenge } = await ask(accountCalls.challenge, {});

    const answers = [
      await ask(calls.recoveryAbout, { ticket }),
      await ask(calls.sendRecoveryCode, { ticket, challengeId: challenge.id, solution: solve(challenge) }),
    ];

    expect(answers.map(({ refused }) => refused)).toEqual(['TICKET_INVALID', 'TICKET_INVALID']);
  });

  it('approved by mistake can be stopped by any session of the person, and by no other', async () => {
    const { person, id } = await approved();
    const stranger = await given.login();
    moveClock(service, 23 * hour);

    const seen = (await ask(calls.ownRecovery, {}, { as: person.token })).data.open;
    const foreign = await ask(calls.stopRecovery, {}, { as: stranger.token });
    const stopped = await ask(calls.stopRecovery, {}, { as: person.token });
    const again = await ask(calls.stopRecovery, {}, { as: person.token });
    moveClock(service, 2 * hour);
    await finish();

    expect(seen).toMatchObject({ state: 'scheduled', address: '192.0.2.1' });
    expect([foreign, stopped, again].map(({ refused }) => refused)).toEqual(['STATE_FORBIDS', null, 'STATE_FORBIDS']);
    expect(ticketOf(await entersBy(person))).not.toBe('none was given');
    const { token: later } = await given.staff();
    expect((await ask(calls.approveRecovery, { id, note }, { as: later })).refused).toBe('STATE_FORBIDS');
    expect(await newsOf(person)).toContain('message.recovery-stopped');
  });

  it('is stopped when a second factor is used', async () => {
    const { person, id, operator } = await approved();
    const ticket = await halfSignedIn(person);

    await ask(signInCalls.secondStep, { ticket, code: totpCode(person.secret, service.now) });

    expect((await ask(calls.recoveryCase, { id }, { as: operator })).data).toMatchObject({ state: 'stopped' });
  });

  it('racing with the person at the last moment leads to one outcome', async () => {
    const { person, id } = await approved();
    moveClock(service, 24 * hour + 1);

    const [stopped] = await Promise.all([ask(calls.stopRecovery, {}, { as: person.token }), finish(), finish()]);

    const { token: later } = await given.staff();
    const { state, factors } = (await ask(calls.recoveryCase, { id }, { as: later })).data;
    expect(state).toBe(stopped.refused === null ? 'stopped' : 'done');
    expect(factors).toHaveLength(stopped.refused === null ? 1 : 0);
  });
});

describe('an operator', () => {
  it('sees the person’s facts, and may refuse an approved request', async () => {
    const person = await givenPerson();
    const { token: operator } = await given.staff();
    await asks(person);
    const known = await caseOf(person, operator);

    await ask(calls.approveRecovery, { id: known.id, note }, { as: operator });
    const refused = await ask(calls.refuseRecovery, { id: known.id, note: '来电否认本人申请' }, { as: operator });
    moveClock(service, 25 * hour);
    await finish();

    expect(known).toMatchObject({
      statement,
      certification: { state: 'none', id: null },
      factors: [{ kind: 'totp', name: 'Phone' }],
      recoveryCodesLeft: 10,
      liveSessions: 1,
      earlier: [],
    });
    expect(known.signIns[0]).toMatchObject({ event: 'second-step.asked', isRefused: false });
    expect(refused.refused).toBeNull();
    expect(ticketOf(await entersBy(person))).not.toBe('none was given');
  });

  it('decides with a note and a recent code; a notary can’t', async () => {
    const person = await givenPerson();
    const { token: operator, staffId } = await given.staff();
    const { token: notary } = await given.staff('notary');
    await asks(person);
    const { id } = await caseOf(person, operator);

    const silent = await ask(calls.approveRecovery, { id, note: '  ' }, { as: operator });
    const byNotary = await ask(calls.approveRecovery, { id, note }, { as: notary });
    await service.database.pool.query(
      `update staff_session set created_at = created_at - interval '1 hour', verified_at = null where staff_id = $1`,
      [staffId],
    );
    const unproven = await ask(calls.approveRecovery, { id, note }, { as: operator });

    expect([silent, byNotary, unproven].map(({ refused }) => refused)).toEqual([
      'INPUT_INVALID',
      'NOT_ALLOWED',
      'PROVE_AGAIN',
    ]);
  });

  it('decides once of twenty concurrent decisions', async () => {
    const person = await givenPerson();
    const { token: operator } = await given.staff();
    await asks(person);
    const { id } = await caseOf(person, operator);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(calls.approveRecovery, { id, note }, { as: operator })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect((await newsOf(person)).filter((name) => name === 'message.recovery-scheduled')).toHaveLength(1);
  });

  it('leaves an undecided request, which expires after two weeks', async () => {
    const person = await givenPerson();
    await asks(person);
    moveClock(service, 14 * 24 * hour + 1);
    await finish();

    expect((await asks(person)).refused).toBeNull();
    const { token: operator } = await given.staff();
    expect((await caseOf(person, operator)).earlier).toMatchObject([{ state: 'expired' }]);
  });
});
