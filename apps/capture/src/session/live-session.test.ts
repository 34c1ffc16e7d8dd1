import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as tick } from 'node:timers/promises';
import { CaptureJob, type LiveInput } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import type { CdpBus } from '../browser/cdp.ts';
import { Capture } from '../capture.ts';
import { readConfig } from '../config.ts';
import { Page } from '../page/page.ts';
import { createSink } from '../record/sink.ts';
import { LiveSession } from './live-session.ts';

/** A session whose browser only records the commands it is sent. */
function givenSession() {
  const sent: string[] = [];
  const bus = {
    on: () => () => {},
    send: async (method: string) => {
      sent.push(method);
      if (method === 'Page.captureScreenshot') return { data: Buffer.from('jpeg').toString('base64') };
      return method === 'Target.getTargetInfo' ? { targetInfo: {} } : {};
    },
  } as unknown as CdpBus;
  const folder = mkdtempSync(join(tmpdir(), 'session-'));
  const capture = new Capture({
    job: CaptureJob.parse({ captureId: 'test', url: 'about:blank', session: {} }),
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
  return { sent, session: new LiveSession(capture, capture.job.session) };
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
