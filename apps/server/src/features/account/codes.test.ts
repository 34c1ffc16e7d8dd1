import { createHash } from 'node:crypto';
import { accountCalls as calls, memberCalls, signInCalls, textCodesADay } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService({ isLimited: true });
const { ask, given } = service;
const minutes = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 60_000);
};
let hosts = 0;
/** Each from an address of its own. */
const elsewhere = () => ({ from: `203.0.113.${hosts++ % 250}` });
/** One that asks for no work. */
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

describe('the codes that a phone is sent in a day', () => {
  it('are not used up by whoever solves no challenge', async () => {
    const { phone } = await given.login();
    for (let n = 0; n < 2 * textCodesADay; n++) {
      const unsolved = { phone, challengeId: 'none', solution: '0' };
      expect((await ask(calls.sendLoginCode, unsolved, elsewhere())).refused).toBe('CHALLENGE_UNSOLVED');
    }

    const { refused } = await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere());

    expect(refused).toBeNull();
  });

  it('are counted together, whatever for, by the clock, and begin anew after it', async () => {
    const { phone, token } = await withoutPassword();
    const inTurn = [calls.sendRegisterCode, calls.sendLoginCode, calls.sendResetCode];
    for (let n = 0; n < textCodesADay - 1; n++) {
      minutes(2);
      const call = inTurn[n % inTurn.length] ?? calls.sendLoginCode;
      expect((await ask(call, { phone, ...(await solved()) }, elsewhere())).refused).toBeNull();
    }
    const own = await ask(signInCalls.sendConfirmCode, await solved(), { as: token, ...elsewhere() });
    expect(own.refused).toBeNull();
    minutes(2);

    const bound = await ask(memberCalls.sendPhoneCode, { phone, ...(await solved()) }, { as: token, ...elsewhere() });
    const asked = await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere());

    for (const answer of [bound, asked]) expect(answer).toMatchObject({ status: 429, refused: 'TOO_MANY' });
    expect(Number(asked.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
    expect(await service.messages(phone)).toHaveLength(textCodesADay);
    minutes(24 * 60);
    expect((await ask(calls.sendLoginCode, { phone, ...(await solved()) }, elsewhere())).refused).toBeNull();
  });

  it('are counted for the phone and not for the address of whoever confirms himself', async () => {
    const from = '198.51.100.77';
    for (let n = 0; n < textCodesADay + 1; n++) {
      const { token } = await withoutPassword();
      expect((await ask(signInCalls.sendConfirmCode, await solved(), { as: token, from })).refused).toBeNull();
    }
  });

  it('are no more than that when they are asked for all at once', async () => {
    const phone = given.phone();
    const purposes = [calls.sendRegisterCode, calls.sendLoginCode, calls.sendResetCode];
    for (let round = 0; round < 3; round++) {
      minutes(2);
      const asked = await Promise.all(purposes.map(async (call) => ({ call, input: { phone, ...(await solved()) } })));
      await Promise.all(asked.map(({ call, input }) => ask(call, input, elsewhere())));
    }

    expect(await service.messages(phone)).toHaveLength(textCodesADay);
  });
});

describe('a code', () => {
  it('cannot be found from what stands in the database by trying them all', async () => {
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

  it('is changed into a ticket for a new password and for nothing else', async () => {
    const { phone } = await given.login();
    minutes(2);
    const code = await given.code('login', phone);

    for (const purpose of ['login', 'register', 'bind', 'member', 'confirm'])
      expect((await ask(calls.checkCode, { phone, purpose: purpose as 'reset', code })).refused).toBe('INPUT_INVALID');
    expect((await ask(calls.loginByPhone, { phone, code })).refused).toBeNull();
  });
});
