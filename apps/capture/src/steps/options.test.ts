import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Captured, capture } from '../testing/capture.ts';

let site: SampleSite;
let captured: Captured;
beforeAll(async () => {
  site = await startSampleSite();
  captured = await capture(
    {
      url: `${site.httpOrigin}/shop?big=0`,
      device: 'phone',
      viewport: { width: 390, height: 844 },
      locale: 'en-US',
      timezone: 'America/New_York',
      waitForText: 'a text that never appears',
      allDensities: true,
    },
    { site },
  );
}, 120_000);
afterAll(async () => {
  await captured?.remove();
  await site.close();
});

describe('capture options', () => {
  it('present the browser as a phone, in the requested language, and record that', () => {
    const { environment, alterations } = captured.report;
    const sent = site.requests.find(({ url }) => url.includes('/shop?'));

    expect(sent?.headers['user-agent']).toMatch(/Android.*Mobile/);
    expect(sent?.headers['accept-language']).toMatch(/^en-US/);
    expect(environment).toMatchObject({
      viewport: '390x844',
      locale: 'en-US',
      timezone: 'America/New_York',
      options: { device: 'phone', waitForText: 'a text that never appears', allDensities: true },
    });
    expect(alterations.map(({ kind }) => kind)).toContain('device');
  });

  it('make a capture partial if the awaited text never appears', () => {
    expect(captured.report.state).toBe('partial');
    expect(captured.outcomeOf('settle')).toBe('cut');
    expect(captured.saidOf('settle')?.map(({ name }) => name)).toContain('settle.text-missing');
  });

  it('load images for other screen densities', () => {
    expect(captured.report.alterations.find(({ kind }) => kind === 'densities')?.said.values).toMatchObject({
      count: expect.any(Number),
    });
  });
});
