import { accountCalls as calls, type Envelope, failing, memberCalls, sending, waitIn } from '@proofkeep/contract';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { goodPassword, useService } from '../testing/service.ts';
import { writeAudit } from './audit.ts';

const service = useService({ isLimited: true });
const { ask, given } = service;

const events = async (accountId: string) => {
  const { rows } = await service.database.pool.query<{ event: string; address: string; traceId: string }>(
    'select event, address, trace_id as "traceId" from audit where account_id = $1 order by id',
    [accountId],
  );
  return rows;
};

const envelopeToken = ({ data }: Envelope): string => (data as { token: string }).token;

describe('a change with an idempotency key', () => {
  it('is made once for many concurrent requests, with equal replies', async () => {
    const { token } = await given.login();
    const headers = { 'idempotency-key': 'a-1' };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(calls.swapToken, {}, { as: token, headers })),
    );
    const later = await ask(calls.swapToken, {}, { as: token, headers });

    const given20 = answers.filter(({ refused }) => refused === null).map(({ data }) => data.token);
    expect(new Set([...given20, later.data.token]).size).toBe(1);
    expect(answers.every(({ refused }) => refused === null || refused === 'BUSY_WITH_IT')).toBe(true);
  });

  it('is refused if the key was used for another request; other callers may use the same key', async () => {
    const { token } = await given.login();
    const headers = { 'idempotency-key': 'b-1' };
    const change = { oldPassword: goodPassword, password: 'another-lantern' };

    expect((await ask(calls.changePassword, change, { as: token, headers })).refused).toBeNull();
    expect((await ask(calls.changePassword, change, { as: token, headers })).refused).toBeNull();
    const other = { ...change, password: 'a-third-lantern' };
    expect((await ask(calls.changePassword, other, { as: token, headers })).refused).toBe('KEY_REUSED');
    const { token: stranger } = await given.login();
    expect((await ask(calls.changePassword, other, { as: stranger, headers })).refused).toBeNull();
  });

  it('may be retried with the same key after a refusal', async () => {
    const { token } = await given.login();
    const headers = { 'idempotency-key': 'c-1' };
    const change = { oldPassword: 'wrong', password: 'another-lantern' };

    expect((await ask(calls.changePassword, change, { as: token, headers })).refused).toBe('OLD_PASSWORD_WRONG');
    const right = { ...change, oldPassword: goodPassword };
    expect((await ask(calls.changePassword, right, { as: token, headers })).refused).toBeNull();
  });
});

describe('the audit trail', () => {
  it('records action, actor and address, and a wrong password as refused', async () => {
    const { phone, password, token, accountId } = await given.login();
    const wrong = await ask(calls.login, { account: phone, password: 'wrong' });
    await ask(calls.swapToken, { unknown: 1 } as never, { as: token });
    const { envelope } = await ask(calls.login, { account: phone, password }, { from: '198.51.100.9' });
    await ask(calls.logout, {}, { as: token });

    const { list } = (await ask(memberCalls.auditList, {}, { as: envelopeToken(envelope) })).data;
    expect(list.map(({ isRefused }) => isRefused)).toEqual([false, false, true]);
    expect(await events(accountId)).toEqual([
      { event: 'session.begun', address: '192.0.2.1', traceId: wrong.envelope.traceId },
      { event: 'session.begun', address: '198.51.100.9', traceId: envelope.traceId },
      { event: 'session.ended', address: '192.0.2.1', traceId: expect.any(String) },
    ]);
  });

  it('keeps the event of a client that hung up and whose address is unknown', async () => {
    const { accountId, loginId } = await given.login();
    const request = { ip: undefined, id: 'trace' } as unknown as FastifyRequest;

    await writeAudit(service.database.pool, {
      event: 'session.ended',
      caller: null,
      isOfPerson: false,
      request,
      subject: { loginId, accountId },
    });

    expect(await events(accountId)).toEqual([{ event: 'session.ended', address: '', traceId: 'trace' }]);
  });

  it('cannot be changed or deleted', async () => {
    const { phone, password, accountId } = await given.login();
    await ask(calls.login, { account: phone, password });
    for (const statement of [`update audit set event = 'x'`, 'delete from audit', 'truncate audit'])
      await expect(service.database.pool.query(statement)).rejects.toThrow('append-only');

    expect(await events(accountId)).toHaveLength(1);
  });
});

describe('a rate limit', () => {
  it('counts by address, says how long to wait, and resets after its window', async () => {
    const guess = () =>
      ask(calls.checkCode, { phone: given.phone(), purpose: 'reset', code: '000000' }, { from: '203.0.113.5' });
    const limit = Math.min(...failing.map(({ times }) => times));
    for (let i = 0; i < limit; i++) expect((await guess()).refused).toBe('CODE_INVALID');

    const answer = await guess();

    expect(answer).toMatchObject({ status: 429, refused: 'TOO_MANY' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500);
    expect(answer.envelope.errorMessage).toContain(waitIn(Number(answer.headers['retry-after']), 'zh'));
    const elsewhere = { phone: given.phone(), purpose: 'reset', code: '000000' } as const;
    expect((await ask(calls.checkCode, elsewhere, { from: '203.0.113.6' })).refused).toBe('CODE_INVALID');
  });

  it('counts a request before its input is read, so malformed ones are limited too', async () => {
    const malformed = () => ask(calls.checkCode, { phone: [] } as never, { from: '203.0.113.7' });
    const limit = Math.min(...failing.map(({ times }) => times));
    for (let i = 0; i < limit; i++) expect((await malformed()).refused).toBe('INPUT_INVALID');

    expect((await malformed()).refused).toBe('TOO_MANY');
  });

  it('on failures does not block an office where everyone signs in', async () => {
    const from = '203.0.113.20';
    const people = await Promise.all(Array.from({ length: 61 }, () => given.login()));

    for (const { phone, password } of people)
      expect((await ask(calls.login, { account: phone, password }, { from })).refused).toBeNull();

    const { rows } = await service.database.pool.query(
      "select points from rate_limit where key like '%sign-in failures ' || $1",
      [from],
    );
    expect(rows).toEqual([{ points: 0 }]);
  });

  it('can’t be evaded with other addresses of an IPv6 network or another purpose of the same message', async () => {
    const [{ times }] = sending;
    const inTurn = [calls.sendLoginCode, calls.sendRegisterCode, calls.sendResetCode];
    const send = (n: number, network: string) => {
      const unsolved = { phone: given.phone(), challengeId: 'none', solution: '0' };
      return ask(inTurn[n % 3] ?? calls.sendLoginCode, unsolved, { from: `${network}::${n.toString(16)}` });
    };
    const passed = 'CHALLENGE_UNSOLVED';
    for (let n = 0; n < times; n++) expect((await send(n, '2001:db8:1:1')).refused).toBe(passed);

    expect((await send(times, '2001:db8:1:1')).refused).toBe('TOO_MANY');
    expect((await send(0, '2001:db8:1:2')).refused).toBe(passed);
  });

  it('is four times higher for a /48', async () => {
    const [{ times }] = sending;
    const send = (n: number, site: string) => {
      const unsolved = { phone: given.phone(), challengeId: 'none', solution: '0' };
      return ask(calls.sendLoginCode, unsolved, { from: `${site}:${n.toString(16)}::1` });
    };
    for (let n = 0; n < 4 * times; n++) await send(n, '2001:db8:2');

    expect((await send(4 * times, '2001:db8:2')).refused).toBe('TOO_MANY');
    expect((await send(0, '2001:db8:3')).refused).toBe('CHALLENGE_UNSOLVED');
  });
});

describe('a refused call that a browser opened as a page', () => {
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'accept-language': 'en' };

  it('redirects to the exception page with code, sentence and trace id', async () => {
    const url = '/creditor/exports/018f7f3e-0000-7000-8000-000000000000/file';
    const { statusCode, headers } = await service.app.inject({ url, headers: opened });
    const to = new URL(String(headers.location), 'http://localhost');

    expect([statusCode, to.pathname]).toEqual([303, '/exception']);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      errorCode: 'SESSION_INVALID',
      errorMessage: 'Login expired, please log in again!',
      traceId: expect.any(String),
    });
  });
});
