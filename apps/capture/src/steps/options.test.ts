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

  it('load the image of every screen density, and record how many the page had not asked for', () => {
    const all = [1, 2, 3].flatMap((i) => [300, 600, 1200].map((width) => `/img/candidate-${i}-${width}.png`));
    const own = 3;

    expect(site.requests.map(({ url }) => url)).toEqual(
      expect.arrayContaining(all.map((path) => site.httpOrigin + path)),
    );
    expect(captured.report.alterations.find(({ kind }) => kind === 'densities')?.said.values).toEqual({
      count: all.length - own,
    });
  });
});

describe('a page whose text comes late', () => {
  const captureLate = (options: object) =>
    capture({ url: `${site.httpOrigin}/late-text?ms=12000`, ...options }, { site });

  it('is captured in the requested time zone, once it shows the awaited text', async () => {
    const late = await captureLate({ timezone: 'America/New_York', waitForText: '现已到货' });

    expect(await late.text('page.txt')).toContain('America/New_York 现已到货');
    expect(late.report.state).toBe('complete');
    expect(late.saidOf('settle')?.map(({ name }) => name)).toContain('settle.text-there');
    await late.remove();
  });

  it('is captured before that if no text is awaited', async () => {
    const early = await captureLate({});

    expect((await early.text('page.txt')).trim()).toMatch(/Asia\/Shanghai$/);
    await early.remove();
  });
});
