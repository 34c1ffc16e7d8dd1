import { expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { type TabHandlers, Tabs } from './tabs.ts';

it('truncates the URL and the title that a page gives its tab', async () => {
  const bus = { on: () => () => {}, send: async () => ({}) } as unknown as CdpBus;
  const handlers = new Proxy({} as TabHandlers, { get: () => () => {} });
  const tabs = new Tabs(bus, { deviceMetrics: { mobile: false } } as never, handlers);
  const tab = await tabs.adopt('session', 'frame');
  tab.url = `https://a.example/${'x'.repeat(2 * 2 ** 20)}`;
  tab.title = 'x'.repeat(2 ** 20);

  const [shown] = tabs.shown();

  expect(shown?.url).toBe(tab.url.slice(0, 2_048));
  expect(shown?.title).toBe(tab.title.slice(0, 256));
});
