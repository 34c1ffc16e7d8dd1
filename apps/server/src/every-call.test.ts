import { allCalls, type Call, Envelope, isOfConsole, openApi, refusals } from '@proofkeep/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addressOf, useService } from './testing/service.ts';

const service = useService();

/** A call whose path alone is filled in. */
const send = async (call: Call, o: Partial<InjectOptions> = {}) => {
  const named = Object.fromEntries(Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, 'x']));
  const isBodyless = call.method === 'GET' || call.method === 'DELETE';
  const { url } = addressOf(call, named);
  const response = await service.app.inject({
    method: call.method,
    url,
    ...(isBodyless ? {} : { payload: '{}' }),
    ...o,
    headers: { ...(isBodyless ? {} : { 'content-type': 'application/json' }), ...o.headers },
  });
  return { status: response.statusCode, ...Envelope.parse(response.json()) };
};

const named = (calls: readonly Call[]) => calls.map((call) => [`${call.method} ${call.path}`, call] as const);
const changes = allCalls.filter(({ method }) => method !== 'GET');
const signedIn = allCalls.filter(({ who }) => who !== 'public');

describe('every call', () => {
  it.each(named(allCalls))('%s refuses a field that it does not know, in words', async (_name, call) => {
    const { token } = isOfConsole(call) ? await service.given.staff() : await service.given.login();
    const unknown = { neverHeardOf: '1' };
    const isBodyless = call.method === 'GET' || call.method === 'DELETE';
    const answer = await send(call, {
      headers: { 'x-auth-token': token },
      ...(isBodyless || call.consumes ? { query: unknown } : { payload: JSON.stringify(unknown) }),
    });

    expect(answer).toMatchObject({ status: 400, flag: false, data: null, errorCode: 'INPUT_INVALID' });
    expect(answer.fields?.some(({ field, message }) => field === '' && message.includes('neverHeardOf'))).toBe(true);
  });

  it.each(named(signedIn))('%s asks who one is', async (_name, call) => {
    const expected = { status: 401, flag: false, statusCode: '500002', errorCode: 'SESSION_INVALID' };

    expect(await send(call)).toMatchObject(expected);
    expect(await send(call, { headers: { authorization: 'Bearer nobody' } })).toMatchObject(expected);
    expect(await send(call, { headers: { 'x-auth-token': 'nobody' } })).toMatchObject(expected);
    expect(await send(call, { headers: { cookie: 'bq-x-token=nobody' } })).toMatchObject(expected);
  });

  it.each(named(changes))('%s is deaf to the page of another site', async (_name, call) => {
    const foreign = { status: 403, errorCode: 'FOREIGN_ORIGIN' };

    expect(await send(call, { headers: { origin: 'https://evil.example' } })).toMatchObject(foreign);
    expect(await send(call, { headers: { origin: 'null' } })).toMatchObject(foreign);
    expect(await send(call, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(foreign);
    expect(await send(call, { headers: { 'sec-fetch-site': 'same-site' } })).toMatchObject(foreign);
  });

  it.each(named(changes.filter(({ method, consumes }) => method !== 'DELETE' && !consumes)))(
    '%s takes JSON and forms, and nothing else',
    async (_name, call) => {
      const sent = (type: string, payload: string) => send(call, { headers: { 'content-type': type }, payload });

      expect(await sent('text/xml', '<a/>')).toMatchObject({ status: 415, errorCode: 'MEDIA_TYPE' });
      expect(await sent('application/json', '{"a":')).toMatchObject({ status: 400, errorCode: 'INPUT_INVALID' });
      expect(await sent('application/json', '{"__proto__":{"a":1}}')).toMatchObject({ status: 400 });
      expect(await sent('application/json', `"${'a'.repeat(call.maxBytes ?? 2 ** 20)}"`)).toMatchObject({
        status: 413,
      });
    },
  );

  it.each(named(allCalls.filter(({ audit }) => typeof audit === 'string')))(
    '%s names the trace that it leaves',
    (_name, { audit }) => {
      expect(audit).toMatch(/^[a-z-]+\.[a-z-]+$/);
    },
  );
});

describe('the contract', () => {
  it('gives each refusal digits of its own', () => {
    const digits = Object.values(refusals).map(({ statusCode }) => statusCode);

    expect(new Set(digits).size).toBe(digits.length);
  });

  it('gives each call a path of its own', () => {
    const places = allCalls.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);

    expect(new Set(places).size).toBe(places.length);
  });

  it('makes a document that a reader of OpenAPI takes, with every call', async () => {
    const document = JSON.parse(JSON.stringify(openApi({ url: 'http://localhost', version: '1.0.0' })));

    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    const operations = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(allCalls.length);
  });
});
