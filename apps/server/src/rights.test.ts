import { allCalls, type Call, Envelope, type Permission } from '@proofkeep/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Row, rowOf } from './testing/rights-rows.ts';
import { addressOf, type Login, useService } from './testing/service.ts';

/** Every call, asked by everybody, about what is one’s own, what is another’s and what is not there. */
const service = useService();
type Named = (typeof allCalls)[number];

/** Of HTTP status 401 and 403. */
const gates = ['SESSION_INVALID', 'NOT_ALLOWED'];

/** The code of the refusal; null where there was none. */
async function ask(call: Call, input: Record<string, unknown>, token?: string) {
  const { url, rest } = addressOf(call, input);
  const isBodyless = call.method === 'GET' || call.method === 'DELETE';
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  ).toString();
  // A live stream has no end: its head is enough.
  const isStream = call.produces === 'text/event-stream';
  const response = await service.app.inject({
    method: call.method,
    url: (isBodyless || call.consumes) && query ? `${url}?${query}` : url,
    headers: {
      ...(token ? { 'x-auth-token': token } : {}),
      ...(isBodyless ? {} : { 'content-type': 'application/json' }),
    },
    ...(isBodyless ? {} : { payload: JSON.stringify(rest) }),
    payloadAsStream: isStream,
  });
  if (isStream) {
    response.stream().destroy();
    return { refused: response.statusCode < 400 ? null : gates[response.statusCode === 401 ? 0 : 1], data: null };
  }
  const isEnvelope = String(response.headers['content-type']).startsWith('application/json');
  const { errorCode = null, data = null } = isEnvelope ? Envelope.parse(response.json()) : {};
  return { refused: response.statusCode < 400 ? null : (errorCode ?? `${response.statusCode}`), data };
}

interface Actor {
  token?: string;
  /** Whether he passes the gate of a call. */
  passes(call: Call): boolean;
}

const isForUsers = ({ who }: Call) => who === 'user' || who === 'main';
const isPublic = ({ who }: Call) => who === 'public';

/** Everybody there is, new for each call, as some calls end a session. */
async function everybody(): Promise<Record<string, Actor>> {
  const holder = await service.given.login();
  const without = await service.given.member(holder);
  const withAll = await service.given.member(holder, ['evidence', 'preserve', 'addresses'] satisfies Permission[]);
  const notary = await service.given.staff('notary');
  const operator = await service.given.staff('operator');
  return {
    nobody: { passes: isPublic },
    holder: { token: holder.token, passes: (call) => isPublic(call) || isForUsers(call) },
    'a member without rights': {
      token: without.token,
      passes: (call) => isPublic(call) || (call.who === 'user' && !call.needs),
    },
    'a member with all rights': { token: withAll.token, passes: (call) => isPublic(call) || call.who === 'user' },
    'a notary': { token: notary.token, passes: (call) => isPublic(call) || call.who === 'staff' },
    'an operator': {
      token: operator.token,
      passes: (call) => isPublic(call) || call.who === 'staff' || call.who === 'operator',
    },
  };
}

const named = allCalls.map((call) => [`${call.method} ${call.path}`, call] as const);
const ofThings = named.flatMap(([name, call]) => {
  const row: Row | undefined = rowOf(call);
  return row && row !== 'self' ? [[name, call, row] as const] : [];
});

describe('who may make a call at all', () => {
  it.each(named)('%s', async (_name, call) => {
    const verdicts: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const [who, { token, passes }] of Object.entries(await everybody())) {
      const { refused } = await ask(call, inPath(call), token);
      expect(refused, who).not.toBe('INTERNAL');
      verdicts[who] = !gates.includes(refused ?? '');
      expected[who] = passes(call);
    }

    expect(verdicts).toEqual(expected);
  });
});

/** Something for each gap in the path, so that it is found. */
const inPath = ({ path }: Call): Record<string, string> =>
  Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, 'x']));

describe('whose a thing has to be', () => {
  let owner: Login;
  let member: Login;
  let stranger: Login;
  // New for each call, as some of them end a session.
  beforeEach(async () => {
    owner = await service.given.login();
    member = await service.given.member(owner, ['evidence', 'preserve', 'addresses']);
    stranger = await service.given.login();
    // Some things ask first whether it is still oneself.
    await service.database.pool.query('update session set confirmed_at = $1', [service.now]);
  });

  it.each(ofThings)('%s', async (_name, call, row) => {
    const refusal = row.refusal ?? 'NOT_FOUND';
    const isRefused = ({ refused, data }: Awaited<ReturnType<typeof ask>>) =>
      row.isLeftOut ? refused === null && row.isLeftOut(data) : refused === refusal;
    const askAbout = async (id: string) => {
      const { refused, data } = await ask(call, row.input(id), owner.token);
      return { refused, data: JSON.parse(JSON.stringify(data).replaceAll(id, 'the id')) };
    };

    const missing = await askAbout(row.unknown);
    const others = await askAbout(await row.make(service, stranger));
    const ofColleague = await askAbout(await row.make(service, member));
    const own = await askAbout(await row.make(service, owner));

    expect({ missing: isRefused(missing), others: isRefused(others) }).toEqual({ missing: true, others: true });
    expect(others).toEqual(missing);
    expect([...gates, 'INTERNAL', 'INPUT_INVALID']).not.toContain(own.refused);
    expect(isRefused(own)).toBe(false);
    expect(isRefused(ofColleague)).toBe(row.of === 'person');
  });
});

describe('the matrix', () => {
  it('has a row for every call', () => {
    expect(
      allCalls.filter((call: Named) => rowOf(call) === undefined).map(({ feature, name }) => `${feature}.${name}`),
    ).toEqual([]);
  });
});
