import { accountCalls as calls, memberCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { codeFor, confirmed } from '../members/testing/code.ts';

const service = useService();
const { ask, given } = service;

/** One number as people type and paste it. */
const waysOf = (phone: string) => [
  `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`,
  `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`,
  `+86 ${phone}`,
  `0086${phone}`,
  phone.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
];

describe('a phone typed with separators, a country code or full-width digits', () => {
  it('signs in with a password and with a code', async () => {
    const { phone } = await given.login();
    const code = await given.code('login', phone);

    for (const account of waysOf(phone))
      expect((await ask(calls.login, { account, password: goodPassword })).refused).toBeNull();
    expect((await ask(calls.loginByPhone, { phone: `+86 ${phone}`, code })).refused).toBeNull();
  });

  it('is the same phone for codes, invitations and searches', async () => {
    const holder = await confirmed(service, await given.login());
    const { phone } = await given.login();
    const typed = waysOf(phone);

    for (const one of typed)
      expect((await ask(memberCalls.findByPhone, { phone: one }, { as: holder.token })).data.found).not.toBeNull();
    expect(await codeFor(service, memberCalls.sendMemberCode, typed[2] ?? '', holder.token)).toBe('INVITE_INSTEAD');
    const member = await given.member(holder);
    const found = async (search: string) =>
      (await ask(memberCalls.memberList, { search }, { as: holder.token })).data.total;
    for (const one of waysOf(member.phone)) expect(await found(one)).toBe(1);
  });
});
