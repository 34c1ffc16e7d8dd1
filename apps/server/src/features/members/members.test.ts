import { accountCalls, attestationCalls, memberCalls as calls, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { codeFor, confirmed, seatFor } from './testing/code.ts';

const service = useService();
const { ask, given } = service;
const minutes = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 60_000);
};
let names = 0;
const member = () => ({ name: '李明', loginName: `Li.Ming-${names++}`, permissions: ['preserve' as const] });

describe('a sub-account', () => {
  it('is created with a code to its phone and signs in by phone or name once its password is set', async () => {
    const { token: as } = await confirmed(service, await given.login());
    const phone = given.phone();
    const wanted = { ...member(), phone, spendingLimitCents: 5_000 };
    const code = await codeFor(service, calls.sendMemberCode, phone, as);

    const { userId, loginName, signInUrl } = (await ask(calls.createMember, { ...wanted, code }, { as })).data;
    expect([loginName, signInUrl]).toEqual([wanted.loginName, 'http://localhost/login']);
    expect((await service.messages(phone))[0]).toMatch(new RegExp(`登录名 ${wanted.loginName}。请打开 localhost`));
    await ask(calls.setMemberPassword, { userId, password: goodPassword }, { as });

    const byName = await ask(accountCalls.login, { account: wanted.loginName.toUpperCase(), password: goodPassword });
    const byPhone = await ask(accountCalls.login, { account: phone, password: goodPassword });
    const asMember = { as: byName.data.token ?? '' };
    await ask(accountCalls.choosePassword, { password: 'their-own-lantern' }, asMember);
    const me = await ask(accountCalls.accountInfo, {}, asMember);
    expect(byPhone.refused).toBeNull();
    expect(me.data).toMatchObject({ userId, role: 'sub', permissions: ['preserve', 'evidence'], person: { userId } });
    const { list, total } = (await ask(calls.memberList, {}, { as })).data;
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ userId, kind: 'sub', state: 'active', spendingLimitCents: 5_000 });
    expect(list[0]?.seenAt).toBe(service.now.toISOString());
  });

  it('is created from a form, where an empty limit means none', async () => {
    const { token: as } = await confirmed(service, await given.login());
    const phone = given.phone();
    const code = await codeFor(service, calls.sendMemberCode, phone, as);
    const form = { ...member(), phone, code, spendingLimitCents: '' as never };

    expect((await ask(calls.createMember, form, { as, form: true })).refused).toBeNull();
    expect((await ask(calls.memberList, {}, { as })).data.list[0]).toMatchObject({
      spendingLimitCents: null,
      permissions: ['preserve', 'evidence'],
    });
  });

  it('is created once by a hundred concurrent requests with one code', async () => {
    const { token: as } = await confirmed(service, await given.login());
    const phone = given.phone();
    const code = await codeFor(service, calls.sendMemberCode, phone, as);

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(calls.createMember, { ...member(), phone, code }, { as })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'CODE_INVALID']));
    expect((await ask(calls.memberList, {}, { as })).data.total).toBe(1);
  });

  it('is refused with another account’s code, a taken phone or a taken name', async () => {
    const [one, other] = [await confirmed(service, await given.login()), await confirmed(service, await given.login())];
    const phone = given.phone();
    const code = await codeFor(service, calls.sendMemberCode, phone, one.token);
    const first = { ...member(), phone, code };

    expect((await ask(calls.createMember, first, { as: other.token })).refused).toBe('CODE_INVALID');
    expect((await ask(calls.createMember, first, { as: one.token })).refused).toBeNull();
    const free = given.phone();
    const again = { phone: free, code: await codeFor(service, calls.sendMemberCode, free, other.token) };
    const sameName = { ...first, ...again, loginName: first.loginName.toLowerCase() };
    expect((await ask(calls.createMember, sameName, { as: other.token })).refused).toBe('LOGIN_NAME_TAKEN');
  });

  it('is refused before a code is sent if the phone is registered, in this account or another', async () => {
    const holder = await given.login();
    const [member, other] = [await given.member(holder), await given.login()];
    const ask_ = (phone: string) => codeFor(service, calls.sendMemberCode, phone, holder.token);

    expect(await ask_(other.phone)).toBe('INVITE_INSTEAD');
    expect(await ask_(member.phone)).toBe('MEMBER_ALREADY');
    expect([...(await service.messages(other.phone)), ...(await service.messages(member.phone))]).toEqual([]);
  });

  it('is refused if the phone was registered after its code was sent', async () => {
    const { token: as } = await confirmed(service, await given.login());
    const phone = given.phone();
    const code = await codeFor(service, calls.sendMemberCode, phone, as);
    await given.login({ phone });

    expect((await ask(calls.createMember, { ...member(), phone, code }, { as })).refused).toBe('PHONE_TAKEN');
  });

  it('gets its code only for a solved challenge, and once a minute', async () => {
    const { token: as } = await given.login();
    const phone = given.phone();
    const unsolved = { phone, challengeId: 'unknown', solution: '0' };

    expect((await ask(calls.sendMemberCode, unsolved, { as })).refused).toBe('CHALLENGE_UNSOLVED');
    expect(await codeFor(service, calls.sendMemberCode, phone, as)).toMatch(/^\d{6}$/);
    expect(await codeFor(service, calls.sendMemberCode, phone, as)).toBe('TOO_MANY');
    minutes(2);
    expect(await codeFor(service, calls.sendMemberCode, phone, as)).toMatch(/^\d{6}$/);
  });
});

describe('rights over members', () => {
  it('belong to the account’s holder only', async () => {
    const holder = await confirmed(service, await given.login());
    const { token: as, loginId: userId } = await given.member(holder, ['evidence', 'preserve', 'addresses']);
    const { phone } = await given.login();

    const refused = await Promise.all([
      ask(calls.createMember, { ...member(), phone: given.phone(), code: '000000' }, { as }),
      ask(calls.memberList, {}, { as }),
      ask(calls.editMember, { userId, permissions: [] }, { as }),
      ask(calls.invite, { phone }, { as }),
      ask(calls.findByPhone, { phone }, { as }),
      ask(calls.auditList, {}, { as }),
    ]);

    expect(new Set(refused.map((answer) => answer.refused))).toEqual(new Set(['NOT_ALLOWED']));
  });

  it('do not reach members of other accounts or the holder', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId } = await given.member(holder);
    const { token: as } = await confirmed(service, await given.login());

    const missing = await Promise.all([
      ask(calls.editMember, { userId, name: '我的' }, { as }),
      ask(calls.setMemberPassword, { userId, password: goodPassword }, { as }),
      ask(calls.disableMember, { userId }, { as }),
      ask(calls.enableMember, { userId }, { as }),
      ask(calls.disableMember, { userId: holder.loginId }, { as: holder.token }),
      ask(calls.setMemberPassword, { userId: holder.loginId, password: goodPassword }, { as: holder.token }),
    ]);

    expect(new Set(missing.map(({ refused }) => refused))).toEqual(new Set(['NOT_FOUND']));
    expect((await ask(calls.memberList, {}, { as: holder.token })).data.list[0]?.name).toBe('李明');
  });

  it('apply from the next call after a change', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, token } = await given.member(holder, ['evidence']);
    expect((await ask(attestationCalls.list, {}, { as: token })).refused).toBeNull();

    const change = { userId, permissions: ['billing' as const], spendingLimitCents: 100 };
    await ask(calls.editMember, change, { as: holder.token });
    await ask(calls.editMember, { userId, name: '李亮' }, { as: holder.token });

    expect((await ask(attestationCalls.list, {}, { as: token })).refused).toBe('NOT_ALLOWED');
    const [row] = (await ask(calls.memberList, {}, { as: holder.token })).data.list;
    expect(row).toMatchObject({ name: '李亮', permissions: ['billing'], spendingLimitCents: 100 });
  });
});

describe('actions of the account on a member', () => {
  it('notify them once of a new password, new rights and being disabled', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, phone } = await given.member(holder);
    const as = { as: holder.token };
    await ask(calls.setMemberPassword, { userId, password: 'another-lantern' }, as);
    await ask(calls.editMember, { userId, permissions: ['preserve'] }, as);
    await ask(calls.disableMember, { userId }, as);
    const again = await ask(calls.disableMember, { userId }, as);
    await ask(calls.enableMember, { userId }, as);
    const enabledAgain = await ask(calls.enableMember, { userId }, as);

    const { token } = (await ask(accountCalls.login, { account: phone, password: 'another-lantern' })).data;
    await ask(accountCalls.choosePassword, { password: 'their-own-lantern' }, { as: token ?? '' });
    const { list } = (await ask(messageCalls.news, { kind: 'account' }, { as: token ?? '' })).data;

    expect([again.refused, enabledAgain.refused]).toEqual(['STATE_FORBIDS', 'STATE_FORBIDS']);
    expect(list.map(({ message }) => message.name)).toEqual([
      'message.password-changed',
      'message.member-disabled',
      'message.member-edited',
      'message.password-set',
    ]);
  });

  it('notify the own login of a seat’s holder', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const userId = await seatFor(service, holder, guest);

    await ask(calls.disableMember, { userId }, { as: holder.token });

    const { list } = (await ask(messageCalls.news, { kind: 'account' }, { as: guest.token })).data;
    expect(list.map(({ message }) => message)).toMatchObject([
      { name: 'message.member-disabled', values: { account: '王芳' } },
    ]);
  });

  it('require a confirmed identity', async () => {
    const holder = await given.login();
    const { loginId: userId } = await given.member(holder);
    const { phone } = await given.login();
    const as = { as: holder.token };

    const refused = [
      await ask(calls.createMember, { ...member(), phone: given.phone(), code: '000000' }, as),
      await ask(calls.invite, { phone }, as),
      await ask(calls.setMemberPassword, { userId, password: 'another-lantern' }, as),
      await ask(calls.editMember, { userId, permissions: ['preserve'] }, as),
    ];

    expect(new Set(refused.map((answer) => answer.refused))).toEqual(new Set(['CONFIRM_FIRST']));
  });
});

describe('a disabled sub-account', () => {
  it('loses sessions and swapped tokens at once, and may sign in again when enabled', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, phone, token } = await given.member(holder);
    const swapped = (await ask(accountCalls.swapToken, {}, { as: token })).data.token;

    await ask(calls.disableMember, { userId }, { as: holder.token });

    for (const as of [token, swapped])
      expect((await ask(accountCalls.accountInfo, {}, { as })).refused).toBe('SESSION_INVALID');
    const signIn = { account: phone, password: goodPassword };
    expect((await ask(accountCalls.login, signIn)).refused).toBe('LOGIN_DISABLED');
    expect((await ask(calls.memberList, {}, { as: holder.token })).data.list[0]?.state).toBe('disabled');
    await ask(calls.enableMember, { userId }, { as: holder.token });
    expect((await ask(accountCalls.accountInfo, {}, { as: token })).refused).toBe('SESSION_INVALID');
    expect((await ask(accountCalls.login, signIn)).refused).toBeNull();
  });

  it('stops receiving on an open live stream', { timeout: 20_000 }, async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, token } = await given.member(holder, ['evidence']);
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = service.app.server.address() as { port: number };
    const stream = await fetch(`http://127.0.0.1:${port}${attestationCalls.live.path}`, {
      headers: { 'x-auth-token': token },
    });
    const ended = stream.text();

    await ask(calls.disableMember, { userId }, { as: holder.token });
    const disabledAt = Date.now();
    await ended;

    expect(Date.now() - disabledAt).toBeLessThan(15_000);
  });

  it('loses its sessions when its password is set', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, phone, token } = await given.member(holder);

    const common = await ask(calls.setMemberPassword, { userId, password: 'password123' }, { as: holder.token });
    expect(common.refused).toBe('PASSWORD_COMMON');
    await ask(calls.setMemberPassword, { userId, password: 'another-lantern' }, { as: holder.token });

    expect((await ask(accountCalls.accountInfo, {}, { as: token })).refused).toBe('SESSION_INVALID');
    const old = await ask(accountCalls.login, { account: phone, password: goodPassword });
    expect(old.refused).toBe('CREDENTIALS_INVALID');
    expect((await ask(accountCalls.login, { account: phone, password: 'another-lantern' })).refused).toBeNull();
  });
});

describe('the list of members', () => {
  it('is searched by name, login name and the last digits of the phone only', async () => {
    const { token: as } = await confirmed(service, await given.login());
    const phone = given.phone();
    const code = await codeFor(service, calls.sendMemberCode, phone, as);
    const wanted = { ...member(), name: '欧阳娜', phone, code };
    await ask(calls.createMember, wanted, { as });
    const found = async (search: string) => (await ask(calls.memberList, { search }, { as })).data.total;

    expect([await found('欧阳'), await found(wanted.loginName.toLowerCase()), await found(phone.slice(-4))]).toEqual([
      1, 1, 1,
    ]);
    expect([await found('%'), await found(phone.slice(3, 9)), await found('没有')]).toEqual([0, 0, 0]);
  });
});
