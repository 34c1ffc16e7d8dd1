import { accountCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { browserOf } from '../sign-in/testing/given.ts';

const service = useService();
const { ask, given } = service;

/** How many of these tries were compared before one was locked out. */
async function looked(accounts: string[], from: string): Promise<number> {
  let count = 0;
  for (const account of accounts) {
    const { refused } = await ask(calls.login, { account, password: 'wrong' }, { from });
    if (refused === 'LOCKED') return count;
    expect(refused).toBe('CREDENTIALS_INVALID');
    count++;
  }
  return count;
}
const cased = (name: string) =>
  Array.from({ length: 14 }, (_, n) => [...name].map((one, at) => (at % 14 === n ? one.toUpperCase() : one)).join(''));

describe('password tries', () => {
  it('are counted the same for known and unknown names, ignoring case', async () => {
    const holder = await given.login();
    const { loginId } = await given.member(holder);
    const query = 'update login set login_name = $2 where id = $1';
    await service.database.pool.query(query, [loginId, 'registered-name']);

    const known = await looked(cased('registered-name'), '198.51.100.1');
    const unknown = await looked(cased('no-such-name---'), '198.51.100.2');

    expect({ known, unknown }).toEqual({ known: 10, unknown: 10 });
  });
});

describe('password tries by others', () => {
  const ofBrowser = { 'sec-fetch-site': 'same-origin' };
  /** A user, and the cookie of the browser in which they signed in. */
  async function givenBrowser() {
    const { phone, password } = await given.login();
    const { headers } = await ask(calls.login, { account: phone, password }, { headers: ofBrowser });
    return { account: phone, password, headers: { ...ofBrowser, cookie: browserOf(headers) } };
  }
  const hundredTries = async (account: string) => {
    for (let n = 0; n < 101; n++)
      await ask(calls.login, { account, password: 'wrong' }, { from: `203.0.113.${Math.floor(n / 10)}` });
  };

  it('never lock out a browser that the owner has used', async () => {
    const { headers, ...right } = await givenBrowser();
    const stranger = await givenBrowser();
    await hundredTries(right.account);

    const usual = await ask(calls.login, right, { headers, from: '203.0.113.1' });
    const elsewhere = await ask(calls.login, right, { from: '198.51.100.9' });
    const forged = await ask(calls.login, right, { headers: { cookie: `bq-browser=${'x'.repeat(43)}` } });
    const ofAnother = await ask(calls.login, right, { headers: stranger.headers });

    expect([usual, elsewhere, forged, ofAnother].map(({ refused }) => refused)).toEqual([
      null,
      'LOCKED',
      'LOCKED',
      'LOCKED',
    ]);
  });

  it('cause a refusal that names other ways to sign in, in both languages', async () => {
    const { headers: _known, ...right } = await givenBrowser();
    await hundredTries(right.account);
    const refusedIn = async (language: string) =>
      (await ask(calls.login, right, { headers: { 'accept-language': language } })).envelope.errorMessage;

    expect(await refusedIn('zh')).toMatch(/15 分钟.*短信验证码.*通行密钥.*扫码.*第三方/);
    expect(await refusedIn('en')).toMatch(/15 minutes.*SMS code.*passkey.*QR code.*third-party/);
  });

  it('are locked out after ten in a known browser', async () => {
    const { headers, ...right } = await givenBrowser();
    for (let n = 0; n < 10; n++) await ask(calls.login, { ...right, password: 'wrong' }, { headers });

    expect((await ask(calls.login, right, { headers })).refused).toBe('LOCKED');
  });
});

describe('tries from the addresses of one IPv6 network', () => {
  it('count as tries from one address', async () => {
    const { phone } = await given.login();
    const tries = [];
    for (let n = 0; n < 12; n++)
      tries.push(
        (await ask(calls.login, { account: phone, password: 'wrong' }, { from: `2001:db8:7:7::${n}` })).refused,
      );

    expect(tries.filter((refused) => refused === 'LOCKED')).toHaveLength(2);
  });
});

describe('signing in by e-mail', () => {
  it('accepts the verified address in any case, and no other', async () => {
    const { loginId, password } = await given.login();
    await service.database.pool.query('update login set email = $2 where id = $1', [loginId, 'wang@example.com']);
    const enter = (account: string) => ask(calls.login, { account, password });

    const { data } = await enter('Wang@Example.com');
    const me = await ask(calls.accountInfo, {}, { as: data.token ?? '' });

    expect(me.data.userId).toBe(loginId);
    expect((await enter('li@example.com')).refused).toBe('CREDENTIALS_INVALID');
  });

  it('does not accept an unverified address', async () => {
    const { loginId, password } = await given.login();
    await service.database.pool.query(
      `insert into email_code (login_id, email, code_fingerprint, tries_left, sent_at, expires_at)
       values ($1, 'asked@example.com', 'x', 5, now(), now())`,
      [loginId],
    );

    expect((await ask(calls.login, { account: 'asked@example.com', password })).refused).toBe('CREDENTIALS_INVALID');
  });
});
