import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountCalls, batchCalls, Envelope, jsonBytes, refusals, verificationCalls } from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const service = useService();
let port = 0;
beforeAll(async () => {
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});

const login = (payload: string, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: accountCalls.login.path,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

/** Sends raw text on a new connection and returns the answer. */
async function answerTo(sent: string): Promise<{ head: string; envelope: Envelope }> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head: head.toLowerCase(), envelope: Envelope.parse(JSON.parse(body)) };
}

describe('a body', () => {
  it('gets a short reply to many unknown fields that repeats none of them', async () => {
    const foreign = JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`alien${n}`, '\0'])));

    const response = await login(foreign);

    const { errorCode, fields } = Envelope.parse(response.json());
    expect({ errorCode, count: fields?.length }).toEqual({ errorCode: 'INPUT_INVALID', count: 10 });
    expect(response.body).not.toContain('alien');
    expect(response.body.length).toBeLessThan(2_000);
  });

  it('may be as long as the JSON limit, and no longer', async () => {
    const filled = (length: number) => `{"account":"${'a'.repeat(length - 14)}"}`;

    expect((await login(filled(jsonBytes))).statusCode).toBe(400);
    expect((await login(filled(jsonBytes + 1))).statusCode).toBe(413);
  });

  it('is not read unless the caller may make the call', async () => {
    const { token } = await service.given.login();
    const send = (headers: Record<string, string> = {}) =>
      service.app.inject({
        method: 'POST',
        url: batchCalls.batchSubmit.path,
        headers: { 'content-type': 'application/json', ...headers },
        payload: '{',
      });

    expect(Envelope.parse((await send()).json()).errorCode).toBe('SESSION_INVALID');
    const foreign = await send({ cookie: `bq-x-token=${token}`, 'sec-fetch-site': 'cross-site' });
    expect(Envelope.parse(foreign.json()).errorCode).toBe('FOREIGN_ORIGIN');
    expect(Envelope.parse((await send({ authorization: `Bearer ${token}` })).json()).errorCode).toBe('INPUT_INVALID');
  });

  it('is refused before parsing if it has more values than any call takes', async () => {
    const { token } = await service.given.login();
    const send = (values: number) =>
      service.app.inject({
        method: 'POST',
        url: batchCalls.batchSubmit.path,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload: `{"rows":[${'1,'.repeat(values)}1]}`,
      });

    // Only a text that was parsed has fields to name.
    expect(Envelope.parse((await send(1_000)).json()).fields).not.toHaveLength(0);
    const many = Envelope.parse((await send(600_000)).json());
    expect([many.errorCode, many.fields]).toEqual(['INPUT_INVALID', undefined]);
  });

  it('is refused before parsing if it has too many form or query parameters', async () => {
    const many = 'a=1&'.repeat(5_000);
    const form = await login(many, { 'content-type': 'application/x-www-form-urlencoded' });
    const query = await service.app.inject({ url: `${verificationCalls.queryByFile.path}?${'a&'.repeat(600)}` });

    for (const response of [form, query])
      expect(Envelope.parse(response.json())).toMatchObject({ errorCode: 'INPUT_INVALID' });
    expect(query.json().fields).toBeUndefined();
  });

  it('does not block other requests, whatever it contains', async () => {
    const hostile = [`"${'a'.repeat(2 ** 20)}"`, `[${'1,'.repeat(2 ** 19)}1]`, '{"a":1,'.repeat(9_000)];
    const origin = `http://127.0.0.1:${port}`;
    let isOver = false;
    const attackers = hostile
      .flatMap((body) => [body, body])
      .map(async (body) => {
        while (!isOver) {
          const headers = { 'content-type': 'application/json' };
          // The service may close the connection before reading a body that is too long.
          await fetch(`${origin}${accountCalls.login.path}`, { method: 'POST', headers, body }).catch(() => {});
        }
      });
    const waits: number[] = [];
    for (let n = 0; n < 20; n++) {
      const begun = performance.now();
      await (await fetch(`${origin}/healthz`)).text();
      waits.push(performance.now() - begun);
      await sleep(20);
    }
    isOver = true;
    await Promise.all(attackers);

    // Parsing one of them would block the service for a second.
    expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(250);
  });
});

describe('a request that the framework or Node rejects', () => {
  it.each([
    [
      'a path with a segment that is too long',
      `GET /creditor/uploads/${'x'.repeat(101)} HTTP/1.1\r\nhost: a\r\nconnection: close`,
      414,
    ],
    ['a path that is not UTF-8', 'GET /creditor/uploads/%ED%A0%80 HTTP/1.1\r\nhost: a\r\nconnection: close', 400],
    ['headers that are too large', `GET /healthz HTTP/1.1\r\nhost: a\r\ncookie: ${'x'.repeat(20_000)}`, 431],
    ['a header with a NUL', 'GET /healthz HTTP/1.1\r\nhost: a\r\nuser-agent: a\0b', 400],
    ['not HTTP', 'hello', 400],
    ['a chunk without a size', 'POST /healthz HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz', 400],
  ] as const)('%s gets our envelope with the usual headers', async (_name, sent, status) => {
    const { head, envelope } = await answerTo(`${sent}\r\n\r\n`);

    expect(head).toContain(`http/1.1 ${status} `);
    expect(head).toContain("content-security-policy: default-src 'none'");
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('cache-control: no-store');
    expect(envelope).toMatchObject({ flag: false, data: null, statusCode: `${status}001` });
  });

  it.each([
    ['accept-language: en-GB,en;q=0.8', 'en'],
    ['accept-language: zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['accept-language: zh-CN\r\ncookie: a=b; bq-language=en', 'en'],
    ['accept: */*', 'zh'],
  ] as const)('gets its sentence in the language of its headers: %s', async (headers, language) => {
    const path = `/${'x'.repeat(20_000)}`;

    const { envelope } = await answerTo(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n`);

    expect(envelope.errorMessage).toBe(refusals.HEADERS_TOO_LARGE.says[language === 'zh' ? 0 : 1]);
  });
});
