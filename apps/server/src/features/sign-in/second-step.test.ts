import { accountCalls, signInCalls as calls, type Entered } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { givenTotp, moveClock, totpCode, wrongCode } from './testing/given.ts';

const service = useService();
const { ask, given } = service;

const ticketOf = (entered: Entered): string => ('secondStep' in entered ? entered.secondStep.ticket : 'none was given');

async function givenHalfSignedIn() {
  const login = await given.login();
  const totp = await givenTotp(service, login);
  const { data } = await ask(accountCalls.login, { account: login.phone, password: login.password });
  return { ...login, ...totp, entered: data, ticket: ticketOf(data) };
}

describe('a user with an authenticator app', () => {
  it('gets a ticket for the password, and a session for a code', async () => {
    const { entered, ticket, secret, loginId } = await givenHalfSignedIn();

    expect(entered).toMatchObject({ token: null, secondStep: { ways: ['totp', 'recovery'] } });
    const { data } = await ask(calls.secondStep, { ticket, code: totpCode(secret, service.now) });
    const me = await ask(accountCalls.accountInfo, {}, { as: data.token ?? '' });
    expect(me.data.userId).toBe(loginId);
  });

  it('gets a ticket for a text-message code, too', async () => {
    const login = await given.login();
    await givenTotp(service, login);
    const code = await given.code('login', login.phone);

    const { data } = await ask(accountCalls.loginByPhone, { phone: login.phone, code });

    expect(data.token).toBeNull();
    expect(ticketOf(data)).toMatch(/^[\w-]{43}$/);
  });

  it('gets one session for a hundred concurrent uses of a ticket and code', async () => {
    const { ticket, secret } = await givenHalfSignedIn();
    const code = totpCode(secret, service.now);

    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(calls.secondStep, { ticket, code })));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    const others = answers.map(({ refused }) => refused).filter((refused) => refused !== null);
    expect(new Set(others)).toEqual(new Set(['TICKET_INVALID']));
  });

  it('cannot use a code twice, even with another ticket', async () => {
    const { ticket, secret, phone, password } = await givenHalfSignedIn();
    const code = totpCode(secret, service.now);
    await ask(calls.secondStep, { ticket, code });
    const again = ticketOf((await ask(accountCalls.login, { account: phone, password })).data);

    expect((await ask(calls.secondStep, { ticket: again, code })).refused).toBe('SECOND_CODE_INVALID');
    moveClock(service, 30);
    const next = totpCode(secret, service.now);
    expect((await ask(calls.secondStep, { ticket: again, code: next })).refused).toBeNull();
  });

  it('has five tries per ticket, within ten minutes', async () => {
    const { ticket, secret } = await givenHalfSignedIn();
    const wrong = wrongCode(secret, service.now);
    for (let i = 0; i < 5; i++)
      expect((await ask(calls.secondStep, { ticket, code: wrong })).refused).toBe('SECOND_CODE_INVALID');
    const late = await givenHalfSignedIn();
    moveClock(service, 11 * 60);

    const right = totpCode(secret, service.now);
    expect((await ask(calls.secondStep, { ticket, code: right })).refused).toBe('TICKET_INVALID');
    const lateCode = totpCode(late.secret, service.now);
    expect((await ask(calls.secondStep, { ticket: late.ticket, code: lateCode })).refused).toBe('TICKET_INVALID');
  });

  it('is locked after ten wrong codes from anywhere, but not for a recovery code', async () => {
    const { ticket, secret, phone, password, recoveryCodes } = await givenHalfSignedIn();
    const wrong = wrongCode(secret, service.now);
    for (let i = 0; i < 5; i++) await ask(calls.secondStep, { ticket, code: wrong });
    const second = ticketOf((await ask(accountCalls.login, { account: phone, password })).data);
    for (let i = 0; i < 4; i++)
      await ask(calls.secondStep, { ticket: second, code: wrong }, { from: `203.0.113.${i}` });
    const third = ticketOf((await ask(accountCalls.login, { account: phone, password })).data);
    await ask(calls.secondStep, { ticket: third, code: wrong });

    const code = totpCode(secret, service.now);
    expect((await ask(calls.secondStep, { ticket: third, code })).refused).toBe('LOCKED');
    const typed = (recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' ');
    expect((await ask(calls.secondStep, { ticket: third, recoveryCode: typed })).refused).toBeNull();
  });
});

describe('a recovery code', () => {
  it('comes in a set of ten, each valid once', async () => {
    const { ticket, phone, password, recoveryCodes } = await givenHalfSignedIn();
    const [recoveryCode = ''] = recoveryCodes;

    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await ask(calls.secondStep, { ticket, recoveryCode })).refused).toBeNull();
    const again = ticketOf((await ask(accountCalls.login, { account: phone, password })).data);
    expect((await ask(calls.secondStep, { ticket: again, recoveryCode })).refused).toBe('SECOND_CODE_INVALID');
  });

  it('is void once new ones are issued, and not stored in plain text', async () => {
    const { token, ticket, recoveryCodes } = await givenHalfSignedIn();
    const { data } = await ask(calls.newRecoveryCodes, {}, { as: token });

    const [before = '', after = ''] = [recoveryCodes[0], data.recoveryCodes[0]];
    expect((await ask(calls.secondStep, { ticket, recoveryCode: before })).refused).toBe('SECOND_CODE_INVALID');
    const { rows } = await service.database.pool.query<{ row: string }>(
      'select recovery_code::text as row from recovery_code',
    );
    const hex = Buffer.from(after.replaceAll('-', '')).toString('hex');
    expect(rows.some(({ row }) => row.includes(after) || row.includes(hex))).toBe(false);
    expect((await ask(calls.secondStep, { ticket, recoveryCode: after })).refused).toBeNull();
  });
});

describe('the protection of an account', () => {
  it('is changed only after confirmation with the password and the second factor, if there is one', async () => {
    const login = await given.login();
    const as = { as: login.token };
    expect((await ask(calls.newTotp, {}, as)).refused).toBe('CONFIRM_FIRST');
    expect((await ask(calls.endOtherSessions, {}, as)).refused).toBe('CONFIRM_FIRST');
    expect((await ask(calls.confirm, { password: 'not-it-at-all' }, as)).refused).toBe('PASSWORD_WRONG');
    expect((await ask(calls.newTotp, {}, as)).refused).toBe('CONFIRM_FIRST');
    const { secret, factorId } = await givenTotp(service, login);

    moveClock(service, 10 * 60);
    expect((await ask(calls.removeFactor, { id: factorId }, as)).refused).toBe('CONFIRM_FIRST');
    const { password } = login;
    expect((await ask(calls.confirm, { password }, as)).refused).toBe('SECOND_CODE_NEEDED');
    expect((await ask(calls.removeFactor, { id: factorId }, as)).refused).toBe('CONFIRM_FIRST');
    const code = totpCode(secret, service.now);
    expect((await ask(calls.confirm, { password, code }, as)).refused).toBeNull();
    expect((await ask(calls.removeFactor, { id: factorId }, as)).refused).toBeNull();
    expect((await ask(calls.factors, {}, as)).data).toMatchObject({ list: [], recoveryCodesLeft: 0 });
    expect((await ask(accountCalls.login, { account: login.phone, password })).data.token).not.toBeNull();
  });

  it('can be seen and changed by its owner only', async () => {
    const login = await given.login();
    const { factorId } = await givenTotp(service, login);
    const stranger = await given.login();
    await ask(calls.confirm, { password: stranger.password }, { as: stranger.token });
    const as = { as: stranger.token };

    expect((await ask(calls.factors, {}, as)).data.list).toEqual([]);
    expect((await ask(calls.removeFactor, { id: factorId }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.renameFactor, { id: factorId, name: 'Mine' }, as)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.addTotp, { factorId, code: '000000', name: 'Mine' }, as)).refused).toBe('NOT_FOUND');
  });

  it('can be confirmed by a code to the phone only if there is no password', async () => {
    const login = await given.login();
    const solved = { challengeId: 'x', solution: '0' };
    expect((await ask(calls.sendConfirmCode, solved, { as: login.token })).refused).toBe('HAS_PASSWORD');
    await service.database.pool.query('update login set password_hash = null where id = $1', [login.loginId]);
    const { rows } = await service.database.pool.query<{ id: string }>(
      `insert into challenge (salt, zero_bits, expires_at) values ('', 0, $1) returning id`,
      [new Date(service.now.getTime() + 60_000)],
    );

    await ask(calls.sendConfirmCode, { challengeId: rows[0]?.id ?? '', solution: '0' }, { as: login.token });
    const textCode = /\d{6}/.exec((await service.messages(login.phone))[0] ?? '')?.[0] ?? '';
    const wrong = textCode === '000000' ? '000001' : '000000';

    expect((await ask(calls.confirm, { textCode: wrong }, { as: login.token })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.confirm, { textCode }, { as: login.token })).refused).toBeNull();
    expect((await ask(calls.newTotp, {}, { as: login.token })).refused).toBeNull();
  });
});

describe('an authenticator app', () => {
  it('is accepted only after its first code, and its secret is encrypted', async () => {
    const { token, password, phone } = await given.login();
    await ask(calls.confirm, { password }, { as: token });
    const { data } = await ask(calls.newTotp, {}, { as: token });

    expect((await ask(accountCalls.login, { account: phone, password })).data.token).not.toBeNull();
    const wrong = { factorId: data.factorId, code: wrongCode(data.secret, service.now), name: 'Phone' };
    expect((await ask(calls.addTotp, wrong, { as: token })).refused).toBe('SECOND_CODE_INVALID');
    const { rows } = await service.database.pool.query<{ secret: Buffer }>('select secret from totp where id = $1', [
      data.factorId,
    ]);
    expect(rows[0]?.secret.includes(data.secret)).toBe(false);
    moveClock(service, 16 * 60);
    const { refused } = await ask(calls.confirm, { password }, { as: token });
    const late = { factorId: data.factorId, code: totpCode(data.secret, service.now), name: 'Phone' };
    expect([refused, (await ask(calls.addTotp, late, { as: token })).refused]).toEqual([null, 'NOT_FOUND']);
  });
});
