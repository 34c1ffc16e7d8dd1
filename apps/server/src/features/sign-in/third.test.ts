import { accountCalls, signInCalls as calls, messageCalls } from '@proofkeep/contract';
import { type OpenidProvider, startOpenidProvider } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openidConnect } from '../../providers/third-parties/openid-connect.ts';
import { openThirdParties } from '../../providers/third-parties/third-parties.ts';
import { goodPassword, useService } from '../../testing/service.ts';
import { browserOf, givenTotp, moveClock } from './testing/given.ts';

const redirectUri = 'http://localhost/login/third';
let alpha: OpenidProvider;
let beta: OpenidProvider;
beforeAll(async () => {
  alpha = await startOpenidProvider({ redirectUris: [redirectUri] });
  beta = await startOpenidProvider({ redirectUris: [redirectUri] });
});
afterAll(() => Promise.all([alpha.close(), beta.close()]));

const service = useService({
  thirdParties: () =>
    openThirdParties(
      [
        openidConnect({ provider: 'alpha', name: 'Alpha', ...alpha }),
        openidConnect({ provider: 'beta', name: 'Beta', ...beta }),
        openidConnect({ provider: 'gone', name: 'Gone', ...alpha, issuer: 'http://127.0.0.1:9' }),
      ],
      { redirectUri },
    ),
});
const { ask, given } = service;

/** A browser that was sent to a provider; `back` are the parameters it returns with. */
async function go(name: string, provider: OpenidProvider = alpha) {
  const which = provider === alpha ? 'alpha' : 'beta';
  const { data, headers } = await ask(calls.thirdBegin, { provider: which });
  const back = Object.fromEntries((await provider.signIn(data.address, name)).searchParams) as {
    state: string;
    code: string;
    iss: string;
  };
  return { back, headers: { cookie: browserOf(headers) } };
}

async function givenBound(name: string) {
  const login = await given.login();
  await ask(calls.confirm, { password: goodPassword }, { as: login.token });
  const { back, headers } = await go(name);
  const { data } = await ask(calls.bindThirdAccount, back, { as: login.token, headers });
  return { ...login, bindingId: data.id };
}

describe('a third-party identity', () => {
  it('signs in the user who bound it, not another with the same name', async () => {
    const { loginId } = await givenBound('fang');
    const again = await go('fang');
    const alike = await go('fang', beta);

    const { data } = await ask(calls.loginByThirdAccount, again.back, { headers: again.headers });
    const me = await ask(accountCalls.accountInfo, {}, { as: data.token ?? '' });
    expect(me.data.userId).toBe(loginId);
    const other = await ask(calls.loginByThirdAccount, alike.back, { headers: alike.headers });
    expect(other.data).toMatchObject({ token: null, unknown: { name: 'Beta', label: 'fang' } });
  });

  it('asks for the second factor if there is one', async () => {
    const login = await givenBound('lan');
    await givenTotp(service, login);
    const { back, headers } = await go('lan');

    const { data } = await ask(calls.loginByThirdAccount, back, { headers });

    expect(data).toMatchObject({ token: null, secondStep: { ways: ['totp', 'recovery'] } });
  });

  it('is bound once, by its ticket, to the user who signs in with the same browser', async () => {
    const { back, headers } = await go('new-here');
    const { data } = await ask(calls.loginByThirdAccount, back, { headers });
    const ticket = 'unknown' in data ? data.unknown.ticket : '';
    const { phone, password, loginId } = await given.login();
    const { data: entered } = await ask(accountCalls.login, { account: phone, password });
    const as = entered.token ?? '';

    expect((await ask(calls.bindThirdAccount, { ticket }, { as })).refused).toBe('TICKET_INVALID');
    expect((await ask(calls.bindThirdAccount, { ticket }, { as, headers })).refused).toBeNull();
    expect((await ask(calls.bindThirdAccount, { ticket }, { as, headers })).refused).toBe('TICKET_INVALID');
    const again = await go('new-here');
    const { data: back2 } = await ask(calls.loginByThirdAccount, again.back, { headers: again.headers });
    expect((await ask(accountCalls.accountInfo, {}, { as: back2.token ?? '' })).data.userId).toBe(loginId);
  });

  it('is refused in another browser, a second time, with a foreign state or code, and too late', async () => {
    await givenBound('mei');
    const [one, two, three] = [await go('mei'), await go('mei'), await go('mei')];
    const login = (back: object, headers: { cookie: string }) =>
      ask(calls.loginByThirdAccount, back as typeof one.back, { headers });

    expect((await login(one.back, two.headers)).refused).toBe('THIRD_REFUSED');
    expect((await login({ ...one.back, state: 'forged' }, one.headers)).refused).toBe('THIRD_REFUSED');
    expect((await login(one.back, one.headers)).refused).toBeNull();
    expect((await login(one.back, one.headers)).refused).toBe('THIRD_REFUSED');
    // The code belongs to another request: verifier (PKCE) and nonce don't match.
    expect((await login({ ...two.back, code: three.back.code }, two.headers)).refused).toBe('THIRD_REFUSED');
    moveClock(service, 16 * 60);
    expect((await login(three.back, three.headers)).refused).toBe('THIRD_REFUSED');
  });

  it('is refused if another provider answers (mix-up)', async () => {
    await givenBound('qing');
    const { back, headers } = await go('qing');
    const elsewhere = await go('qing');

    const forged = { ...back, iss: beta.issuer };
    expect((await ask(calls.loginByThirdAccount, forged, { headers })).refused).toBe('THIRD_REFUSED');
    const { iss: _absent, ...silent } = elsewhere.back;
    const answer = await ask(calls.loginByThirdAccount, silent, { headers: elsewhere.headers });
    expect(answer.refused).toBe('THIRD_REFUSED');
  });

  it('belongs to one person, who has at most one per provider', async () => {
    const first = await givenBound('shared');
    const second = await given.login();
    await ask(calls.confirm, { password: goodPassword }, { as: second.token });
    const taken = await go('shared');
    const more = await go('another');

    const { refused } = await ask(calls.bindThirdAccount, taken.back, { as: second.token, headers: taken.headers });
    expect(refused).toBe('THIRD_TAKEN');
    const bound = await ask(calls.bindThirdAccount, more.back, { as: first.token, headers: more.headers });
    expect(bound.refused).toBe('THIRD_BOUND');
    const { data } = await ask(calls.bindings, {}, { as: first.token });
    expect(data.list).toMatchObject([{ provider: 'alpha', name: 'Alpha', label: 'shared' }]);
  });

  it('is replaced and unbound only after confirmation', async () => {
    const { token, bindingId, phone } = await givenBound('old-name');
    const stranger = await given.login();
    await ask(calls.confirm, { password: goodPassword }, { as: stranger.token });
    const next = await go('new-name');
    const { data } = await ask(calls.rebindThirdAccount, next.back, { as: token, headers: next.headers });

    const old = await go('old-name');
    const unknown = await ask(calls.loginByThirdAccount, old.back, { headers: old.headers });
    expect(unknown.data).toHaveProperty('unknown');
    expect((await ask(calls.unbindThirdAccount, { id: bindingId }, { as: token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.unbindThirdAccount, { id: data.id }, { as: stranger.token })).refused).toBe('NOT_FOUND');
    moveClock(service, 11 * 60);
    expect((await ask(calls.unbindThirdAccount, { id: data.id }, { as: token })).refused).toBe('CONFIRM_FIRST');
    await ask(calls.confirm, { password: goodPassword }, { as: token });
    expect((await ask(calls.unbindThirdAccount, { id: data.id }, { as: token })).refused).toBeNull();
    const messages = (await ask(messageCalls.news, { kind: 'account' }, { as: token })).data.list;
    expect(messages.map(({ message }) => message.name)).toEqual([
      'message.third-unbound',
      'message.third-bound',
      'message.third-bound',
    ]);
    const code = await given.code('login', phone);
    expect((await ask(accountCalls.loginByPhone, { phone, code })).refused).toBeNull();
  });

  it('is refused if its provider is unreachable or unknown', async () => {
    expect((await ask(calls.thirdBegin, { provider: 'gone' })).refused).toBe('PROVIDER_FAILED');
    expect((await ask(calls.thirdBegin, { provider: 'other' })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.ways, {})).data.providers.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gone']);
  });
});
