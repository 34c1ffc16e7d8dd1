import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { CaptureJob, type LiveEnd, type LiveInput, type SessionJob } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { Capture } from '../capture.ts';
import { readConfig } from '../config.ts';
import { Page } from '../page/page.ts';
import { createSink } from '../record/sink.ts';
import { LiveSession } from './live-session.ts';

/** A session whose browser only records the commands it receives. */
function givenSession(limits: Partial<SessionJob> = {}) {
  const sent: string[] = [];
  const bus = {
    on: () => () => {},
    send: async (method: string) => {
      sent.push(method);
      if (method === 'Page.captureScreenshot') return { data: Buffer.from('jpeg').toString('base64') };
      if (method === 'Page.getNavigationHistory') return { currentIndex: 0, entries: [] };
      return method === 'Target.getTargetInfo' ? { targetInfo: {} } : {};
    },
  } as unknown as CdpBus;
  const folder = mkdtempSync(join(tmpdir(), 'session-'));
  const capture = new Capture({
    job: CaptureJob.parse({ captureId: 'test', url: 'about:blank', session: limits }),
    config: readConfig({ NTP_SERVERS: '' }),
    workDir: folder,
    folder,
    tempDir: folder,
    sink: createSink(folder, () => {}),
    emit: () => {},
  });
  capture.url.set(new URL('about:blank'));
  capture.lease.set({ bus, exited: new Promise(() => {}), profileDir: folder } as never);
  capture.emulation.set({ deviceMetrics: { mobile: false } } as never);
  capture.page.set(new Page(bus, 'session', 'frame'));
  capture.recorder.set({ takeSettled: () => [], exchanges: () => [] } as never);
  if (!capture.job.session) throw new Error('The job is no session.');
  return { sent, folder, session: new LiveSession(capture, capture.job.session) };
}

const click: LiveInput = {
  type: 'mouse',
  action: 'down',
  x: 1,
  y: 1,
  button: 'left',
  buttons: 1,
  clicks: 1,
  modifiers: 0,
};
const inputs = (sent: string[]) => sent.filter((method) => /^Input\.|^Page\.(navigate|reload)$/.test(method));

it('ignores input after its end, while the browser still runs', async () => {
  const { sent, session } = givenSession();
  const running = session.run();
  await expect.poll(() => sent).toContain('Page.startScreencast');
  session.input(click);
  await expect.poll(() => inputs(sent)).toEqual(['Input.dispatchMouseEvent']);

  session.order({ type: 'stop', isFull: false });
  session.input(click);
  session.input({ type: 'go', to: 'reload' });
  session.input({ type: 'navigate', url: 'https://example.com/' });
  const { because } = await running;
  session.input(click);
  await tick();

  expect(because).toBe('stopped');
  expect(inputs(sent)).toEqual(['Input.dispatchMouseEvent']);
});

const limits = { wallMs: 60_000, awayMs: 60_000, idleMs: 60_000 };
it.each<{ because: LiveEnd; limits: Partial<SessionJob>; isPresent: boolean }>([
  { because: 'away', limits: { awayMs: 200 }, isPresent: false },
  { because: 'idle', limits: { idleMs: 200 }, isPresent: true },
  { because: 'time', limits: { wallMs: 200 }, isPresent: true },
])('ends at the limit “$because”, and says so in the recording', async ({ because, isPresent, ...given }) => {
  const { session, folder } = givenSession({ ...limits, ...given.limits });
  session.order({ type: 'present', is: isPresent });

  const ended = await session.run();

  expect(ended.because).toBe(because);
  expect(ended.durationMs).toBeGreaterThanOrEqual(200);
  expect(readFileSync(join(folder, 'events.jsonl'), 'utf8')).toContain(`"kind":"ended","because":"${because}"`);
});

it('continues if its user returns in time, stays active or books more time', async () => {
  const { session } = givenSession({ wallMs: 500, awayMs: 500, idleMs: 500 });
  const running = session.run();
  const startedMs = performance.now();
  for (let i = 0; i < 6; i++) {
    await sleep(150);
    session.order({ type: 'present', is: i % 2 === 0 });
    session.order({ type: 'wall', wallMs: 1_000 });
    session.input(click);
  }
  session.order({ type: 'present', is: true });

  expect((await running).because).toBe('time');
  expect(performance.now() - startedMs).toBeGreaterThan(950);
});
