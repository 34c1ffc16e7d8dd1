import { accountCalls, memberCalls as calls, signInCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../../testing/service.ts';
import { codeFor } from './testing/code.ts';

const service = useService();
const { ask, given } = service;
const confirm = (password: string, as: string) => ask(signInCalls.confirm, { password }, { as });

describe('a new phone', () => {
  it('is bound after confirmation with the password, and ends the other sessions', async () => {
    const { phone: before, token: as } = await given.login();
    const other = await ask(accountCalls.login, { account: before, password: goodPassword });
    const phone = given.phone();
    const code = await codeFor(service, calls.sendPhoneCode, phone, as);

    expect((await ask(calls.bindPhone, { phone, code }, { as })).refused).toBe('CONFIRM_FIRST');
    await confirm(goodPassword, as);
    expect((await ask(calls.bindPhone, { phone, code }, { as })).refused).toBeNull();

    const me = await ask(accountCalls.accountInfo, {}, { as });
    expect(me.data.phone).toBe(`139****${phone.slice(-4)}`);
    expect((await ask(accountCalls.accountInfo, {}, { as: other.data.token ?? '' })).refused).toBe('SESSION_INVALID');
    expect((await ask(accountCalls.login, { account: before, password: goodPassword })).refused).toBe(
      'CREDENTIALS_INVALID',
    );
    expect((await ask(accountCalls.login, { account: phone, password: goodPassword })).refused).toBeNull();
    expect((await service.messages(before))[0]).toContain('已更换为');
  });

  it('is refused with a wrong password, and each try is counted', async () => {
    const { token: as } = await given.login();
    const phone = given.phone();
    const code = await codeFor(service, calls.sendPhoneCode, phone, as);

    const tries = await Promise.all(Array.from({ length: 12 }, () => confirm('wrong', as)));

    expect(tries.filter(({ refused }) => refused === 'PASSWORD_WRONG')).toHaveLength(10);
    expect((await confirm(goodPassword, as)).refused).toBe('LOCKED');
    expect((await ask(calls.bindPhone, { phone, code }, { as })).refused).toBe('CONFIRM_FIRST');
  });

  it('requires the code that the same user requested, once of a hundred concurrent requests', async () => {
    const [owner, thief] = [await given.login(), await given.login()];
    const phone = given.phone();
    const code = await codeFor(service, calls.sendPhoneCode, phone, owner.token);
    for (const { token } of [owner, thief]) await confirm(goodPassword, token);

    expect((await ask(calls.bindPhone, { phone, code }, { as: thief.token })).refused).toBe('CODE_INVALID');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(calls.bindPhone, { phone, code }, { as: owner.token })),
    );

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'CODE_INVALID']));
  });

  it('is refused if taken, and goes to one of two concurrent requests', async () => {
    const [one, two, three] = [await given.login(), await given.login(), await given.login()];
    for (const { token } of [one, two]) await confirm(goodPassword, token);
    const taken = { phone: three.phone, code: await codeFor(service, calls.sendPhoneCode, three.phone, one.token) };
    expect((await ask(calls.bindPhone, taken, { as: one.token })).refused).toBe('PHONE_TAKEN');

    const phone = given.phone();
    const code = await codeFor(service, calls.sendPhoneCode, phone, one.token);
    const [bound, registered] = await Promise.all([
      ask(calls.bindPhone, { phone, code }, { as: one.token }),
      given.login({ phone }).then(
        () => null,
        () => 'PHONE_TAKEN',
      ),
    ]);

    expect([bound.refused, registered].sort()).toEqual(['PHONE_TAKEN', null]);
  });

  it('changes for the person, even while they act as another login', async () => {
    const holder = await given.login();
    const { loginId: userId, phone: ofMember } = await given.member(holder);
    const as = (await ask(calls.switchTo, { userId }, { as: holder.token })).data.token ?? '';
    const phone = given.phone();
    const code = await codeFor(service, calls.sendPhoneCode, phone, as);

    await confirm(goodPassword, as);
    await ask(calls.bindPhone, { phone, code }, { as });

    expect((await ask(accountCalls.login, { account: phone, password: goodPassword })).refused).toBeNull();
    expect((await ask(accountCalls.login, { account: ofMember, password: goodPassword })).refused).toBeNull();
  });
});
