import { accountCalls, memberCalls as calls, certificationCalls, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, type Login, useService } from '../../testing/service.ts';
import { certifying } from '../certification/testing/given.ts';
import { confirmed, seatFor } from './testing/code.ts';

const service = useService();
const { ask, given } = service;
const steps = certifying(service);

async function approve(kind: 'personal' | 'enterprise') {
  const operator = (await given.staff()).token;
  const decided = await steps.waiting(operator, kind);
  await ask(certificationCalls.approveCertification, decided, { as: operator });
}

async function offered() {
  const holder = await confirmed(service, await given.login());
  const successor = await given.member(holder, ['preserve'], 'own');
  const offer = await ask(calls.offerHandover, { userId: successor.loginId }, { as: holder.token });
  expect(offer.refused).toBeNull();
  return { holder, successor };
}
const signInAgain = async ({ phone }: Login) =>
  (await ask(accountCalls.login, { account: phone, password: goodPassword })).data.token ?? '';
const me = async (as: string) => (await ask(accountCalls.accountInfo, {}, { as })).data;

describe('handing an account over', () => {
  it('makes the member its holder and the holder a member with all permissions, after both confirmed', async () => {
    const { holder, successor } = await offered();
    const colleague = await given.member(holder);
    const acting = (await ask(calls.switchTo, { userId: colleague.loginId }, { as: await signInAgain(holder) })).data
      .token;

    const unconfirmed = await ask(calls.acceptHandover, {}, { as: successor.token });
    await confirmed(service, successor);
    const accepted = await ask(calls.acceptHandover, {}, { as: successor.token });

    expect([unconfirmed.refused, accepted.refused]).toEqual(['CONFIRM_FIRST', null]);
    expect(await me(successor.token)).toMatchObject({ role: 'main', scope: 'all', accountId: holder.accountId });
    for (const as of [holder.token, acting ?? ''])
      expect((await ask(accountCalls.accountInfo, {}, { as })).refused).toBe('SESSION_INVALID');
    const before = await me(await signInAgain(holder));
    expect(before).toMatchObject({ role: 'sub', scope: 'all', accountId: holder.accountId });
    expect(before.permissions).toContain('billing');
    const { list } = (await ask(calls.memberList, {}, { as: successor.token })).data;
    expect(list.map(({ userId }) => userId).sort()).toEqual([holder.loginId, colleague.loginId].sort());
    const trail = (await ask(calls.auditList, {}, { as: successor.token })).data.list.map(({ event }) => event);
    expect(trail).toEqual(expect.arrayContaining(['handover.offered', 'handover.accepted']));
  });

  it('notifies both users and is visible to them only', async () => {
    const { holder, successor } = await offered();
    const colleague = await given.member(holder);
    const offerSeenBy = async ({ token }: Login) => (await ask(calls.handover, {}, { as: token })).data.offer;

    expect(await offerSeenBy(successor)).toMatchObject({ holder: { userId: holder.loginId } });
    expect(await offerSeenBy(holder)).toMatchObject({ successor: { userId: successor.loginId } });
    expect(await offerSeenBy(colleague)).toBeNull();
    const { list } = (await ask(messageCalls.news, { kind: 'members' }, { as: successor.token })).data;
    expect(list[0]?.message.name).toBe('message.handover-offered');
  });

  it('can be answered or withdrawn once, by its parties', async () => {
    const declined = await offered();
    const withdrawn = await offered();
    const colleague = await confirmed(service, await given.member(declined.holder));

    expect((await ask(calls.declineHandover, {}, { as: colleague.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.declineHandover, {}, { as: declined.successor.token })).refused).toBeNull();
    expect((await ask(calls.withdrawHandover, {}, { as: withdrawn.holder.token })).refused).toBeNull();
    for (const { successor } of [declined, withdrawn]) {
      await confirmed(service, successor);
      expect((await ask(calls.acceptHandover, {}, { as: successor.token })).refused).toBe('NOT_FOUND');
    }
  });

  it('expires after seven days, and allows another offer', async () => {
    const { holder, successor } = await offered();
    const again = async () => {
      await confirmed(service, holder);
      return (await ask(calls.offerHandover, { userId: successor.loginId }, { as: holder.token })).refused;
    };

    expect(await again()).toBe('STATE_FORBIDS');
    const before = service.now;
    service.now = new Date(before.getTime() + 8 * 86_400_000);
    holder.token = await signInAgain(holder);
    successor.token = await signInAgain(successor);
    await confirmed(service, successor);
    expect((await ask(calls.handover, {}, { as: successor.token })).data.offer).toBeNull();
    expect((await ask(calls.acceptHandover, {}, { as: successor.token })).refused).toBe('INVITATION_EXPIRED');
    expect(await again()).toBeNull();
    service.now = before;
  });

  it('is refused to seats, disabled members and strangers', async () => {
    const holder = await confirmed(service, await given.login());
    const stranger = await confirmed(service, await given.login());
    const disabled = await given.member(holder);
    await ask(calls.disableMember, { userId: disabled.loginId }, { as: holder.token });
    const seat = await seatFor(service, holder, await given.login());
    const offer = async (userId: string, { token }: Login) =>
      (await ask(calls.offerHandover, { userId }, { as: token })).refused;

    expect(await offer(seat, holder)).toBe('STATE_FORBIDS');
    expect(await offer(disabled.loginId, holder)).toBe('STATE_FORBIDS');
    expect(await offer(disabled.loginId, stranger)).toBe('NOT_FOUND');
    expect(await offer(holder.loginId, holder)).toBe('NOT_FOUND');
  });

  it('keeps a company’s certification, and is refused if the account is certified only as a person', async () => {
    const holder = await confirmed(service, await given.login());
    const successor = await given.member(holder);
    await steps.person(holder.token);
    await approve('personal');
    const offer = () => ask(calls.offerHandover, { userId: successor.loginId }, { as: holder.token });
    const asPerson = await offer();
    await steps.enterprise(holder.token);
    await approve('enterprise');

    expect([asPerson.refused, (await offer()).refused]).toEqual(['HANDOVER_PERSONAL', null]);
    await confirmed(service, successor);
    await ask(calls.acceptHandover, {}, { as: successor.token });

    expect((await me(successor.token)).certification).toEqual({ personal: 'none', enterprise: 'approved' });
    expect((await me(await signInAgain(holder))).certification).toEqual({
      personal: 'approved',
      enterprise: 'approved',
    });
  });
});
