import { startTimeServer, type TimeServer } from '@proofkeep/fakes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClockWatch, watchClock } from './clock-watch.ts';
import type { Database } from './database/database.ts';
import { openTestDatabase } from './testing/database.ts';

let database: Database;
let servers: TimeServer[];
let watch: ClockWatch | undefined;
let ahead = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  servers = await Promise.all([startTimeServer(), startTimeServer(), startTimeServer()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await database.close();
});
beforeEach(() => {
  ahead = 0;
  for (const server of servers) server.offsetMs = 0;
});
afterEach(() => watch?.close());

const watching = (count: number): ClockWatch => {
  const asked = servers.slice(0, count).map(({ address }) => address);
  watch = watchClock({ servers: asked, db: database.pool, clock: () => Date.now() + ahead });
  return watch;
};

describe('the service’s clock', () => {
  it('is right if time servers and the database agree with it', async () => {
    const clock = watching(3);
    await clock.requireRight();

    const { outside, database: ofDatabase, isRight } = clock.comparison();

    expect({ isRight, sources: outside?.sources }).toEqual({ isRight: true, sources: 3 });
    expect(Math.abs(ofDatabase?.offsetMs ?? Number.NaN)).toBeLessThan(1_000);
  });

  it.each([-5_000, 2_500, 86_400_000])('issues no timestamps if it is %i ms off from time servers', async (off) => {
    ahead = off;

    await expect(watching(3).requireRight()).rejects.toMatchObject({ code: 'CLOCK_OFF' });
  });

  it('issues no timestamps right after the clock was set, before the next comparison', async () => {
    const clock = watching(3);
    await clock.requireRight();
    ahead = -20_000;

    await expect(clock.requireRight()).rejects.toMatchObject({ code: 'CLOCK_OFF' });
    ahead = 0;
    await clock.requireRight();
  });

  it('is compared with the database if no time server is configured', async () => {
    ahead = 10_000;

    const clock = watching(0);

    await expect(clock.requireRight()).rejects.toMatchObject({ code: 'CLOCK_OFF' });
    expect(clock.comparison()).toMatchObject({ outside: null, isRight: false });
  });

  it('is right if time servers agree, whatever the database says', async () => {
    for (const server of servers) server.offsetMs = 10_000;
    ahead = 10_000;

    await watching(3).requireRight();

    expect(watch?.comparison()).toMatchObject({ outside: { sources: 3 }, isRight: true });
  });

  it('counts as unchecked if time servers are unreachable or disagree', async () => {
    const [first] = servers;
    if (first) first.offsetMs = 60_000;

    await watching(2).requireRight();

    expect(watch?.comparison()).toMatchObject({ outside: null, isRight: true });
  });
});
