import { type SampleSite, startSampleSite, startTimeServer, type TimeServer } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { steer } from '../testing/steered.ts';

let site: SampleSite;
let servers: TimeServer[];
beforeAll(async () => {
  site = await startSampleSite();
  servers = await Promise.all([startTimeServer(), startTimeServer(), startTimeServer()]);
});
afterAll(() => Promise.all([site.close(), ...servers.map((server) => server.close())]));

/** Opens a page that looks for traces of earlier visits and leaves its own. @returns what it found before and after */
async function visit() {
  const environment = { NTP_SERVERS: servers.map(({ address }) => address).join(',') };
  const session = await steer({ url: `${site.httpsOrigin}/remembers`, site, environment });
  await expect.poll(() => session.title, { timeout: 20_000, interval: 50 }).toMatch(/^\[/);
  const [before, after] = JSON.parse(session.title ?? '');
  session.send({ type: 'stop', isFull: false });
  const { text, remove } = await session.captured;
  const files = { clock: JSON.parse(await text('clock.json')), report: JSON.parse(await text('environment.json')) };
  await remove();
  return { before, after, ...files };
}

it('puts the clock at its start and end, and the report of a clean browser, into the bundle', async () => {
  const { clock, report } = await visit();

  expect(clock.agreed).toMatchObject({ before: { sources: 3 }, after: { sources: 3 } });
  const asked = [clock.before, clock.after].map(([sample]: { sentAt: string }[]) => Date.parse(sample?.sentAt ?? ''));
  expect(asked[0]).toBeLessThan(asked[1] ?? 0);
  expect(report).toMatchObject({ freshProfile: true, extensions: [], clock: clock.agreed });
  expect(Date.parse(report.profileRemovedAt)).toBeGreaterThan(asked[1] ?? 0);
});

it('begins without cookie, storage and cache of the session before it', async () => {
  const requests = () => site.requests.filter(({ url }) => url.endsWith('/remembers')).length;
  const clean = ['', 0, 0, false];

  const [before, first, second] = [requests(), await visit(), await visit()];

  expect([first.before, second.before]).toEqual([clean, clean]);
  expect(first.after).toEqual(['seen=1', 1, 1, true]);
  expect(requests() - before).toBe(2);
});
