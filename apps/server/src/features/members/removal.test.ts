import { accountCalls, attestationCalls, memberCalls as calls, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { codeFor, confirmed, seatFor } from './testing/code.ts';

const service = useService();
const { ask, given } = service;

describe('a deleted sub-account', () => {
  it('loses its sessions at once; its submissions and its name in the activity log stay', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, token, phone } = await given.member(holder, ['preserve'], 'own');
    const swapped = (await ask(accountCalls.swapToken, {}, { as: token })).data.token;
    const ano = await given.attestation({ ...holder, loginId: userId }, { state: 'succeeded' });

    expect((await ask(calls.removeMember, { userId }, { as: holder.token })).refused).toBeNull();

    for (const as of [token, swapped])
      expect((await ask(accountCalls.accountInfo, {}, { as })).refused).toBe('SESSION_INVALID');
    expect((await ask(accountCalls.login, { account: phone, password: goodPassword })).refused).toBe(
      'CREDENTIALS_INVALID',
    );
    expect((await ask(calls.memberList, {}, { as: holder.token })).data.total).toBe(0);
    expect((await ask(attestationCalls.info, { ano }, { as: holder.token })).data.ano).toBe(ano);
    const [newest, swap] = (await ask(calls.auditList, {}, { as: holder.token })).data.list;
    expect([newest?.event, newest?.about]).toEqual(['member.removed', '李明']);
    expect(swap?.person).toEqual({ userId, name: '李明' });
    expect((await service.messages(phone))[0]).toContain('已删除您的成员身份');
  });

  it('frees its phone and login name for a registration, another account, or this one again', async () => {
    const [holder, other] = [
      await confirmed(service, await given.login()),
      await confirmed(service, await given.login()),
    ];
    const phone = given.phone();
    const create = async (as: string) => {
      const code = await codeFor(service, calls.sendMemberCode, phone, as);
      return (await ask(calls.createMember, { phone, code, name: '李明', loginName: 'li-ming-left' }, { as })).data
        .userId;
    };
    const later = () => {
      service.now = new Date(service.now.getTime() + 120_000);
    };

    for (const { token } of [holder, other, holder]) {
      await confirmed(service, { token });
      const userId = await create(token);
      expect((await ask(calls.removeMember, { userId }, { as: token })).refused).toBeNull();
      later();
    }
    const { accountId } = await given.login({ phone });

    expect(accountId).not.toBe(holder.accountId);
  });

  it('gives up its seats and open invitations elsewhere', async () => {
    const [holder, host] = [await confirmed(service, await given.login()), await given.login()];
    const person = await given.member(holder);
    await seatFor(service, host, person);
    const third = await confirmed(service, await given.login());
    await ask(calls.invite, { phone: person.phone }, { as: third.token });

    await ask(calls.removeMember, { userId: person.loginId }, { as: holder.token });

    const [seat] = (await ask(calls.memberList, {}, { as: host.token })).data.list;
    const [invitation] = (await ask(calls.invitedList, {}, { as: third.token })).data.list;
    expect(seat).toMatchObject({ state: 'left', phone: null });
    expect(invitation).toMatchObject({ state: 'declined', phone: null });
  });

  it('stays deleted: cannot be deleted again, enabled or switched to', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId } = await given.member(holder);
    const as = { as: holder.token };
    await ask(calls.disableMember, { userId }, as);
    await ask(calls.removeMember, { userId }, as);

    const refused = [
      await ask(calls.removeMember, { userId }, as),
      await ask(calls.enableMember, { userId }, as),
      await ask(calls.editMember, { userId, name: '谁' }, as),
      await ask(calls.switchTo, { userId }, as),
    ];

    expect(new Set(refused.map((answer) => answer.refused))).toEqual(new Set(['NOT_FOUND']));
  });

  it('requires a confirmed identity', async () => {
    const holder = await given.login();
    const { loginId: userId } = await given.member(holder);

    expect((await ask(calls.removeMember, { userId }, { as: holder.token })).refused).toBe('CONFIRM_FIRST');
  });
});

describe('a deleted seat', () => {
  it('ends for the invited user, who keeps their own account and may be invited again', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const userId = await seatFor(service, holder, guest);
    const acting = (await ask(calls.switchTo, { userId }, { as: guest.token })).data.token ?? '';

    await ask(calls.removeMember, { userId }, { as: holder.token });

    expect((await ask(accountCalls.accountInfo, {}, { as: acting })).refused).toBe('SESSION_INVALID');
    const signedIn = (await ask(accountCalls.login, { account: guest.phone, password: goodPassword })).data;
    const again = { ...guest, token: signedIn.token ?? '' };
    const { list } = (await ask(messageCalls.news, { kind: 'members' }, { as: again.token })).data;
    expect(list[0]?.message.name).toBe('message.member-removed');
    expect(await seatFor(service, holder, again)).toBe(userId);
  });
});

describe('the phone of a sub-account', () => {
  it('is changed by the holder with a code sent to the new phone; the member has to sign in again', async () => {
    const holder = await confirmed(service, await given.login());
    const { loginId: userId, phone: before, token } = await given.member(holder);
    const phone = given.phone();
    const code = await codeFor(service, calls.sendMemberCode, phone, holder.token);

    const wrong = await ask(calls.changeMemberPhone, { userId, phone, code: '000000' }, { as: holder.token });
    const right = await ask(calls.changeMemberPhone, { userId, phone, code }, { as: holder.token });

    expect([wrong.refused, right.refused]).toEqual(['CODE_INVALID', null]);
    expect((await ask(accountCalls.accountInfo, {}, { as: token })).refused).toBe('SESSION_INVALID');
    const signIn = async (account: string) =>
      (await ask(accountCalls.login, { account, password: goodPassword })).refused;
    expect([await signIn(before), await signIn(phone)]).toEqual(['CREDENTIALS_INVALID', null]);
    expect((await service.messages(before))[0]).toContain('已更换为');
  });

  it('can’t be set for a seat, and requires a confirmed identity', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const { loginId } = await given.member(holder);
    const change = (userId: string) =>
      ask(calls.changeMemberPhone, { userId, phone: given.phone(), code: '000000' }, { as: holder.token });

    expect((await change(loginId)).refused).toBe('CONFIRM_FIRST');
    expect((await change(await seatFor(service, holder, guest))).refused).toBe('NOT_FOUND');
  });
});
