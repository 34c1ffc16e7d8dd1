import { createHmac } from 'node:crypto';
import { accountCalls, agreementVersion, signInCalls as calls, type SentOf } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { moveClock } from './testing/given.ts';

const key = 'a-key-that-the-partner-alone-has-0123';
const service = useService({
  partnerApps: new Map([
    ['tea-house', key],
    ['book-shop', 'another-key-of-another-partner-456789'],
  ]),
});
const { ask, given } = service;
type Sent = SentOf<typeof calls.registerByPartner>;

/** A second implementation of docs/formats/partner-registration.md, written from the document. */
function signed(fields: Omit<Sent, 'signature'>, by = key): Sent {
  const reserved = /[^A-Za-z0-9\-_.~]/gu;
  const percent = (text: string) =>
    text.replace(reserved, (one) =>
      [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
    );
  const query = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${percent(String(fields[name as keyof typeof fields]))}`)
    .join('&');
  const signature = createHmac('sha256', by).update(`POST\n/creditor/user/app/register\n${query}`).digest('hex');
  return { ...fields, signature };
}

let nonces = 0;
const fields = (phone: string, code: string) => ({
  appId: 'tea-house',
  timestamp: String(Math.floor(service.now.getTime() / 1000)),
  nonce: `nonce-number-${String(nonces++).padStart(8, '0')}`,
  phone,
  code,
  name: "王芳 (tea & 'books')",
  agreed: 'true' as const,
  agreementVersion,
});

describe('registering through a partner application', () => {
  it('creates an account bound to the application, whose owner signs in by code', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);

    const { data, refused } = await ask(calls.registerByPartner, signed(fields(phone, code)));

    expect(refused).toBeNull();
    const { rows } = await service.database.pool.query('select partner_app_id as app from account where id = $1', [
      data.accountId,
    ]);
    expect(rows).toEqual([{ app: 'tea-house' }]);
    moveClock(service, 61);
    const login = await given.code('login', phone);
    expect((await ask(accountCalls.loginByPhone, { phone, code: login })).data.token).toMatch(/^[\w-]{43}$/);
  });

  it('accepts a form, with a password', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const sent = signed({ ...fields(phone, code), password: 'a-lantern+for=the&road', language: 'en' });

    expect((await ask(calls.registerByPartner, sent, { form: true })).refused).toBeNull();
    const password = 'a-lantern+for=the&road';
    expect((await ask(accountCalls.login, { account: phone, password })).refused).toBeNull();
  });

  it('is refused if a field was changed after signing, or another key signed', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const sent = signed(fields(phone, code));
    const others = 'another-key-of-another-partner-456789';

    for (const wrong of [
      { ...sent, name: 'Another name' },
      { ...sent, appId: 'book-shop' },
      { ...sent, appId: 'unknown' },
      { ...sent, timestamp: String(Number(sent.timestamp) + 1) },
      { ...sent, nonce: 'another-nonce-00000' },
      { ...sent, language: 'en' as const },
      { ...sent, agreementVersion: '2020-01-01' },
      { ...sent, signature: '0'.repeat(64) },
      signed(fields(phone, code), others),
    ])
      expect((await ask(calls.registerByPartner, wrong)).refused).toBe('SIGNATURE_INVALID');
    expect((await ask(calls.registerByPartner, sent)).refused).toBeNull();
  });

  it('is refused if its time is five minutes off, or it is repeated', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const seconds = Math.floor(service.now.getTime() / 1000);
    const at = (offset: number) => signed({ ...fields(phone, code), timestamp: String(seconds + offset) });
    const good = at(-290);

    expect((await ask(calls.registerByPartner, at(-301))).refused).toBe('REQUEST_STALE');
    expect((await ask(calls.registerByPartner, at(301))).refused).toBe('REQUEST_STALE');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(calls.registerByPartner, good)));
    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(1);
    const later = given.phone();
    const laterCode = await given.code('register', later);
    const { nonce } = good;
    const reused = signed({ ...fields(later, laterCode), nonce });
    expect((await ask(calls.registerByPartner, reused)).refused).toBe('REQUEST_STALE');
  });

  it('is refused with an older version of the agreements, and may be repeated with the current one', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);
    const sent = fields(phone, code);

    const older = await ask(calls.registerByPartner, signed({ ...sent, agreementVersion: '2020-01-01' }));

    expect(older.refused).toBe('AGREEMENT_CHANGED');
    expect((await ask(calls.registerByPartner, signed(sent))).refused).toBeNull();
  });

  it('accepts only names without hidden characters or links', async () => {
    const phone = given.phone();
    const code = await given.code('register', phone);

    for (const name of ['王\u202e芳', 'See https://evil.example', 'WWW.evil.example', 'a\u2028b', 'a\u0007b'])
      expect((await ask(calls.registerByPartner, signed({ ...fields(phone, code), name }))).refused).toBe(
        'INPUT_INVALID',
      );
  });

  it('requires the code sent to the phone, and an unregistered phone', async () => {
    const { phone: taken } = await given.login();
    const phone = given.phone();
    const code = await given.code('register', phone);
    moveClock(service, 61);
    const takenCode = await given.code('register', taken);
    const wrong = code === '000000' ? '000001' : '000000';

    expect((await ask(calls.registerByPartner, signed(fields(phone, wrong)))).refused).toBe('CODE_INVALID');
    expect((await ask(calls.registerByPartner, signed(fields(taken, takenCode)))).refused).toBe('PHONE_TAKEN');
  });
});
