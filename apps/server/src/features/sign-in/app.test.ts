import { accountCalls, signInCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { confirmed } from '../members/testing/code.ts';
import { browserOf, moveClock } from './testing/given.ts';

const service = useService();
const { ask, given } = service;
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** A browser that shows a QR code. */
async function givenCode() {
  const { data, headers } = await ask(calls.appId, {}, { from: '198.51.100.4', headers: { 'user-agent': chrome } });
  const cookie = browserOf(headers);
  const status = (by = cookie) => ask(calls.appStatus, { appId: data.appId }, { headers: { cookie: by } });
  return { ...data, cookie, status };
}

describe('a QR code', () => {
  it('signs in the requesting browser once, after the phone entered its number', async () => {
    const { appId, number, status } = await givenCode();
    const { token, loginId } = await confirmed(service, await given.login());
    expect((await status()).data.state).toBe('waiting');

    const scanned = await ask(calls.appScan, { appId }, { as: token });
    expect(scanned.data).toMatchObject({
      device: { browser: 'Chrome 150', system: 'Windows' },
      address: '198.51.100.4',
    });
    expect((await status()).data.state).toBe('scanned');
    expect((await ask(calls.appApprove, { appId, number }, { as: token })).refused).toBeNull();
    const answers = await Promise.all(Array.from({ length: 20 }, () => status()));

    const [given1, ...more] = answers.filter(({ data }) => data?.state === 'authorized');
    expect(more).toEqual([]);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'NOT_FOUND']));
    const me = await ask(accountCalls.accountInfo, {}, { as: given1?.data.token ?? '' });
    expect(me.data.userId).toBe(loginId);
  });

  it('reveals nothing to another browser', async () => {
    const { appId, number, status } = await givenCode();
    const { cookie: other } = await givenCode();
    const { token } = await confirmed(service, await given.login());

    expect((await status(other)).refused).toBe('NOT_FOUND');
    expect((await status('')).refused).toBe('NOT_FOUND');
    await ask(calls.appScan, { appId }, { as: token });
    await ask(calls.appApprove, { appId, number }, { as: token });
    expect((await status(other)).refused).toBe('NOT_FOUND');
    expect((await status()).data.state).toBe('authorized');
  });

  it('becomes void with a wrong number or a refusal', async () => {
    const { token } = await confirmed(service, await given.login());
    const guessed = await givenCode();
    const wrong = guessed.number === '10' ? '11' : '10';
    await ask(calls.appScan, { appId: guessed.appId }, { as: token });
    const refused = await givenCode();
    await ask(calls.appScan, { appId: refused.appId }, { as: token });

    const { appId } = guessed;
    expect((await ask(calls.appApprove, { appId, number: wrong }, { as: token })).refused).toBe('NUMBER_WRONG');
    expect((await ask(calls.appApprove, { appId, number: guessed.number }, { as: token })).refused).toBe('NOT_FOUND');
    await ask(calls.appRefuse, { appId: refused.appId }, { as: token });
    expect([(await guessed.status()).data.state, (await refused.status()).data.state]).toEqual(['refused', 'refused']);
  });

  it('belongs to the first phone that scans it', async () => {
    const { appId, number } = await givenCode();
    const [first, second] = [
      await confirmed(service, await given.login()),
      await confirmed(service, await given.login()),
    ];

    expect((await ask(calls.appApprove, { appId, number }, { as: first.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.appScan, { appId }, { as: first.token })).refused).toBeNull();
    expect((await ask(calls.appScan, { appId }, { as: second.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.appApprove, { appId, number }, { as: second.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.appRefuse, { appId }, { as: second.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.appApprove, { appId, number }, { as: first.token })).refused).toBeNull();
  });

  it('expires after two minutes, even if authorized', async () => {
    const { token } = await confirmed(service, await given.login());
    const waiting = await givenCode();
    const authorized = await givenCode();
    await ask(calls.appScan, { appId: authorized.appId }, { as: token });
    await ask(calls.appApprove, { appId: authorized.appId, number: authorized.number }, { as: token });
    moveClock(service, 121);

    expect([(await waiting.status()).data.state, (await authorized.status()).data.state]).toEqual([
      'expired',
      'expired',
    ]);
    expect((await ask(calls.appScan, { appId: waiting.appId }, { as: token })).refused).toBe('NOT_FOUND');
  });

  it('records the sign-in once, and no polling', async () => {
    const { appId, number, status } = await givenCode();
    const { token, accountId } = await confirmed(service, await given.login());
    await status();
    await ask(calls.appScan, { appId }, { as: token });
    await status();
    await ask(calls.appApprove, { appId, number }, { as: token });
    await status();

    const { rows } = await service.database.pool.query('select event from audit where account_id = $1 order by id', [
      accountId,
    ]);
    expect(rows.map(({ event }) => event)).toEqual([
      'person.confirmed',
      'app.scanned',
      'app.approved',
      'session.begun',
    ]);
  });

  it('refuses a login that was disabled meanwhile', async () => {
    const { appId, number, status } = await givenCode();
    const { token, loginId } = await confirmed(service, await given.login());
    await ask(calls.appScan, { appId }, { as: token });
    await ask(calls.appApprove, { appId, number }, { as: token });
    await service.database.pool.query("update login set state = 'disabled' where id = $1", [loginId]);

    expect((await status()).refused).toBe('LOGIN_DISABLED');
  });
});
