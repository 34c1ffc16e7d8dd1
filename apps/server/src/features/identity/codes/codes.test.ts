import { createHash } from 'node:crypto';
import {
  accountCalls as calls,
  consoleCalls,
  signInCalls,
  strangerCodesADay,
  textCodesADay,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../../testing/service.ts';
import { browserOf } from '../../sign-in/testing/given.ts';

const service = useService({ isLimited: true });
const { ask, given } = service;
const minutes = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 60_000);
};
let hosts = 0;
/** Each call comes from a different address. */
const elsewhere = () => ({ from: `203.0.113.${hosts++ % 250}` });
/** A challenge that requires no work. */
const solved = async () => {
  const { rows } = await service.database.pool.query<{ id: string }>(
    `insert into challenge (salt, zero_bits, expires_at) values ('', 0, $1) returning id`,
    [new Date(service.now.getTime() + 60_000)],
  );
  return { challengeId: rows[0]?.id ?? '', solution: '0' };
};
const withoutPassword = async () => {
  const login = await given.login();
  await service.database.pool.query('update login set password_hash = null where id = $1', [login.loginId]);
  return login;
};

describe('the daily limit of codes per phone', () => {
  it('is not used up without solved challenges', async () => {
    const { phone } = await given.login();
    for (let n = 0; n < 2 * textCodesADay; n++) {
      const unsolved = { phone, challengeId: 'none', solution: '0' };
      expect((await ask(calls.sendLoginCode, unsolved, elsewhere())).refused).toBe('CHALLENGE_UNSOLVED');
    }

    const { refused } = await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere());

    expect(refused).toBeNull();
  });

  it('is counted per purpose and requester, for a day', async () => {
    const { phone } = await given.login();
    const from = '198.51.100.70';
    const send = async (call: typeof calls.sendLoginCode | typeof calls.sendResetCode) =>
      ask(call, { phone, ...(await solved()) }, { from });
    for (let n = 0; n < textCodesADay; n++) {
      minutes(2);
      expect((await send(calls.sendLoginCode)).refused).toBeNull();
    }
    minutes(2);

    const another = await send(calls.sendLoginCode);
    const forReset = await send(calls.sendResetCode);

    expect(another).toMatchObject({ status: 429, refused: 'CODES_USED_UP' });
    expect(Number(another.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    expect(forReset.refused).toBeNull();
    minutes(24 * 60);
    expect((await send(calls.sendLoginCode)).refused).toBeNull();
  });

  it('can’t be used up by strangers for a known browser; the refusal names other ways to sign in', async () => {
    const { phone, password } = await given.login();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const entered = await ask(calls.login, { account: phone, password }, { headers });
    const known = { headers: { ...headers, cookie: browserOf(entered.headers) } };
    for (let n = 0; n < strangerCodesADay; n++)
      expect((await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere())).refused).toBeNull();

    const stranger = await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere());
    const english = { ...elsewhere(), headers: { 'accept-language': 'en' } };
    const inEnglish = await ask(calls.sendResetCode, { phone, ...(await solved()) }, english);
    const code = await given.code('login', phone, known);

    expect(stranger.refused).toBe('CODES_USED_UP');
    expect(stranger.envelope.errorMessage).toMatch(/密码、通行密钥、扫码或第三方账号/);
    expect(inEnglish.envelope.errorMessage).toMatch(/password, a passkey, a QR code or a third-party account/);
    expect((await ask(calls.loginByPhone, { phone, code }, known)).refused).toBeNull();
  });

  it('gives the same refusal for an unregistered phone', async () => {
    const refusals = [];
    for (const phone of [given.phone(), (await given.login()).phone]) {
      for (let n = 0; n < strangerCodesADay; n++)
        await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere());
      const { envelope } = await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere());
      refusals.push({ ...envelope, traceId: '' });
    }

    expect(refusals[0]).toEqual(refusals[1]);
  });

  it('is counted per phone, not per address, for confirmations', async () => {
    const from = '198.51.100.77';
    for (let n = 0; n < textCodesADay + 1; n++) {
      const { token } = await withoutPassword();
      expect((await ask(signInCalls.sendConfirmCode, await solved(), { as: token, from })).refused).toBeNull();
    }
  });

  it('holds for concurrent requests', async () => {
    const phone = given.phone();
    const purposes = [calls.sendRegisterCode, calls.sendLoginCode, calls.sendResetCode];
    for (let round = 0; round < 7; round++) {
      minutes(2);
      const asked = await Promise.all(purposes.map(async (call) => ({ call, input: { phone, ...(await solved()) } })));
      await Promise.all(asked.map(({ call, input }) => ask(call, input, elsewhere())));
    }

    expect(await service.messages(phone)).toHaveLength(strangerCodesADay);
  });
});

describe('the hourly limit of codes for all phones', () => {
  const few = useService({ mostTextCodesAnHour: 3 });
  const knownBrowser = { 'sec-fetch-site': 'same-origin' };

  it('applies to strangers, is shown in the console, and exempts known browsers', async () => {
    const { phone, password } = await few.given.login();
    const entered = await few.ask(calls.login, { account: phone, password }, { headers: knownBrowser });
    for (let n = 0; n < 3; n++) await few.given.code('register', few.given.phone());

    const refused = await few.given.code('register', few.given.phone());
    const headers = { ...knownBrowser, cookie: browserOf(entered.headers) };
    const code = await few.given.code('login', phone, { headers });
    const { token } = await few.given.staff();
    const { data } = await few.ask(consoleCalls.consoleOverview, {}, { as: token });

    expect(refused).toBe('none was sent');
    expect(code).toMatch(/^\d{6}$/);
    expect(data.textCodes).toEqual({ thisHour: 4, limit: 3 });
  });
});

describe('a code', () => {
  it('is unaffected by another requester’s requests or guesses', async () => {
    const { phone } = await given.login();
    const own = elsewhere();
    const stranger = elsewhere();
    const code = await given.code('login', phone, own);
    await ask(calls.sendLoginCode, { phone, ...(await solved()) }, stranger);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 6; n++) await ask(calls.loginByPhone, { phone, code: wrong }, stranger);

    expect((await ask(calls.loginByPhone, { phone, code }, stranger)).refused).toBe('CODE_INVALID');
    expect((await ask(calls.loginByPhone, { phone, code }, own)).refused).toBeNull();
  });

  it('cannot be reversed from the database by trying all codes', async () => {
    const { phone } = await given.login();
    minutes(2);
    const code = await given.code('reset', phone);

    const { rows } = await service.database.pool.query<{ kept: Buffer }>(
      'select code_fingerprint as kept from text_code where phone = $1',
      [phone],
    );

    const bare = createHash('sha256').update(code).digest();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kept.equals(bare)).toBe(false);
    expect((await ask(calls.checkCode, { phone, purpose: 'reset', code })).refused).toBeNull();
  });

  it('is exchanged for a ticket for registration or a new password only', async () => {
    const { phone } = await given.login();
    minutes(2);
    const code = await given.code('login', phone);

    for (const purpose of ['login', 'bind', 'member', 'confirm', 'recovery'])
      expect((await ask(calls.checkCode, { phone, purpose: purpose as 'reset', code })).refused).toBe('INPUT_INVALID');
    expect((await ask(calls.loginByPhone, { phone, code })).refused).toBeNull();
  });
});
