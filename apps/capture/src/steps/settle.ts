import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { loadOtherDensities } from '../page/densities.ts';
import { waitForText } from '../page/wait-for-text.ts';
import { cut, done, type Step } from './step.ts';

/** Timers set at load commonly fire within this time. */
const sinceLoadMs = 2_500;
const quietMs = 400;
const capMs = 12_000;

const Readiness = z.object({ fonts: z.boolean(), waiting: z.number(), broken: z.number() });

/** Waits until the network is quiet, the fonts are loaded and the images have arrived. */
export const settle: Step = {
  name: 'settle',
  limitMs: 40_000,
  needs: 'page',
  async run(capture, { signal }) {
    const loadedAt = capture.document.get().loadedAt ?? performance.now();
    await sleep(Math.max(0, loadedAt + sinceLoadMs - performance.now()), undefined, { signal });
    const recorder = capture.recorder.get();
    const wait = await waitForText(capture, signal);
    if (capture.job.allDensities) await loadOtherDensities(capture);
    const ending = await recorder.quiet({ quietMs, capMs, signal });
    const ready = await readinessOf(capture);

    const open = recorder.counters().inFlight;
    const seconds = capMs / 1000;
    const late: Message[] = wait.isLate ? wait.said : [];
    if (ending === 'cap')
      late.push(
        open > 0 ? message('settle.busy', { requests: open, seconds }) : message('settle.restless', { seconds }),
      );
    if (!ready.fonts) late.push(message('settle.fonts'));
    if (ready.waiting > 0) late.push(message('settle.images-waiting', { images: ready.waiting }));
    if (capture.keptDocument !== capture.document.get().navigations) late.push(message('settle.replaced'));
    const times = capture.actions.count('kept');
    const notes = [...(wait.isLate ? [] : wait.said), ...(times > 0 ? [message('settle.kept', { times })] : [])];
    if (ready.broken > 0) notes.push(message('settle.images-broken', { images: ready.broken }));
    return late.length > 0 ? cut(...late, ...notes) : done(...notes);
  },
};

async function readinessOf({ held, page }: Capture): Promise<z.infer<typeof Readiness>> {
  // A page with stopped scripts loads nothing more.
  if (held) return { fonts: true, waiting: 0, broken: 0 };
  return page.get().call(Readiness, readiness, [3_000], { timeoutMs: 6_000 });
}

/* Runs in the page. */

async function readiness(withinMs: number) {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), withinMs));
  const fonts = await Promise.race([document.fonts.ready.then(() => true), timeout]);
  const images = Array.from(document.images).filter((image) => image.currentSrc !== '');
  const waiting = images.filter((image) => !image.complete).length;
  const broken = images.filter((image) => image.complete && image.naturalWidth === 0).length;
  return { fonts, waiting, broken };
}
