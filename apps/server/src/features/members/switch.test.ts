import { accountCalls, attestationCalls, memberCalls as calls, maskedPhone } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { seatFor } from './testing/code.ts';

const service = useService();
const { ask, given } = service;
const switchTo = async (userId: string, as: string) =>
  (await ask(calls.switchTo, { userId }, { as })).data?.token ?? 'refused';
const me = (as: string) => ask(accountCalls.accountInfo, {}, { as });

describe('switching', () => {
  it('issues a new token and ends the old one with its swapped tokens', async () => {
    const holder = await given.login();
    const { loginId: userId } = await given.member(holder, ['evidence']);
    const swapped = (await ask(accountCalls.swapToken, {}, { as: holder.token })).data.token;

    const token = await switchTo(userId, holder.token);

    expect((await me(token)).data).toMatchObject({
      userId,
      role: 'sub',
      permissions: ['evidence'],
      person: { userId: holder.loginId, name: '王芳' },
    });
    for (const dead of [holder.token, swapped]) expect((await me(dead)).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.memberList, {}, { as: token })).refused).toBe('NOT_ALLOWED');
    const back = await switchTo(holder.loginId, token);
    expect((await me(back)).data).toMatchObject({ userId: holder.loginId, role: 'main' });
    expect((await me(token)).refused).toBe('SESSION_INVALID');
  });

  it('issues one token for a hundred concurrent requests', async () => {
    const holder = await given.login();
    const { loginId: userId } = await given.member(holder);

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(calls.switchTo, { userId }, { as: holder.token })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'SESSION_INVALID']));
  });

  it('needs the session, not a token swapped for it', async () => {
    const holder = await given.login();
    const { loginId: userId } = await given.member(holder);
    const swapped = (await ask(accountCalls.swapToken, {}, { as: holder.token })).data;

    expect((await ask(calls.switchTo, { userId }, { as: swapped.token })).refused).toBe('TOKEN_LIMITED');
  });

  it('refuses strangers, other members, others’ seats, and a second step', async () => {
    const [holder, guest, stranger] = [await given.login(), await given.login(), await given.login()];
    const [member, other] = [await given.member(holder), await given.member(holder)];
    const seat = await seatFor(service, holder, guest);
    const refused = async (userId: string, as: string) => (await ask(calls.switchTo, { userId }, { as })).refused;

    expect(await refused(member.loginId, stranger.token)).toBe('NOT_FOUND');
    expect(await refused(other.loginId, member.token)).toBe('NOT_FOUND');
    expect(await refused(holder.loginId, member.token)).toBe('NOT_FOUND');
    expect(await refused(seat, holder.token)).toBe('NOT_FOUND');
    const acting = await switchTo(member.loginId, holder.token);
    expect(await refused(other.loginId, acting)).toBe('SWITCH_BACK_FIRST');
    expect(await refused(stranger.loginId, acting)).toBe('SWITCH_BACK_FIRST');
  });

  it('lists the logins the user can switch to; while acting as another, only the way back', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const own = await given.member(guest);
    const seat = await seatFor(service, holder, guest);
    const listed = async (as: string) => (await ask(calls.identities, {}, { as })).data.list;
    const byUser = (list: Awaited<ReturnType<typeof listed>>) =>
      list.map(({ userId, kind, isCurrent }) => [userId, kind, isCurrent]);

    const codes = (await listed(guest.token)).map(({ accountCode }) => accountCode);
    expect(codes).toEqual([guest, holder, guest].map(({ phone }) => maskedPhone(phone)));
    expect(byUser(await listed(guest.token))).toEqual([
      [guest.loginId, 'own', true],
      [seat, 'seat', false],
      [own.loginId, 'sub', false],
    ]);
    const acting = await switchTo(seat, guest.token);
    expect(byUser(await listed(acting))).toEqual([
      [guest.loginId, 'own', false],
      [seat, 'seat', true],
    ]);
  });

  it('ends at once when the seat, the sub-account or the person is disabled', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const person = await given.member(guest);
    const [seat, seatOfPerson] = [await seatFor(service, holder, guest), await seatFor(service, holder, person)];
    const acting = await switchTo(seat, guest.token);
    const personActing = await switchTo(seatOfPerson, person.token);
    const sub = await given.member(holder);
    const supporting = await switchTo(sub.loginId, holder.token);
    const { token: again } = await signInAgain(holder.phone);
    const { token: guestAgain } = await signInAgain(guest.phone);

    await ask(calls.disableMember, { userId: seat }, { as: again });
    await ask(calls.disableMember, { userId: sub.loginId }, { as: again });
    await ask(calls.disableMember, { userId: person.loginId }, { as: guestAgain });

    for (const token of [acting, supporting, personActing]) expect((await me(token)).refused).toBe('SESSION_INVALID');
    expect((await ask(calls.switchTo, { userId: seat }, { as: guestAgain })).refused).toBe('NOT_FOUND');
  });

  it('records both identities in both audit trails', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const seat = await seatFor(service, holder, guest);
    const acting = await switchTo(seat, guest.token);
    await ask(attestationCalls.preserveUrls, { urls: ['https://example.com/'] }, { as: acting });
    await ask(accountCalls.swapToken, {}, { as: acting });
    await switchTo(guest.loginId, acting);

    const there = (await ask(calls.auditList, {}, { as: holder.token })).data.list;

    const person = { userId: guest.loginId, name: '王芳' };
    expect(there.slice(0, 3)).toMatchObject([
      { event: 'identity.switched', person, actedAs: { userId: seat } },
      { event: 'token.swapped', person, actedAs: { userId: seat } },
      { event: 'identity.switched', person, actedAs: null, about: '王芳' },
    ]);
    const byGuest = (await ask(calls.auditList, { userId: guest.loginId }, { as: holder.token })).data.list;
    expect(new Set(byGuest.map((entry) => entry.person?.userId))).toEqual(new Set([guest.loginId]));
  });

  it('hides an outsider’s address, and their name unless they joined', async () => {
    const [holder, guest, other] = [await given.login(), await given.login(), await given.login()];
    await seatFor(service, holder, guest);
    const { id } = (await ask(calls.invite, { phone: other.phone }, { as: holder.token })).data;
    await ask(calls.decline, { id }, { as: other.token });

    const { list } = (await ask(calls.auditList, {}, { as: holder.token })).data;

    const shown = list.filter(({ event }) => /invitation.(accepted|declined|sent)/.test(event));
    expect(shown.map(({ event, person, address }) => [event, person?.name, address])).toEqual([
      ['invitation.declined', '王*', null],
      ['invitation.sent', '王芳', '192.0.2.1'],
      ['invitation.accepted', '王芳', null],
      ['invitation.sent', '王芳', '192.0.2.1'],
    ]);
  });

  it('keeps personal events out of the trail of the other account', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const acting = await switchTo(await seatFor(service, holder, guest), guest.token);
    const change = { oldPassword: 'carry-the-lantern-home', password: 'another-lantern' };

    await ask(accountCalls.changePassword, change, { as: acting });

    const eventsOf = async (as: string) =>
      (await ask(calls.auditList, {}, { as })).data.list.map(({ event, actedAs }) => [event, actedAs]);
    const own = await switchTo(guest.loginId, acting);
    expect((await eventsOf(holder.token)).map(([event]) => event)).not.toContain('password.changed');
    expect(await eventsOf(own)).toContainEqual(['password.changed', null]);
  });

  it('shows an account’s trail to its holder only', async () => {
    const [holder, stranger] = [await given.login(), await given.login()];
    await given.member(holder);
    await ask(accountCalls.swapToken, {}, { as: holder.token });

    expect((await ask(calls.auditList, {}, { as: stranger.token })).data.list).toEqual([]);
    const asked = { userId: holder.loginId };
    expect((await ask(calls.auditList, asked, { as: stranger.token })).data.total).toBe(0);
    expect((await ask(calls.auditList, asked, { as: holder.token })).data.total).toBe(1);
  });
});

async function signInAgain(phone: string): Promise<{ token: string }> {
  const { data } = await ask(accountCalls.login, { account: phone, password: 'carry-the-lantern-home' });
  return { token: data.token ?? '' };
}
