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

it('reports errors of scripts in frames of other sites, however deep, for the tab around them', async () => {
  const listeners = new Map<string, (event: object, session?: string) => void>();
  const sent: string[] = [];
  const bus = {
    on: (name: string, listener: (event: object, session?: string) => void) => listeners.set(name, listener),
    send: async (method: string, _: unknown, session?: string) => {
      sent.push(`${session} ${method}`);
      return {};
    },
  } as unknown as CdpBus;
  const errors: [number, string][] = [];
  const handlers = new Proxy({} as TabHandlers, {
    get: (_, name) =>
      name === 'onError' ? ({ id }: { id: number }, text: string) => errors.push([id, text]) : () => {},
  });
  const tabs = new Tabs(bus, { deviceMetrics: { mobile: false } } as never, handlers);
  await tabs.adopt('page', 'frame');
  const attach = (sessionId: string, parent: string) =>
    listeners.get('Target.attachedToTarget')?.(
      { targetInfo: { type: 'iframe', targetId: sessionId }, sessionId, waitingForDebugger: true },
      parent,
    );
  attach('advert', 'page');
  attach('inner', 'advert');

  listeners.get('Runtime.exceptionThrown')?.(
    { exceptionDetails: { text: 'Uncaught', exception: undefined } },
    'advert',
  );
  listeners.get('Runtime.consoleAPICalled')?.({ type: 'error', args: [{ value: 'no stock' }] }, 'inner');
  listeners.get('Runtime.consoleAPICalled')?.({ type: 'error', args: [{ value: 'a stranger' }] }, 'elsewhere');

  expect(errors).toEqual([
    [1, 'Uncaught'],
    [1, 'no stock'],
  ]);
  expect(sent).toEqual(expect.arrayContaining(['advert Runtime.enable', 'inner Runtime.enable']));
});
