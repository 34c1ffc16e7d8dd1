import {
  allCalls,
  type Call,
  Envelope,
  isOfConsole,
  isOfParty,
  jsonBytes,
  openApi,
  refusals,
} from '@proofkeep/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { givenParty } from './features/phone-signing/testing/party.ts';
import { addressOf, useService } from './testing/service.ts';

const service = useService();

const gapsOf = ({ path }: Call) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

/** Sends a call with only its path parameters. */
const send = async (call: Call, { segment = 'x', ...o }: Partial<InjectOptions> & { segment?: string } = {}) => {
  const isBodyless = call.method === 'GET' || call.method === 'DELETE';
  const { url } = addressOf(call, Object.fromEntries(gapsOf(call).map((name) => [name, segment])));
  const response = await service.app.inject({
    method: call.method,
    url,
    ...(isBodyless ? {} : { payload: '{}' }),
    ...o,
    headers: { ...(isBodyless ? {} : { 'content-type': 'application/json' }), ...o.headers },
  });
  return { status: response.statusCode, ...Envelope.parse(response.json()) };
};

/** A role of staff that may make a call of the console. */
const roleOf = ({ who }: Call) => (who === 'notary' ? 'notary' : 'operator');

/** Sessions of each kind, shared by all calls that don't end a session. */
let tokens: Promise<Record<'desk' | 'operator' | 'notary' | 'party', string>> | undefined;
async function tokenFor(call: Call): Promise<Record<string, string>> {
  const { given } = service;
  tokens ??= Promise.all([given.login(), given.staff(), given.staff('notary'), givenParty(service)]).then(
    ([desk, operator, notary, party]) => ({
      desk: desk.token,
      operator: operator.token,
      notary: notary.token,
      party: party.token,
    }),
  );
  return { 'x-auth-token': (await tokens)[kindOf(call)] };
}

const kindOf = (call: Call) => {
  if (isOfParty(call)) return 'party';
  return isOfConsole(call) ? roleOf(call) : 'desk';
};

const invalid = { status: 400, flag: false, errorCode: 'INPUT_INVALID' };

const named = (calls: readonly Call[]) => calls.map((call) => [`${call.method} ${call.path}`, call] as const);
const changes = allCalls.filter(({ method }) => method !== 'GET');
const signedIn = allCalls.filter(({ who }) => who !== 'public');
/** Changes for which the specification uses GET. */
const changesByGet = signedIn.filter(({ method, audit }) => method === 'GET' && audit);

/** Paths of numbers in a schema that may exceed PostgreSQL's `integer`, or `bigint` for sizes in bytes. */
function unboundedIn(schema: unknown, place = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum = Number.POSITIVE_INFINITY } = schema as { type?: string; maximum?: number };
  const most = place.endsWith('/sizeBytes') ? Number.MAX_SAFE_INTEGER : 2 ** 31 - 1;
  const isUnbounded = type === 'integer' && maximum > most;
  const within = Object.entries(schema).flatMap(([name, one]) => unboundedIn(one, `${place}/${name}`));
  return isUnbounded ? [place, ...within] : within;
}

describe('every call', () => {
  it.each(named(allCalls))('%s rejects an unknown field with a message', async (_name, call) => {
    const token = isOfParty(call)
      ? (await givenParty(service)).token
      : (isOfConsole(call) ? await service.given.staff(roleOf(call)) : await service.given.login()).token;
    const unknown = { neverHeardOf: '1' };
    const isBodyless = call.method === 'GET' || call.method === 'DELETE';
    const answer = await send(call, {
      headers: { 'x-auth-token': token },
      ...(isBodyless || call.consumes ? { query: unknown } : { payload: JSON.stringify(unknown) }),
    });

    expect(answer).toMatchObject({ status: 400, flag: false, data: null, errorCode: 'INPUT_INVALID' });
    expect(answer.fields).toContainEqual({ field: '', message: '含有未知字段' });
    expect(JSON.stringify(answer)).not.toContain('neverHeardOf');
  });

  it.each(named(signedIn))('%s requires a session', async (_name, call) => {
    const expected = { status: 401, flag: false, statusCode: '500002', errorCode: 'SESSION_INVALID' };

    expect(await send(call)).toMatchObject(expected);
    expect(await send(call, { headers: { authorization: 'Bearer unknown' } })).toMatchObject(expected);
    expect(await send(call, { headers: { 'x-auth-token': 'unknown' } })).toMatchObject(expected);
    expect(await send(call, { headers: { cookie: 'bq-x-token=unknown' } })).toMatchObject(expected);
  });

  it.each(named([...changes, ...changesByGet]))('%s rejects requests from another origin', async (_name, call) => {
    const foreign = { status: 403, errorCode: 'FOREIGN_ORIGIN' };

    expect(await send(call, { headers: { origin: 'https://evil.example' } })).toMatchObject(foreign);
    expect(await send(call, { headers: { origin: 'null' } })).toMatchObject(foreign);
    expect(await send(call, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(foreign);
    expect(await send(call, { headers: { 'sec-fetch-site': 'same-site' } })).toMatchObject(foreign);
  });

  it.each(named(changes.filter(({ method, consumes }) => method !== 'DELETE' && !consumes)))(
    '%s accepts JSON and forms only',
    async (_name, call) => {
      const token = await tokenFor(call);
      const sent = (type: string, payload: string) =>
        send(call, { headers: { ...token, 'content-type': type }, payload });

      expect(await sent('text/xml', '<a/>')).toMatchObject({ status: 415, errorCode: 'MEDIA_TYPE' });
      expect(await sent('application/json', '{"a":')).toMatchObject({ status: 400, errorCode: 'INPUT_INVALID' });
      expect(await sent('application/json', '{"__proto__":{"a":1}}')).toMatchObject({ status: 400 });
      expect(await sent('application/json', `"${'a'.repeat(call.maxBytes ?? jsonBytes)}"`)).toMatchObject({
        status: 413,
      });
    },
  );

  it.each(named(allCalls))('%s rejects text that cannot be stored, in any field', async (_name, call) => {
    const headers = await tokenFor(call);
    const hasBody = call.method !== 'GET' && call.method !== 'DELETE' && !call.consumes;
    const [field = 'made'] = call.input instanceof z.ZodObject ? Object.keys(call.input.shape) : [];
    const refused = { ...invalid, fields: [expect.objectContaining({ message: '含有无法保存的字符' })] };

    if (gapsOf(call).length > 0) expect(await send(call, { headers, segment: '\0' })).toMatchObject(invalid);
    if (gapsOf(call).includes(field)) return;
    if (!hasBody) expect(await send(call, { headers, query: { [field]: 'a\0' } })).toMatchObject(refused);
    else
      for (const value of ['a\ud800', [{ '\0': 1 }]])
        expect(await send(call, { headers, payload: JSON.stringify({ [field]: value }) })).toMatchObject(refused);
  });

  it.each(named(changes.filter(({ method, consumes }) => method !== 'DELETE' && !consumes)))(
    '%s accepts only an object as body',
    async (_name, call) => {
      const headers = await tokenFor(call);

      for (const payload of ['"text"', '[1]', `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`])
        expect(await send(call, { headers, payload })).toMatchObject(invalid);
    },
  );

  it.each(named(allCalls.filter(({ consumes }) => consumes)))('%s rejects a truncated form', async (_name, call) => {
    const boundary = 'b';
    const part = (name: string) =>
      `--b\r\ncontent-disposition: form-data; name="file"; ${name}\r\ncontent-type: image/png\r\n\r\nx`;
    const headers = { ...(await tokenFor(call)), 'content-type': `multipart/form-data; boundary=${boundary}` };

    for (const payload of [
      '',
      'none',
      '--b\r\n',
      part('filename="a.png"'),
      `${part("filename*=UTF-8''a%00.png")}\r\n--b--`,
    ])
      expect(await send(call, { headers, payload })).toMatchObject(invalid);
    const unbounded = { ...headers, 'content-type': 'multipart/form-data' };
    expect(await send(call, { headers: unbounded, payload: part('filename="a.png"') })).toMatchObject(invalid);
  });

  it.each(named(allCalls))('%s rejects integers that its column cannot hold', async (_name, call) => {
    expect(unboundedIn(z.toJSONSchema(call.input, { io: 'output', unrepresentable: 'any' }))).toEqual([]);
    const headers = await tokenFor(call);
    if (gapsOf(call).length > 0)
      expect((await send(call, { headers, segment: '9'.repeat(30) })).status).toBeLessThan(500);
  });

  it.each(named(allCalls.filter(({ audit }) => typeof audit === 'string')))(
    '%s returns its trace id',
    (_name, { audit }) => {
      expect(audit).toMatch(/^[a-z-]+\.[a-z-]+$/);
    },
  );
});

describe('the contract', () => {
  it('gives each refusal a unique number', () => {
    const digits = Object.values(refusals).map(({ statusCode }) => statusCode);

    expect(new Set(digits).size).toBe(digits.length);
  });

  it('gives each call a unique path', () => {
    const places = allCalls.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);

    expect(new Set(places).size).toBe(places.length);
  });

  it('produces a valid OpenAPI document with every call', async () => {
    const document = JSON.parse(JSON.stringify(openApi({ url: 'http://localhost', version: '1.0.0', language: 'en' })));

    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    const operations = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(allCalls.length);
  });
});
