import { allCalls, accountCalls as calls, memberCalls, messageCalls, signInCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { confirmed } from '../members/testing/code.ts';

const service = useService();
const { ask, given } = service;
const own = 'my-own-lantern-home';

/** A member whose password the main account has just set. */
async function givenMember() {
  const holder = await confirmed(service, await given.login());
  const member = await given.member(holder, ['evidence']);
  const set = { userId: member.loginId, password: goodPassword };
  await ask(memberCalls.setMemberPassword, set, { as: holder.token });
  return { holder, member };
}

const signIn = async (account: string, password = goodPassword) =>
  (await ask(calls.login, { account, password })).data.token ?? '';

describe('a member whose password the main account set', () => {
  it('can only choose a password, however they sign in', async () => {
    const { member } = await givenMember();
    const code = await given.code('login', member.phone);
    const byCode = (await ask(calls.loginByPhone, { phone: member.phone, code })).data.token ?? '';
    const open: string[] = [];

    for (const as of [await signIn(member.phone), byCode])
      for (const call of allCalls.filter(({ who, name }) => (who === 'user' || who === 'main') && name !== 'logout')) {
        const path = Object.fromEntries(Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, 'x']));
        const { refused } = await ask(call, path as never, { as });
        if (refused !== 'PASSWORD_FIRST') open.push(call.name);
      }

    expect(new Set(open)).toEqual(new Set(['choosePassword', 'confirm', 'confirmByPasskey', 'factors']));
    expect(await ask(calls.logout, {}, { as: byCode })).toMatchObject({ refused: null });
  });

  it('chooses another password and keeps only this session', async () => {
    const { member } = await givenMember();
    const [as, other] = [await signIn(member.phone), await signIn(member.phone)];

    const same = await ask(calls.choosePassword, { password: goodPassword }, { as });
    const common = await ask(calls.choosePassword, { password: 'password1' }, { as });
    const chosen = await ask(calls.choosePassword, { password: own }, { as });

    expect([same.refused, common.refused, chosen.refused]).toEqual(['PASSWORD_SAME', 'PASSWORD_COMMON', null]);
    expect((await ask(calls.accountInfo, {}, { as })).data.userId).toBe(member.loginId);
    expect((await ask(calls.accountInfo, {}, { as: other })).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.login, { account: member.phone, password: goodPassword })).refused).toBe(
      'CREDENTIALS_INVALID',
    );
    expect((await ask(calls.choosePassword, { password: 'a-third-lantern' }, { as })).refused).toBe('STATE_FORBIDS');
    const { list } = (await ask(messageCalls.news, {}, { as })).data;
    expect(list.map(({ message }) => message.name)).toEqual(['message.password-changed', 'message.password-set']);
    const { rows } = await service.database.pool.query(
      `select person_id as "personId" from audit where event = 'password.chosen' and login_id = $1`,
      [member.loginId],
    );
    expect(rows).toEqual([{ personId: member.loginId }]);
  });

  it('chooses once of twenty concurrent requests', async () => {
    const { member } = await givenMember();
    const as = await signIn(member.phone);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(calls.choosePassword, { password: `${own}-${i}` }, { as })),
    );

    const chosen = answers.flatMap(({ refused }, i) => (refused === null ? [i] : []));
    expect(chosen).toHaveLength(1);
    expect((await ask(calls.login, { account: member.phone, password: `${own}-${chosen[0]}` })).refused).toBeNull();
  });

  it('confirms their identity again if they wait too long', async () => {
    const { member } = await givenMember();
    const as = await signIn(member.phone);
    service.now = new Date(service.now.getTime() + 11 * 60_000);

    expect((await ask(calls.choosePassword, { password: own }, { as })).refused).toBe('CONFIRM_FIRST');
    await ask(signInCalls.confirm, { password: goodPassword }, { as });
    expect((await ask(calls.choosePassword, { password: own }, { as })).refused).toBeNull();
  });

  it('may also reset the password with a code to the phone', async () => {
    const { member } = await givenMember();
    const code = await given.code('reset', member.phone);
    await ask(calls.resetPassword, { phone: member.phone, code, password: own });

    const as = await signIn(member.phone, own);

    expect((await ask(calls.accountInfo, {}, { as })).data.userId).toBe(member.loginId);
  });

  it('does not prevent the account’s holder from acting as them', async () => {
    const { holder, member } = await givenMember();

    const { data } = await ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token });

    expect((await ask(calls.accountInfo, {}, { as: data.token ?? '' })).data.userId).toBe(member.loginId);
  });
});

describe('a user who chose their password', () => {
  it('cannot set another without the old one', async () => {
    const { token: as } = await confirmed(service, await given.login());

    expect((await ask(calls.choosePassword, { password: own }, { as })).refused).toBe('STATE_FORBIDS');
  });
});
