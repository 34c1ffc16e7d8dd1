import { type Said, say } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { keepDocument } from '../page/keep.ts';
import type { Page } from '../page/page.ts';
import { holdStill } from '../page/rescue.ts';
import { type Budget, cut, done, type Step } from './step.ts';

const stepPauseMs = 60;
/** At the bottom, the page has so long to grow after the last request has ended. */
const stillMs = 500;
/** Longest wait at one bottom for requests under way. */
const bottomMs = 8_000;
/** Kept back for going to the top again. */
const reserveMs = 3_000;

const runawayFactor = 3;

const Position = z.object({ y: z.number(), height: z.number(), madeEager: z.number() });
type Position = z.infer<typeof Position>;

/**
 * Goes down the page as a reader would, so that what is loaded on sight is loaded, and waits at each bottom until nothing
 * comes any more. Ends at the top.
 */
export const scroll: Step = {
  name: 'scroll',
  limitMs: 60_000,
  needs: 'page',
  async run(capture, budget) {
    const page = capture.page.get();
    await keepDocument(capture, budget.signal);
    const way = await goDown(capture, budget);
    await page.call(z.unknown(), scrollTo, [0, stepPauseMs]);
    // Left alone it would outgrow the browser's memory before its picture is taken.
    if ((await page.contentSize()).height > capture.job.limits.pageHeightPx * runawayFactor)
      await holdStill(capture, 'the page grows far beyond the limit');
    capture.actions.add('scroll', { ...way, cutBecause: way.cutBecause?.text ?? null });
    const { steps, growths, heightPx, cutBecause: because } = way;
    return because
      ? cut(say('scroll.cut', { steps, growths, heightPx, reachedPx: Math.round(way.reachedPx), because }))
      : done(say('scroll.bottom', { steps, growths, heightPx }));
  },
};

interface Way {
  steps: number;
  growths: number;
  reachedPx: number;
  heightPx: number;
  madeEager: number;
  cutBecause: Said | null;
}

async function goDown(capture: Capture, budget: Budget): Promise<Way> {
  const { limits, viewport } = capture.job;
  const page = capture.page.get();
  const way: Way = {
    steps: 0,
    growths: 0,
    reachedPx: 0,
    heightPx: (await page.contentSize()).height,
    madeEager: 0,
    cutBecause: null,
  };
  const bound = () => {
    if (way.steps >= limits.scrollSteps) return say('scroll.steps', { steps: limits.scrollSteps });
    if (way.reachedPx >= limits.pageHeightPx) return say('scroll.height', { heightPx: limits.pageHeightPx });
    if (way.growths > limits.scrollGrowths) return say('scroll.growths', { growths: limits.scrollGrowths });
    if (budget.remainingMs() < reserveMs) return say('scroll.time');
    return null;
  };
  for (let y = 0; ; ) {
    way.cutBecause = bound();
    if (way.cutBecause) return way;
    const at: Position = await page.call(Position, scrollTo, [y, stepPauseMs]);
    way.steps += 1;
    way.madeEager += at.madeEager;
    way.reachedPx = Math.max(way.reachedPx, Math.min(at.y + viewport.height, way.heightPx));
    if (y + viewport.height < way.heightPx) {
      y += viewport.height * 0.9;
      continue;
    }
    const height = await growth(capture, way.heightPx, budget);
    if (height <= way.heightPx) return way;
    way.growths += 1;
    way.heightPx = height;
  }
}

/** At the bottom: the page's height once it has grown, or the same height when nothing comes any more. */
async function growth(capture: Capture, heightPx: number, budget: Budget): Promise<number> {
  const page = capture.page.get();
  const recorder = capture.recorder.get();
  const until = performance.now() + Math.min(bottomMs, budget.remainingMs() - reserveMs);
  for (const sentinelAgain of [false, true]) {
    // A page that watches for its end by intersection hears nothing while the end stays in view: leave it and come back.
    if (sentinelAgain) {
      await page.call(Position, scrollTo, [Math.max(0, heightPx - 2.5 * capture.job.viewport.height), stepPauseMs]);
      await page.call(Position, scrollTo, [heightPx, stepPauseMs]);
    }
    do {
      const requests = recorder.counters().requests;
      const height = await heightAfter(page, heightPx);
      if (height > heightPx) return height;
      if (recorder.counters().inFlight === 0 && recorder.counters().requests === requests) break;
    } while (performance.now() < until);
  }
  return heightPx;
}

/** Returns as soon as the document's box changes, else after `stillMs`. The height is the layout's own. */
async function heightAfter(page: Page, heightPx: number): Promise<number> {
  await page.call(z.unknown(), untilResized, [heightPx, stillMs]);
  return (await page.contentSize()).height;
}

/* In the page. */

/** Smooth scrolling would still be under way when the answer is given. Native lazy images would not load in fast scrolling. */
async function scrollTo(top: number, pauseMs: number) {
  let madeEager = 0;
  for (const element of document.querySelectorAll<HTMLImageElement | HTMLIFrameElement>(
    'img[loading=lazy],iframe[loading=lazy]',
  )) {
    element.loading = 'eager';
    madeEager += 1;
  }
  window.scrollTo({ top, behavior: 'instant' });
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  return { y: window.scrollY, height: document.documentElement.scrollHeight, madeEager };
}

function untilResized(heightPx: number, withinMs: number) {
  return new Promise<void>((resolve) => {
    const observer = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight > heightPx) end();
    });
    const timer = setTimeout(end, withinMs);
    function end() {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }
    observer.observe(document.documentElement);
    if (document.body) observer.observe(document.body);
  });
}
