import { memberCalls as calls, invitationStateTable, messageCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { confirmed, seatFor } from './testing/code.ts';

const service = useService();
const { ask, given } = service;
const days = (n: number) => {
  service.now = new Date(service.now.getTime() + n * 86_400_000);
};

async function invited() {
  const [holder, guest] = [await confirmed(service, await given.login()), await given.login()];
  const granted = { permissions: ['evidence' as const], spendingLimitCents: 900 };
  const { id } = (await ask(calls.invite, { phone: guest.phone, ...granted }, { as: holder.token })).data;
  return { holder, guest, id };
}
const stateOf = async (as: string) => (await ask(calls.invitedList, {}, { as })).data.list[0]?.state;

describe('finding a user by phone', () => {
  it('masks the name, and finds no user for an unregistered phone', async () => {
    const [{ token: as }, { phone }] = [await given.login(), await given.login()];

    const known = await ask(calls.findByPhone, { phone }, { as });
    const unknown = await ask(calls.findByPhone, { phone: given.phone() }, { as });

    expect(known.data.found).toEqual({ name: '王*', phone: `139****${phone.slice(-4)}` });
    expect(unknown.data.found).toBeNull();
    expect(unknown.status).toBe(known.status);
  });
});

describe('an invitation', () => {
  it('gives the invited user a seat with the granted rights', async () => {
    const { holder, guest, id } = await invited();

    const [mine] = (await ask(calls.invitationsToMe, {}, { as: guest.token })).data.list;
    const { userId } = (await ask(calls.accept, { id }, { as: guest.token })).data;

    expect(mine).toMatchObject({ id, accountName: '王芳', permissions: ['evidence'] });
    expect((await ask(calls.memberList, {}, { as: holder.token })).data.list[0]).toMatchObject({
      userId,
      kind: 'seat',
      loginName: null,
      spendingLimitCents: 900,
      state: 'active',
    });
    expect(await stateOf(holder.token)).toBe('joined');
    expect((await ask(calls.invitationsToMe, {}, { as: guest.token })).data.list).toEqual([]);
  });

  it('reaches the invited user by one text message, even if they get all news by text message', async () => {
    const [holder, guest] = [await confirmed(service, await given.login()), await given.login()];
    const all = { kind: 'members', mail: false, text: true } as const;
    await ask(messageCalls.setNotification, all, { as: guest.token });

    await ask(calls.invite, { phone: guest.phone }, { as: holder.token });

    expect(await service.messages(guest.phone)).toEqual([
      '【存真】“王芳”邀请您成为其成员，请在 7 天内登录 localhost 答复。如不认识对方，可不予理会。',
    ]);
    const { rows } = await service.database.pool.query('select due from message where login_id = $1', [guest.loginId]);
    expect(rows).toEqual([{ due: [] }]);
  });

  it('creates one seat for many concurrent answers', async () => {
    const { holder, guest, id } = await invited();

    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => ask(calls.accept, { id }, { as: guest.token })),
      ...Array.from({ length: 20 }, () => ask(calls.decline, { id }, { as: guest.token })),
      ...Array.from({ length: 20 }, () => ask(calls.withdraw, { id }, { as: holder.token })),
    ]);

    const refused = answers.map((answer) => answer.refused);
    expect(refused.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(refused)).toEqual(new Set([null, 'STATE_FORBIDS']));
    const seats = (await ask(calls.memberList, {}, { as: holder.token })).data.total;
    expect(seats).toBe((await stateOf(holder.token)) === 'joined' ? 1 : 0);
  });

  it('expires after seven days and allows another', async () => {
    const { holder, guest, id } = await invited();
    const again = { phone: guest.phone };
    expect((await ask(calls.invite, again, { as: holder.token })).refused).toBe('INVITED_ALREADY');

    days(7.01);
    // The user's session has expired by then, so they sign in again.
    await service.database.pool.query('update session set seen_at = $1', [service.now]);

    expect((await ask(calls.accept, { id }, { as: guest.token })).refused).toBe('INVITATION_EXPIRED');
    expect(await stateOf(holder.token)).toBe('expired');
    await confirmed(service, holder);
    expect((await ask(calls.invite, again, { as: holder.token })).refused).toBeNull();
    expect((await ask(calls.decline, { id }, { as: guest.token })).refused).toBe('INVITATION_EXPIRED');
  });

  it('changes state only as its table allows', async () => {
    const ends = ['accept', 'decline', 'withdraw'] as const;
    for (const first of ends)
      for (const second of ends) {
        const { holder, guest, id } = await invited();
        const act = (event: (typeof ends)[number]) =>
          ask(calls[event], { id }, { as: event === 'withdraw' ? holder.token : guest.token });

        expect((await act(first)).refused).toBeNull();
        expect((await act(second)).refused).toBe('STATE_FORBIDS');
        expect(await stateOf(holder.token)).toBe(invitationStateTable.after('invited', first));
      }
  });

  it('can be answered and withdrawn by its parties only', async () => {
    const { holder, guest, id } = await invited();
    const stranger = await given.login();

    const missing = await Promise.all([
      ask(calls.accept, { id }, { as: stranger.token }),
      ask(calls.decline, { id }, { as: holder.token }),
      ask(calls.withdraw, { id }, { as: stranger.token }),
      ask(calls.withdraw, { id }, { as: guest.token }),
    ]);

    expect(new Set(missing.map(({ refused }) => refused))).toEqual(new Set(['NOT_FOUND']));
    expect(await stateOf(holder.token)).toBe('invited');
  });

  it('is refused for an unknown phone, oneself, a member and a person who already has a seat', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const member = await given.member(holder);
    await seatFor(service, holder, guest);
    const invite = async (phone: string) => (await ask(calls.invite, { phone }, { as: holder.token })).refused;

    expect(await invite(given.phone())).toBe('PERSON_UNKNOWN');
    for (const phone of [holder.phone, member.phone, guest.phone]) expect(await invite(phone)).toBe('MEMBER_ALREADY');
  });
});

describe('a seat', () => {
  it('is given up by its holder and restored only by a new invitation', async () => {
    const [holder, guest, stranger] = [await given.login(), await given.login(), await given.login()];
    const userId = await seatFor(service, holder, guest);

    expect((await ask(calls.leave, { userId }, { as: stranger.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.leave, { userId }, { as: guest.token })).refused).toBeNull();

    expect((await ask(calls.switchTo, { userId }, { as: guest.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.enableMember, { userId }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    expect((await ask(calls.memberList, {}, { as: holder.token })).data.list[0]?.state).toBe('left');
    expect(await seatFor(service, holder, guest)).toBe(userId);
    expect((await ask(calls.switchTo, { userId }, { as: guest.token })).refused).toBeNull();
  });

  it('has no password that could be set', async () => {
    const [holder, guest] = [await given.login(), await given.login()];
    const userId = await seatFor(service, holder, guest);
    const password = 'another-lantern';

    expect((await ask(calls.setMemberPassword, { userId, password }, { as: holder.token })).refused).toBe('NOT_FOUND');
  });
});
