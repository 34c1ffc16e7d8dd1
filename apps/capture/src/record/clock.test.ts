import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agreedReading, ClockRecord, judgeSample } from '@proofkeep/bundle';
import { startTimeServer, type TimeServer } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Captured, capture } from '../testing/capture.ts';

const sixHoursMs = 6 * 3_600_000;
let site: Server;
let servers: TimeServer[];
beforeAll(async () => {
  servers = await Promise.all([startTimeServer(), startTimeServer(), startTimeServer()]);
  site = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - sixHoursMs).toUTCString());
    response.end('<!doctype html><title>Late</title><p>A site whose clock is six hours off');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  site.closeAllConnections();
  site.close();
});

const captured = (): Promise<Captured> => {
  const origin = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const environment = { NTP_SERVERS: servers.map(({ address }) => address).join(',') };
  return capture({ url: `http://${origin}/`, egressAllow: [origin] }, { environment });
};

it('compares the clock with time servers, and attributes the Date header to the site', async () => {
  const { report, text, remove } = await captured();

  const record = JSON.parse(await text('clock.json'));
  const { before, after } = ClockRecord.parse(record);
  expect([before, after].map((samples) => samples.map((one) => judgeSample(one).outcome))).toEqual(
    Array.from({ length: 2 }, () => ['answered', 'answered', 'answered']),
  );
  expect(record.agreed).toEqual({ before: agreedReading(before), after: agreedReading(after) });
  expect(report.environment?.clock).toEqual(record.agreed);
  expect(report.environment?.clock.before?.sources).toBe(3);
  expect(Math.abs(report.environment?.clock.after?.offsetMs ?? Number.NaN)).toBeLessThan(1_000);
  expect(JSON.parse(await text('environment.json')).clock).toEqual(record.agreed);
  expect(Date.now() - Date.parse(report.page.siteDate ?? '')).toBeGreaterThan(sixHoursMs - 60_000);
  await remove();
});

it('waits half a second at most for silent time servers, and reports that nothing was compared', async () => {
  for (const server of servers) server.behave('silent');

  const { report, text, remove } = await captured();

  const { before, after } = ClockRecord.parse(JSON.parse(await text('clock.json')));
  expect(before.concat(after).map((one) => judgeSample(one).outcome)).toEqual(Array(6).fill('silent'));
  expect(report.environment?.clock).toEqual({ before: null, after: null });
  expect(report.state).toBe('complete');
  expect(report.steps.find(({ step }) => step === 'pack')?.elapsedMs).toBeLessThan(2_000);
  await remove();
});
