import { attestationCalls, accountCalls as calls, memberCalls, signInCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, solve, useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;
const minutes = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 60_000);
};

describe('registering an account', () => {
  it('verifies a code to the phone and signs in', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);

    const { data } = await ask(calls.register, { phone, code, password: goodPassword, name: '王芳', agreed: true });
    const me = await ask(calls.accountInfo, {}, { as: data.token ?? '' });

    expect(me.data).toMatchObject({ name: '王芳', role: 'main', phone: `139****${phone.slice(-4)}` });
  });

  it('accepts a form', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const form = { phone, code, password: goodPassword, name: 'Ann', agreed: 'true' };

    expect((await ask(calls.register, form, { form: true })).envelope).toMatchObject({
      flag: true,
      statusCode: '000000',
    });
  });

  it('refuses a registered phone, a common password and one that contains the phone', async () => {
    const { phone } = await given.login();
    const other = given.phone();
    minutes(2);
    const code = await given.code('register', phone);
    const fields = { name: 'Ann', agreed: true };

    expect((await ask(calls.register, { ...fields, phone, code, password: goodPassword })).refused).toBe('PHONE_TAKEN');
    const otherCode = await given.code('register', other);
    const asOther = { ...fields, phone: other, code: otherCode };
    expect((await ask(calls.register, { ...asOther, password: 'Password123' })).refused).toBe('PASSWORD_COMMON');
    expect((await ask(calls.register, { ...asOther, password: `my${other}` })).refused).toBe('PASSWORD_COMMON');
    expect((await ask(calls.register, { ...asOther, password: goodPassword })).refused).toBeNull();
  });

  it('names the wrong field in the caller’s language', async () => {
    const wrong = { phone: '12345', code: '000000', password: 'short', name: 'Ann', agreed: true };
    const english = await ask(calls.register, wrong, { headers: { 'accept-language': 'en' } });
    const chinese = await ask(calls.register, wrong, { headers: { 'accept-language': 'zh' } });

    expect(english.envelope.fields?.map(({ field }) => field)).toEqual(['phone', 'password']);
    expect(english.envelope.errorMessage).toBe('Some of the input is invalid. Check it and try again.');
    expect(chinese.envelope.fields?.[1]?.message).toMatch(/8/);
    expect(chinese.envelope.errorMessage).toBe('提交的内容有误，请检查后重试');
  });
});

describe('a code', () => {
  it('is accepted once by a hundred concurrent requests', async () => {
    const { phone } = await given.login();
    minutes(2);
    const code = await given.code('login', phone);

    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(calls.loginByPhone, { phone, code })));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'CODE_INVALID']));
  });

  it('is void after five wrong tries, after ten minutes, for another purpose, and once a newer one was sent', async () => {
    const { phone } = await given.login();
    minutes(2);
    const guessed = await given.code('login', phone);
    const wrong = guessed === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++)
      expect((await ask(calls.loginByPhone, { phone, code: wrong })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.loginByPhone, { phone, code: guessed })).refused).toBe('CODE_INVALID');

    minutes(2);
    const late = await given.code('login', phone);
    minutes(11);
    expect((await ask(calls.loginByPhone, { phone, code: late })).refused).toBe('CODE_INVALID');

    const older = await given.code('login', phone);
    minutes(2);
    const newer = await given.code('login', phone);
    const reset = { phone, code: newer, password: 'another-lantern' };
    expect((await ask(calls.resetPassword, reset)).refused).toBe('CODE_INVALID');
    if (older !== newer) expect((await ask(calls.loginByPhone, { phone, code: older })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.loginByPhone, { phone, code: newer })).refused).toBeNull();
  });

  it('is sent only for a solved challenge, each usable once, and at most once a minute', async () => {
    const phone = given.phone();
    const { data: challenge } = await ask(calls.challenge, {});
    const solved = { phone, challengeId: challenge.id, solution: solve(challenge) };

    expect((await ask(calls.sendRegisterCode, { ...solved, challengeId: 'unknown' })).refused).toBe(
      'CHALLENGE_UNSOLVED',
    );
    expect((await ask(calls.sendRegisterCode, solved)).refused).toBeNull();
    expect((await ask(calls.sendRegisterCode, solved)).refused).toBe('CHALLENGE_UNSOLVED');
    await given.code('register', phone);
    expect(await service.messages(phone)).toHaveLength(1);
  });

  it('gets the same reply for a phone without an account, which is sent a notice', async () => {
    const { phone: known } = await given.login();
    const unknown = given.phone();
    const answers = await Promise.all([given.code('login', known), given.code('login', unknown)]);

    expect(answers).toEqual([expect.stringMatching(/^\d{6}$/), 'none was sent']);
    expect((await service.messages(unknown))[0]).toContain('尚未注册');
    const sent = await Promise.all(
      [known, unknown].map(async (phone) => {
        const { data: challenge } = await ask(calls.challenge, {});
        return ask(calls.sendResetCode, { phone, challengeId: challenge.id, solution: solve(challenge) });
      }),
    );
    expect(sent[0]?.data).toEqual(sent[1]?.data);
    expect(sent[0]?.refused).toBeNull();
  });
});

describe('a password', () => {
  it('signs in; a wrong password and an unknown account get the same refusal', async () => {
    const { phone, password } = await given.login();

    expect((await ask(calls.login, { account: phone, password })).refused).toBeNull();
    const wrong = await ask(calls.login, { account: phone, password: 'wrong' });
    const unknown = await ask(calls.login, { account: given.phone(), password: 'wrong' });
    expect(wrong.refused).toBe('CREDENTIALS_INVALID');
    expect({ ...unknown.envelope, traceId: '' }).toEqual({ ...wrong.envelope, traceId: '' });
  });

  it('is locked after ten wrong tries from one address, but not elsewhere or by code', async () => {
    const { phone, password } = await given.login();
    const attacker = '198.51.100.7';
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => ask(calls.login, { account: phone, password: 'wrong' }, { from: attacker })),
    );

    expect(tries.filter(({ refused }) => refused === 'LOCKED')).toHaveLength(2);
    expect((await ask(calls.login, { account: phone, password }, { from: attacker })).refused).toBe('LOCKED');
    expect((await ask(calls.login, { account: phone, password })).refused).toBeNull();
    minutes(2);
    const code = await given.code('login', phone, { from: attacker });
    expect((await ask(calls.loginByPhone, { phone, code }, { from: attacker })).refused).toBeNull();
  });

  it('is changed with the old one, which ends every other session', async () => {
    const { phone, password, token } = await given.login();
    const other = (await ask(calls.login, { account: phone, password })).data.token ?? '';
    const swapped = (await ask(calls.swapToken, {}, { as: token })).data.token;
    const change = { oldPassword: password, password: 'another-lantern' };

    expect((await ask(calls.changePassword, { ...change, oldPassword: 'wrong' }, { as: token })).refused).toBe(
      'OLD_PASSWORD_WRONG',
    );
    expect((await ask(calls.changePassword, change, { as: token })).refused).toBeNull();
    expect((await ask(calls.accountInfo, {}, { as: other })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.accountInfo, {}, { as: token })).refused).toBeNull();
    expect((await ask(calls.accountInfo, {}, { as: swapped })).refused).toBeNull();
  });

  it('is reset with the ticket for a code, usable once, which ends every session', async () => {
    const { phone, token } = await given.login();
    minutes(2);
    const code = await given.code('reset', phone);
    const { ticket } = (await ask(calls.checkCode, { phone, purpose: 'reset', code })).data;

    expect((await ask(calls.resetPassword, { phone, ticket, password: 'another-lantern' })).refused).toBeNull();
    expect((await ask(calls.resetPassword, { phone, ticket, password: 'a-third-lantern' })).refused).toBe(
      'CODE_INVALID',
    );
    expect((await ask(calls.accountInfo, {}, { as: token })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.login, { account: phone, password: 'another-lantern' })).refused).toBeNull();
  });
});

describe('a swapped token', () => {
  it('can read, preserve and end its session, but not change how the account is protected', async () => {
    const { token, password } = await given.login();
    const swapped = (await ask(calls.swapToken, {}, { as: token })).data.token;
    const as = { as: swapped };
    await ask(signInCalls.confirm, { password }, { as: token });

    const allowed = [
      await ask(calls.accountInfo, {}, as),
      await ask(attestationCalls.preserveUrls, { urls: ['https://example.com/'] }, as),
    ];
    const refused = [
      await ask(calls.swapToken, {}, as),
      await ask(calls.changePassword, { oldPassword: password, password: 'another-lantern' }, as),
      await ask(signInCalls.confirm, { password }, as),
      await ask(signInCalls.newTotp, {}, as),
      await ask(memberCalls.invite, { phone: given.phone() }, as),
    ];

    expect(allowed.map((answer) => answer.refused)).toEqual([null, null]);
    expect(new Set(refused.map((answer) => answer.refused))).toEqual(new Set(['TOKEN_LIMITED']));
    expect((await ask(calls.logout, {}, as)).refused).toBeNull();
  });

  it('ends after an hour, however often it is used', async () => {
    const { token } = await given.login();
    const swapped = (await ask(calls.swapToken, {}, { as: token })).data.token;
    for (let n = 0; n < 3; n++) {
      minutes(19);
      expect((await ask(calls.accountInfo, {}, { as: swapped })).refused).toBeNull();
    }
    minutes(4);

    expect((await ask(calls.accountInfo, {}, { as: swapped })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.accountInfo, {}, { as: token })).refused).toBeNull();
  });
});

describe('a ticket for a code', () => {
  it('registers its phone once, and only serves its purpose', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const { ticket } = (await ask(calls.checkCode, { phone, purpose: 'register', code })).data;
    const form = { phone, ticket, password: goodPassword, name: '王芳', agreed: true };

    expect((await ask(calls.resetPassword, { phone, ticket, password: goodPassword })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.register, { ...form, phone: given.phone() })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.register, form)).refused).toBeNull();
    expect((await ask(calls.register, form)).refused).toBe('CODE_INVALID');
  });

  it('is not given for a code of another purpose', async () => {
    const { phone } = await given.login();
    const code = await given.code('login', phone);

    expect((await ask(calls.checkCode, { phone, purpose: 'reset', code })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.checkCode, { phone, purpose: 'login' as 'reset', code })).refused).toBe('INPUT_INVALID');
  });
});

describe('a session', () => {
  it('ends at sign-out with its swapped tokens', async () => {
    const { token } = await given.login();
    const swapped = (await ask(calls.swapToken, {}, { as: token })).data.token;

    const out = await ask(calls.logout, {}, { as: swapped });
    const after = await ask(calls.accountInfo, {}, { as: token });

    expect(out.headers['set-cookie']).toMatch(/^bq-x-token=; .*HttpOnly/);
    expect(after).toMatchObject({ status: 401, envelope: { flag: false, statusCode: '500002' } });
    expect((await ask(calls.accountInfo, {}, { as: swapped })).refused).toBe('SESSION_INVALID');
  });

  it('is given to a browser only as a cookie that no script can read', async () => {
    const { phone, password } = await given.login();
    const browser = { 'sec-fetch-site': 'same-origin' };

    const { data, headers } = await ask(calls.login, { account: phone, password }, { headers: browser });
    const cookie =
      [headers['set-cookie']]
        .flat()
        .map(String)
        .find((one) => one.startsWith('bq-x-token=')) ?? '';
    const me = await ask(calls.accountInfo, {}, { headers: { cookie: cookie.split(';')[0] ?? '' } });

    expect(data.token).toBeNull();
    expect(cookie).toMatch(/^bq-x-token=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
    expect(me.refused).toBeNull();
  });

  it('ends after three idle days, and after thirty days at the latest', async () => {
    const { token } = await given.login();
    const days = (n: number) => minutes(n * 24 * 60);
    for (let day = 0; day < 28; day += 2) {
      days(2);
      expect((await ask(calls.accountInfo, {}, { as: token })).refused).toBeNull();
    }
    days(2.1);
    expect((await ask(calls.accountInfo, {}, { as: token })).refused).toBe('SESSION_INVALID');

    const { token: idle } = await given.login();
    days(3.1);
    expect((await ask(calls.accountInfo, {}, { as: idle })).refused).toBe('SESSION_INVALID');
  });

  it('rejects a browser’s requests from another origin', async () => {
    const { token } = await given.login();
    const foreign = { cookie: `bq-x-token=${token}`, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

    expect((await ask(calls.logout, {}, { headers: foreign })).refused).toBe('FOREIGN_ORIGIN');
    expect((await ask(calls.accountInfo, {}, { as: token })).refused).toBeNull();
  });
});
