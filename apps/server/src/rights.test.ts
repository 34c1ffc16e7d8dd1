import { allCalls, type Call, Envelope, permissions, withIncluded } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { givenParty } from './features/phone-signing/testing/party.ts';
import type { Row } from './testing/rights/row.ts';
import { rowOf } from './testing/rights-rows.ts';
import { addressOf, type Login, useService } from './testing/service.ts';

/** Makes every call as every role, on its own object, another account's and a missing one. */
const service = useService();
type Named = (typeof allCalls)[number];

/** Refusals with HTTP status 401 and 403. */
const gates = ['SESSION_INVALID', 'NOT_ALLOWED'];

/** Returns the refusal's code; null on success. */
async function ask(call: Call, input: Record<string, unknown>, token?: string) {
  const { url, rest } = addressOf(call, input);
  const isBodyless = call.method === 'GET' || call.method === 'DELETE';
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  ).toString();
  // A live stream doesn't end, so read only its headers.
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
  token?: string | undefined;
  /** Whether this role may make the call at all. */
  passes(call: Call): boolean;
}

const isForUsers = ({ who }: Call) => who === 'user' || who === 'main';
const isPublic = ({ who }: Call) => who === 'public';

/** Calls that end the caller's session. */
const endings = new Set<string>([
  'account.logout',
  'account.changePassword',
  'account.resetPassword',
  'members.switchTo',
  'members.leave',
  'members.bindPhone',
  'console.staffLogout',
  'console.changeStaffPassword',
  'phoneSigning.partySignOut',
  'signIn.endSession',
  'signIn.endOtherSessions',
]);

/** Caches the result of `make` until a call ends a session. */
function keptBetween<T>(make: () => Promise<T>): (call: Named) => Promise<T> {
  let kept: Promise<T> | undefined;
  return (call) => {
    const made = kept ?? make();
    kept = endings.has(`${call.feature}.${call.name}`) ? undefined : made;
    return made;
  };
}

/** One actor of each role. */
async function makeActors(): Promise<Record<string, Actor>> {
  const holder = await service.given.login();
  const without = await service.given.member(holder);
  const withAll = await service.given.member(holder, [...permissions]);
  const withOwn = await service.given.member(holder, [...permissions], 'own');
  const notary = await service.given.staff('notary');
  const operator = await service.given.staff('operator');
  const party = await givenParty(service);
  return {
    'a visitor': { passes: isPublic },
    holder: { token: holder.token, passes: (call) => isPublic(call) || isForUsers(call) },
    'a member without rights': {
      token: without.token,
      passes: (call) => isPublic(call) || (call.who === 'user' && !call.needs),
    },
    'a member with all rights': { token: withAll.token, passes: (call) => isPublic(call) || call.who === 'user' },
    'a member with scope own': { token: withOwn.token, passes: (call) => isPublic(call) || call.who === 'user' },
    ...(await makeMembersWithOne(holder)),
    'a notary': {
      token: notary.token,
      passes: (call) => isPublic(call) || call.who === 'staff' || call.who === 'notary',
    },
    'a party': { token: party.token, passes: (call) => isPublic(call) || call.who === 'party' },
    'an operator': {
      token: operator.token,
      passes: (call) => isPublic(call) || call.who === 'staff' || call.who === 'operator',
    },
  };
}

/** A member for each permission, with that one and what it includes. */
async function makeMembersWithOne(holder: Login): Promise<Record<string, Actor>> {
  const members: Record<string, Actor> = {};
  for (const permission of permissions) {
    const { token } = await service.given.member(holder, [permission]);
    const granted = withIncluded([permission]);
    const passes = (call: Call) =>
      isPublic(call) || (call.who === 'user' && (!call.needs || granted.includes(call.needs)));
    members[`a member who may ${permission}`] = { token, passes };
  }
  return members;
}

const named = allCalls.map((call) => [`${call.method} ${call.path}`, call] as const);
const ofThings = named.flatMap(([name, call]) => {
  const row: Row | undefined = rowOf(call);
  return row && row !== 'self' ? [[name, call, row] as const] : [];
});

describe('the right to make a call', () => {
  const actors = keptBetween(makeActors);

  it.each(named)('%s', async (_name, call) => {
    const verdicts: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const [who, { token, passes }] of Object.entries(await actors(call))) {
      const { refused } = await ask(call, inPath(call), token);
      expect(refused, who).not.toBe('INTERNAL');
      verdicts[who] = !gates.includes(refused ?? '');
      expected[who] = passes(call);
    }

    expect(verdicts).toEqual(expected);
  });
});

/** Fills each path parameter, so that the route matches. */
const inPath = ({ path }: Call): Record<string, string> =>
  Object.fromEntries(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, 'x']));

/** An account with members, a stranger, and both staff roles. */
async function makeNeighbours() {
  const owner = await service.given.login();
  const neighbours = {
    owner,
    withRight: await service.given.member(owner, [...permissions]),
    withOwn: await service.given.member(owner, [...permissions], 'own'),
    without: await service.given.member(owner),
    stranger: await service.given.login(),
    notary: (await service.given.staff('notary')).token,
    operator: (await service.given.staff('operator')).token,
  };
  // Some calls require a recently confirmed identity.
  await service.database.pool.query('update session set confirmed_at = $1', [service.now]);
  return neighbours;
}

describe('the right to an object', () => {
  const neighbours = keptBetween(makeNeighbours);

  it.each(ofThings)('%s', async (_name, call, row) => {
    const { owner, withRight, withOwn, without, stranger, notary, operator } = await neighbours(call);
    const refusal = row.refusal ?? 'NOT_FOUND';
    const isRefused = ({ refused, data }: Awaited<ReturnType<typeof ask>>) =>
      row.isLeftOut ? refused === null && row.isLeftOut(data) : refused === refusal;
    const askAbout = async (id: string, token = owner.token) => {
      const { refused, data } = await ask(call, row.input(id), token);
      return { refused, data: JSON.parse(JSON.stringify(data).replaceAll(id, 'the id')) };
    };
    const own = await row.make(service, owner);
    const others = await row.make(service, stranger);

    // Callers with the right get the same answer for another account's object as for a missing one; callers without it
    // get NOT_ALLOWED for both.
    const asking = {
      owner: owner.token,
      'member with the right': withRight.token,
      'member with scope own': withOwn.token,
      'member without': without.token,
    };
    for (const [who, token] of Object.entries(asking)) {
      const missing = await askAbout(row.unknown, token);
      const isGated =
        who !== 'owner' && (call.who === 'main' || (who === 'member without' && call.needs !== undefined));
      expect(isGated ? missing.refused === 'NOT_ALLOWED' : isRefused(missing), who).toBe(true);
      expect(await askAbout(others, token), who).toEqual(missing);
    }
    for (const token of [notary, operator]) expect((await askAbout(own, token)).refused).toBe('SESSION_INVALID');
    if (row.isEvidence) {
      // With scope own, a colleague's evidence is missing, one's own is not.
      const missing = await askAbout(row.unknown, withOwn.token);
      expect(await askAbout(await row.make(service, withRight), withOwn.token)).toEqual(missing);
      expect(isRefused(await askAbout(await row.make(service, withOwn), withOwn.token))).toBe(false);
    }
    const ofColleague = await askAbout(await row.make(service, withRight));
    const ofOwner = await askAbout(own);

    expect([...gates, 'INTERNAL', 'INPUT_INVALID']).not.toContain(ofOwner.refused);
    expect(isRefused(ofOwner)).toBe(false);
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
