import {
  accountCalls,
  attestationCalls as calls,
  memberCalls,
  type Permission,
  peopleCalls,
  signInCalls,
} from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, type Login, useService } from '../../../testing/service.ts';

const service = useService();
const { ask, given } = service;
let origin: string;
beforeAll(async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(service.app.server.address() as { port: number }).port}`;
});

/** An open stream; `ended` settles when the service ends it. */
async function open(token: string, query = '') {
  const response = await fetch(`${origin}${calls.live.path}${query}`, { headers: { 'x-auth-token': token } });
  expect(response.status).toBe(200);
  return { ended: response.text() };
}
const endsWithin = (ms: number, { ended }: { ended: Promise<string> }) =>
  Promise.race([ended.then(() => true), new Promise((resolve) => setTimeout(() => resolve(false), ms))]);
/** Whether it ends by itself within the promised second. */
const endsWithin1s = (stream: { ended: Promise<string> }) => endsWithin(1_000, stream);

const confirm = ({ token }: Login) => ask(signInCalls.confirm, { password: goodPassword }, { as: token });
const signIn = async ({ phone }: Login) =>
  (await ask(accountCalls.login, { account: phone, password: goodPassword })).data.token ?? '';
async function givenMember(permissions: Permission[]) {
  const holder = await given.login();
  const member = await given.member(holder, permissions);
  await confirm(holder);
  return { holder, member, userId: member.loginId };
}

describe('an open live stream ends within a second of', () => {
  it('signing out, including streams of swapped tokens', async () => {
    const { token } = await given.login();
    const swapped = (await ask(accountCalls.swapToken, {}, { as: token })).data.token;
    const streams = await Promise.all([open(token), open(swapped)]);

    await ask(accountCalls.logout, {}, { as: token });

    expect(await Promise.all(streams.map(endsWithin1s))).toEqual([true, true]);
  });

  it('being signed out from another device', async () => {
    const login = await given.login();
    const stream = await open(await signIn(login));
    await confirm(login);

    await ask(signInCalls.endOtherSessions, {}, { as: login.token });

    expect(await endsWithin1s(stream)).toBe(true);
  });

  it('a new password, on other devices but not on this one', async () => {
    const login = await given.login();
    const other = await open(await signIn(login));
    const own = await open(login.token);
    const change = { oldPassword: goodPassword, password: 'another-lantern' };

    await ask(accountCalls.changePassword, change, { as: login.token });

    expect(await endsWithin1s(other)).toBe(true);
    expect(await endsWithin(300, own)).toBe(false);
    await ask(accountCalls.logout, {}, { as: login.token });
  });

  it('being disabled by the account', async () => {
    const { holder, member, userId } = await givenMember(['evidence']);
    const stream = await open(member.token);

    await ask(memberCalls.disableMember, { userId }, { as: holder.token });

    expect(await endsWithin1s(stream)).toBe(true);
  });

  it('losing the right to see evidence', async () => {
    const { holder, member, userId } = await givenMember(['evidence']);
    const stream = await open(member.token);

    const edited = await ask(memberCalls.editMember, { userId, permissions: [] }, { as: holder.token });

    expect(edited.refused).toBeNull();
    expect(await endsWithin1s(stream)).toBe(true);
  });

  it('losing access to submissions of colleagues', async () => {
    const { holder, member, userId } = await givenMember(['evidence']);
    const stream = await open(member.token);

    await ask(memberCalls.editMember, { userId, scope: 'own' }, { as: holder.token });

    expect(await endsWithin1s(stream)).toBe(true);
  });

  it('the platform disabling the account, also for its members', async () => {
    const { holder, member } = await givenMember(['evidence']);
    const streams = await Promise.all([open(holder.token), open(member.token)]);

    const operator = await given.staff('operator');
    const barring = { accountId: holder.accountId, reason: 'fraud' };

    const barred = await ask(peopleCalls.barAccount, barring, { as: operator.token });

    expect(barred.refused).toBeNull();
    expect(await Promise.all(streams.map(endsWithin1s))).toEqual([true, true]);
  });
});

describe('an open live stream', () => {
  it('notifies a member with scope own of their submissions only, not of a colleague’s', async () => {
    const holder = await given.login();
    const [member, colleague] = [
      await given.member(holder, ['preserve'], 'own'),
      await given.member(holder, ['preserve'], 'own'),
    ];
    const stream = await open(member.token);
    const submit = async ({ token }: Login) =>
      (await ask(calls.preserveUrls, { urls: ['https://example.com/'] }, { as: token })).data.list[0]?.ano ?? '';

    const [others, own] = [await submit(colleague), await submit(member)];
    await endsWithin(500, stream);
    await ask(accountCalls.logout, {}, { as: member.token });

    const text = await stream.ended;
    expect(text).toContain(own);
    expect(text).not.toContain(others);
  });

  it('stays open while other users lose their sessions and rights', async () => {
    const { holder, member, userId } = await givenMember(['evidence']);
    const stream = await open(holder.token);

    await ask(memberCalls.editMember, { userId, permissions: [] }, { as: holder.token });
    await ask(accountCalls.logout, {}, { as: member.token });

    expect(await endsWithin(300, stream)).toBe(false);
    await ask(accountCalls.logout, {}, { as: holder.token });
  });

  it('begins with what a client missed since it last read, and with its number of unread messages', async () => {
    const holder = await given.login();
    await given.attestation(holder);
    const minutesLater = (minutes: number) => `?since=${new Date(Date.now() + minutes * 60_000).toISOString()}`;
    const [current, late] = [await open(holder.token, minutesLater(5)), await open(holder.token, minutesLater(-5))];
    await endsWithin(500, late);

    await ask(accountCalls.logout, {}, { as: holder.token });

    expect(await late.ended).toContain('event: missed');
    expect(await current.ended).not.toContain('event: missed');
    expect(await current.ended).toContain('event: messages\ndata: {"total":0');
  });
});
