import type { CollectFailure } from '@proofkeep/bundle';
import { openSampleSealer } from '@proofkeep/fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FetchStatus } from './outside-revocation.ts';
import { cachedFetchStatus } from './status-cache.ts';

const start = Date.parse('2026-06-01T08:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const question = { url: 'http://ca.example/1.crl', limitBytes: 1_000, timeoutMs: 1_000 };
const aboutOne = { ...question, body: { type: 'application/ocsp-request', bytes: Buffer.from('one') } };

let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
let list: Uint8Array;
let now: number;
let answers: (Uint8Array | CollectFailure)[];
let asked: number;
let cached: FetchStatus;
beforeAll(async () => {
  sealer = await openSampleSealer(() => new Date(start - 60 * 24 * hour));
  list = await listUntil(start + 3 * hour);
});
afterAll(() => sealer.close());
beforeEach(() => {
  now = start;
  asked = 0;
  const fetch: FetchStatus = async () => answers[asked++] ?? 'unreachable';
  cached = cachedFetchStatus(fetch, () => now);
});

const listUntil = (until: number) =>
  sealer.crl({ issuer: 'issuing', thisUpdate: new Date(start - hour), nextUpdate: new Date(until) });

describe('the revocation status of outside certificates', () => {
  it('is fetched once an hour, shared by concurrent seals, and used until nextUpdate if there is nothing newer', async () => {
    answers = [list];

    expect(await Promise.all([cached(question), cached(question)])).toEqual([list, list]);
    now += hour - 1;
    expect(await cached(question)).toBe(list);
    expect(asked).toBe(1);

    now = start + hour;
    expect(await cached(question)).toBe(list);
    expect(await cached(question)).toBe(list);
    expect(asked).toBe(2);

    now = start + 3 * hour;
    expect(await cached(question)).toBe('unreachable');
  });

  it('is replaced by a newer one within the hour', async () => {
    const newer = await listUntil(start + 5 * hour);
    answers = [list, newer];

    await cached(question);
    now += hour;

    expect(await cached(question)).toBe(newer);
  });

  it.each<[string, () => Uint8Array | CollectFailure]>([
    ['nothing', () => 'timeout'],
    ['what is neither a list nor a response', () => Buffer.from('<html>')],
  ])('is not requested again for five minutes after %s', async (_, first) => {
    answers = [first(), list];

    expect(await cached(question)).toEqual(first());
    now += 5 * minute - 1;
    expect(await cached(question)).toEqual(first());
    expect(asked).toBe(1);

    now += 1;
    expect(await cached(question)).toBe(list);
  });

  it('is kept for five minutes if it has expired', async () => {
    answers = [await listUntil(start - minute), list];

    await cached(question);
    await cached(question);
    expect(asked).toBe(1);
    now += 5 * minute;

    expect(await cached(question)).toBe(list);
  });

  it('is kept separately for each request, in bounded memory', async () => {
    answers = [];

    await cached(question);
    await cached(aboutOne);
    expect(asked).toBe(2);

    for (let n = 0; n < 300; n++) await cached({ ...question, url: `http://ca.example/more/${n}` });
    await cached(question);
    expect(asked).toBe(303);
  });

  it('from OCSP is kept until its nextUpdate', async () => {
    const span = { thisUpdate: new Date(start - minute), nextUpdate: new Date(start + 10 * minute) };
    const response = await sealer.ocsp({ of: 'tsa', by: 'issuer', status: 'good', ...span });
    answers = [response, list];

    await cached(aboutOne);
    now += 10 * minute - 1;
    expect(await cached(aboutOne)).toBe(response);
    now += 1;

    expect(await cached(aboutOne)).toBe(list);
  });
});
