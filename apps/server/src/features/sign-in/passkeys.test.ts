import { accountCalls, signInCalls as calls, type Entered, type PasskeyUsed } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { Authenticator } from './testing/authenticator.ts';

const service = useService();
const { ask, given } = service;
const origin = 'http://localhost';

async function givenPasskey() {
  const login = await given.login();
  await ask(calls.confirm, { password: login.password }, { as: login.token });
  const authenticator = new Authenticator(origin);
  const { data: options } = await ask(calls.newPasskey, {}, { as: login.token });
  const made = authenticator.make(options);
  const { refused, data } = await ask(calls.addPasskey, { made, name: 'Laptop' }, { as: login.token });
  return { ...login, authenticator, refused, added: data };
}

const options = async (ticket?: string) => (await ask(calls.passkeyOptions, ticket ? { ticket } : {})).data;
const use = (used: PasskeyUsed) => ask(calls.loginByPasskey, { used });
const ticketOf = (entered: Entered): string => ('secondStep' in entered ? entered.secondStep.ticket : 'none was given');

describe('a passkey', () => {
  it('signs in without other factors, once per challenge', async () => {
    const { authenticator, loginId, refused, added } = await givenPasskey();
    const used = authenticator.use(await options());

    const answers = await Promise.all(Array.from({ length: 20 }, () => use(used)));

    expect(refused).toBeNull();
    expect(added.recoveryCodes).toHaveLength(10);
    const [good, ...others] = answers.filter((answer) => answer.refused === null);
    expect(others).toEqual([]);
    const me = await ask(accountCalls.accountInfo, {}, { as: good?.data.token ?? '' });
    expect(me.data.userId).toBe(loginId);
  });

  it('is refused with an invented challenge, an old one, and one for creating a passkey', async () => {
    const { authenticator, token } = await givenPasskey();
    const own = authenticator.use({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA' });
    const making = authenticator.use((await ask(calls.newPasskey, {}, { as: token })).data);
    const old = authenticator.use(await options());
    service.now = new Date(service.now.getTime() + 6 * 60_000);

    for (const used of [own, making, old]) expect((await use(used)).refused).toBe('PASSKEY_INVALID');
  });

  it('is refused for another origin, without user verification, and with one bit changed', async () => {
    const { authenticator } = await givenPasskey();
    const elsewhere = authenticator.use(await options(), { origin: 'https://evil.example' });
    const unasked = authenticator.use(await options(), { isVerified: false });
    const changed = authenticator.use(await options());
    const signature = Buffer.from(changed.response.signature, 'base64url');
    signature[20] = (signature[20] as number) ^ 1;
    changed.response.signature = signature.toString('base64url');

    for (const used of [elsewhere, unasked, changed]) expect((await use(used)).refused).toBe('PASSKEY_INVALID');
    expect((await use(authenticator.use(await options()))).refused).toBeNull();
  });

  it('is refused if its counter does not increase: it may have been copied', async () => {
    const { authenticator } = await givenPasskey();
    authenticator.counter = 40;
    expect((await use(authenticator.use(await options()))).refused).toBeNull();

    expect((await use(authenticator.use(await options(), { counter: 41 }))).refused).toBe('PASSKEY_INVALID');
    expect((await use(authenticator.use(await options(), { counter: 7 }))).refused).toBe('PASSKEY_INVALID');
    authenticator.counter = 50;
    expect((await use(authenticator.use(await options()))).refused).toBeNull();
  });

  it('completes signing in by password, only for its owner', async () => {
    const { authenticator, phone, password } = await givenPasskey();
    const other = await givenPasskey();
    const ticket = ticketOf((await ask(accountCalls.login, { account: phone, password })).data);

    const stranger = other.authenticator.use(await options(ticket));
    expect((await use(stranger)).refused).toBe('PASSKEY_INVALID');
    const own = await options(ticket);
    expect(own.allowCredentials?.map(({ id }) => id)).toEqual([authenticator.id.toString('base64url')]);
    expect((await use(authenticator.use(own))).refused).toBeNull();
    expect((await ask(calls.passkeyOptions, { ticket })).refused).toBe('TICKET_INVALID');
  });

  it('confirms only its owner, and belongs to one person', async () => {
    const { authenticator, token, phone, password } = await givenPasskey();
    const other = await givenPasskey();
    const login = async () => (await ask(accountCalls.login, { account: phone, password })).data;
    expect(ticketOf(await login())).toMatch(/^[\w-]{43}$/);
    service.now = new Date(service.now.getTime() + 11 * 60_000);

    const stranger = other.authenticator.use(await options());
    expect((await ask(calls.confirmByPasskey, { used: stranger }, { as: token })).refused).toBe('PASSKEY_INVALID');
    expect((await ask(calls.newRecoveryCodes, {}, { as: token })).refused).toBe('CONFIRM_FIRST');
    const used = authenticator.use(await options());
    expect((await ask(calls.confirmByPasskey, { used }, { as: token })).refused).toBeNull();
    expect((await ask(calls.newRecoveryCodes, {}, { as: token })).refused).toBeNull();
    const { data } = await ask(calls.newPasskey, {}, { as: token });
    const taken = other.authenticator.make(data);
    expect((await ask(calls.addPasskey, { made: taken, name: 'Theirs' }, { as: token })).refused).toBe(
      'PASSKEY_INVALID',
    );
  });
});
