import {
  accountCalls,
  attestationCalls as calls,
  costCenterCalls,
  homeCalls,
  memberCalls,
  type Permission,
  signInCalls,
} from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, type Login, useService } from '../../../testing/service.ts';

/** Members with scope `own` see and manage only their own submissions. */
const service = useService();
const { ask, given } = service;

let holder: Login;
let member: Login;
let colleague: Login;
let own: string;
let other: string;
beforeAll(async () => {
  holder = await given.login();
  member = await given.member(holder, ['preserve', 'billing'], 'own');
  colleague = await given.member(holder, ['preserve'], 'own');
  own = await given.attestation(member, { state: 'preview', labels: ['case-1'], name: 'the notice' });
  other = await given.attestation(colleague, { state: 'preview', labels: ['case-2'], name: 'the notice' });
});

const listed = async (as: Login, o = {}) =>
  (await ask(calls.list, o, { as: as.token })).data.list.map(({ ano }) => ano);

describe('a member who may preserve, with scope own', () => {
  it('follows a submission from the list to its detail, preview and home', async () => {
    const { data } = await ask(calls.preserveUrls, { urls: ['https://example.com/'] }, { as: colleague.token });
    const ano = data.list[0]?.ano ?? '';

    expect((await ask(calls.info, { ano }, { as: colleague.token })).data.state).toBe('queuing');
    expect((await ask(calls.picture, { ano }, { as: colleague.token })).refused).toBeNull();
    expect(await listed(colleague)).toEqual([ano, other]);
    const home = (await ask(homeCalls.accountHome, {}, { as: colleague.token })).data;
    expect(home.recent.map((row) => row.ano)).toEqual([ano, other]);
    await ask(calls.cancel, { ano }, { as: colleague.token });
  });

  it('hides a colleague’s attestations from lists, searches, labels and counts', async () => {
    const { token: as } = member;
    const home = (await ask(homeCalls.accountHome, {}, { as })).data;

    expect(await listed(member)).toEqual([own]);
    expect(await listed(member, { search: other })).toEqual([]);
    expect(await listed(member, { search: 'the notice' })).toEqual([own]);
    expect((await ask(calls.urlList, { anos: [own, other] }, { as })).data).toMatchObject({ total: 1 });
    expect((await ask(calls.labels, {}, { as })).data.list).toEqual([{ label: 'case-1', count: 1 }]);
    expect(home.previews).toMatchObject({ total: 1, list: [{ ano: own }] });
    expect(home.counts).toMatchObject({ preview: 1, cancelled: 0 });
    expect(home.trend.at(-1)?.submitted).toBe(1);
  });

  it('cannot confirm, discard or rename a colleague’s attestation', async () => {
    const { token: as } = member;

    const confirmed = (await ask(calls.confirm, { anos: [other] }, { as })).data;

    expect(confirmed.changed).toEqual([]);
    expect((await ask(calls.reject, { ano: other }, { as })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.editUrl, { id: other, name: 'mine' }, { as })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.info, { ano: other }, { as: holder.token })).data.state).toBe('preview');
  });

  it('sees the account’s money without the numbers of colleagues’ attestations', async () => {
    const buyer = await given.login({ isWelcomed: false });
    await given.credit(buyer, 100_000);
    const [accountant, other_] = [
      await given.member(buyer, ['preserve', 'billing'], 'own'),
      await given.member(buyer, ['preserve'], 'own'),
    ];
    const submit = async (as: Login) =>
      (await ask(calls.preserveUrls, { urls: ['https://example.com/'] }, { as: as.token })).data.list[0]?.ano;
    const anos = [await submit(accountant), await submit(other_)];
    const subjects = async (as: Login) =>
      (await ask(costCenterCalls.entries, {}, { as: as.token })).data.list.flatMap(({ charge }) =>
        charge ? [charge.subject] : [],
      );

    expect(await subjects(accountant)).toEqual([null, anos[0]]);
    expect(await subjects(buyer)).toEqual(anos.toReversed());
  });

  it('sees everything once the holder allows it, and a holder acting as the member sees what the member sees', async () => {
    const one = await given.member(holder, ['evidence'], 'own');
    const count = async (as: string) => (await ask(calls.list, {}, { as })).data.total;
    await ask(signInCalls.confirm, { password: goodPassword }, { as: holder.token });

    expect(await count(one.token)).toBe(0);
    await ask(memberCalls.editMember, { userId: one.loginId, scope: 'all' }, { as: holder.token });

    expect(await count(one.token)).toBe(await count(holder.token));
    expect((await ask(accountCalls.accountInfo, {}, { as: one.token })).data.scope).toBe('all');
    const acting = (await ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token })).data.token;
    expect(await count(acting ?? '')).toBe(1);
  });
});

describe('the permission to preserve', () => {
  it.each<[Permission[], Permission[]]>([
    [['preserve'], ['preserve', 'evidence']],
    [
      ['addresses', 'preserve'],
      ['preserve', 'evidence', 'addresses'],
    ],
    [['evidence'], ['evidence']],
  ])('granted as %j is stored as %j', async (permissions, stored) => {
    const [owner, invited] = [await given.login(), await given.login()];
    await ask(signInCalls.confirm, { password: goodPassword }, { as: owner.token });

    const { id } = (await ask(memberCalls.invite, { phone: invited.phone, permissions }, { as: owner.token })).data;
    await ask(memberCalls.accept, { id }, { as: invited.token });

    const { list } = (await ask(memberCalls.memberList, {}, { as: owner.token })).data;
    expect(list).toMatchObject([{ permissions: stored, scope: 'own' }]);
  });
});
