import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { consentButton } from '../page/consent-button.ts';
import type { Frame } from '../page/frames.ts';
import { cut, done, type Step, skipped } from './step.ts';

const maxFrames = 20;
/** An answered overlay disappears within this time, and deferred content begins to load. */
const goneMs = 800;
const quietMs = 300;
const capMs = 4_000;

const Button = z.object({ label: z.string(), x: z.number(), y: z.number() }).nullable();

/** Clicks the accepting button if one is recognised, with screenshots before and after. */
export const consent: Step = {
  name: 'consent',
  limitMs: 30_000,
  needs: 'page',
  async run(capture, { signal }) {
    if (!capture.job.dismissConsent) return skipped(message('consent.not-asked'));
    const frames = (await capture.frames.get().list()).slice(0, maxFrames);
    for (const frame of frames) {
      const button = await find(capture, frame, false);
      if (!button) continue;
      await picture(capture, 'before');
      await press(capture, frame, button);
      capture.consentPressed = button.label;
      capture.actions.add('consent', { frame: frame.url, pressed: button.label });
      await sleep(goneMs);
      await capture.recorder.get().quiet({ quietMs, capMs, signal });
      await picture(capture, 'after');
      const isLeft = (await find(capture, frame, false)) !== null;
      const { label } = button;
      return isLeft ? cut(message('consent.stayed', { label })) : done(message('consent.pressed', { label }));
    }
    return done(message('consent.none'));
  },
};

/** A frame that vanishes meanwhile has no button. */
const find = (capture: Capture, frame: Frame, isPressed: boolean) =>
  capture.page
    .get()
    .call(Button, consentButton, [isPressed], { frame })
    .catch(() => null);

/** Clicks with the mouse in the page itself; by script in a frame, whose screen position is unknown. */
async function press(capture: Capture, frame: Frame, { x, y }: { x: number; y: number }): Promise<void> {
  const page = capture.page.get();
  if (frame.frameId !== page.frameId) {
    await find(capture, frame, true);
    return;
  }
  const at = { x, y, button: 'left', clickCount: 1 } as const;
  await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
  await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
}

async function picture(capture: Capture, when: 'before' | 'after'): Promise<void> {
  const { data } = await capture.page
    .get()
    .send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true }, 10_000);
  const path = `screenshot/consent-${when}.png`;
  await capture.sink.put('screenshot-viewport', path, 'image/png', Buffer.from(data, 'base64'));
}
