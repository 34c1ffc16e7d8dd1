import { type Message, message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { keepDocument } from '../page/keep-document.ts';
import type { Page } from '../page/page.ts';
import { holdStill } from '../page/rescue.ts';
import { scrollArea } from './scroll-area.ts';
import { type Budget, cut, done, type Step } from './step.ts';

const stepPauseMs = 60;
/** The page has ended if it neither grows nor sends requests during both periods together. */
const beforeReturnMs = 800;
const afterReturnMs = 1_200;
const quietMs = beforeReturnMs + afterReturnMs;
/** Longest wait at one bottom. */
const bottomMs = 8_000;
/** Distance to move back before approaching the end again: feeds commonly prefetch by one or two viewports. */
const retreatViewports = 5;
/** Reserved for returning to the top. */
const reserveMs = 3_000;

const runawayFactor = 3;

const Position = z.object({ y: z.number(), height: z.number(), madeEager: z.number() });
type Position = z.infer<typeof Position>;

/**
 * Scrolls down like a reader, so that lazy content loads, and waits at each bottom until nothing more arrives. Ends at
 * the top.
 */
export const scroll: Step = {
  name: 'scroll',
  limitMs: 60_000,
  needs: 'page',
  async run(capture, budget) {
    const page = capture.page.get();
    await keepDocument(capture, budget.signal);
    const way = await goDown(capture, budget);
    const area = way.cutBecause ? null : await scrollArea(capture, budget);
    await goTo(capture, 0);
    // Unchecked, it would exceed the browser's memory before the screenshot.
    if ((await page.contentSize()).height > capture.job.limits.pageHeightPx * runawayFactor)
      await holdStill(capture, 'the page grows far beyond the limit');
    const { restless, ...recorded } = way;
    capture.actions.add('scroll', {
      ...recorded,
      madeEager: capture.madeEager,
      quietMs,
      cutBecause: way.cutBecause?.text ?? null,
      ...(area && { area: { ...area, cutBecause: area.cutBecause?.text ?? null } }),
    });
    const { steps, growths, heightPx, cutBecause: because } = way;
    if (because)
      return cut(message('scroll.cut', { steps, growths, heightPx, reachedPx: Math.round(way.reachedPx), because }));
    if (area?.cutBecause) return cut(message('scroll.area', { heightPx: area.heightPx, because: area.cutBecause }));
    const bottom = message('scroll.bottom', { steps, growths, heightPx });
    return restless ? done(bottom, message('scroll.restless', { seconds: bottomMs / 1000 })) : done(bottom);
  },
};

interface Way {
  steps: number;
  growths: number;
  reachedPx: number;
  heightPx: number;
  /** At the end the page no longer grew but kept sending requests, like pages that poll. */
  restless: boolean;
  cutBecause: Message | null;
}

async function goDown(capture: Capture, budget: Budget): Promise<Way> {
  const { limits, viewport } = capture.job;
  const page = capture.page.get();
  const way: Way = {
    steps: 0,
    growths: 0,
    reachedPx: 0,
    heightPx: (await page.contentSize()).height,
    restless: false,
    cutBecause: null,
  };
  const bound = () => {
    if (way.steps >= limits.scrollSteps) return message('scroll.steps', { steps: limits.scrollSteps });
    if (way.reachedPx >= limits.pageHeightPx) return message('scroll.height', { heightPx: limits.pageHeightPx });
    if (way.growths > limits.scrollGrowths) return message('scroll.growths', { growths: limits.scrollGrowths });
    if (budget.remainingMs() < reserveMs) return message('scroll.time');
    return null;
  };
  for (let y = 0; ; ) {
    way.cutBecause = bound();
    if (way.cutBecause) return way;
    const at = await goTo(capture, y);
    way.steps += 1;
    way.reachedPx = Math.max(way.reachedPx, Math.min(at.y + viewport.height, way.heightPx));
    if (y + viewport.height < way.heightPx) {
      y += viewport.height * 0.9;
      continue;
    }
    const end = await atBottom(capture, way, budget);
    way.restless = end.state === 'restless';
    if (end.state === 'waiting') way.cutBecause = message('scroll.waiting', { requests: end.requests });
    if (end.state !== 'grown') return way;
    way.growths += 1;
    way.heightPx = end.heightPx;
  }
}

async function goTo(capture: Capture, y: number): Promise<Position> {
  const at = await capture.page.get().call(Position, scrollTo, [y, stepPauseMs]);
  capture.madeEager += at.madeEager;
  return at;
}

type Bottom =
  | { state: 'grown'; heightPx: number }
  | { state: 'still' | 'restless' }
  /** The pending requests may be for the next part of a feed. */
  | { state: 'waiting'; requests: number };

/**
 * Waits at the bottom until the page grows, or until it neither grows nor sends requests for a whole round. Moves back
 * and returns in the middle of a round: a feed that was still busy with its last batch when its end came into view
 * checks again only at the next movement.
 */
async function atBottom(capture: Capture, { heightPx }: Way, budget: Budget): Promise<Bottom> {
  const page = capture.page.get();
  const recorder = capture.recorder.get();
  const until = performance.now() + Math.min(bottomMs, budget.remainingMs() - reserveMs);
  const away = Math.max(0, heightPx - retreatViewports * capture.job.viewport.height);
  do {
    const before = recorder.counters();
    if (!(await growsWithin(page, heightPx, beforeReturnMs))) {
      await goTo(capture, away);
      await goTo(capture, heightPx);
      await growsWithin(page, heightPx, afterReturnMs);
    }
    const { height } = await page.contentSize();
    if (height > heightPx) return { state: 'grown', heightPx: height };
    const { requests, finished, inFlight } = recorder.counters();
    if (inFlight === 0 && requests === before.requests && finished === before.finished) return { state: 'still' };
  } while (performance.now() < until);
  const { inFlight } = recorder.counters();
  return inFlight > 0 ? { state: 'waiting', requests: inFlight } : { state: 'restless' };
}

/** Returns as soon as the document's box has grown. Only the layout's height is authoritative. */
async function growsWithin(page: Page, heightPx: number, withinMs: number): Promise<boolean> {
  await page.call(z.unknown(), untilResized, [heightPx, withinMs]);
  return (await page.contentSize()).height > heightPx;
}

/* Runs in the page. */

/**
 * Scrolls without smooth behaviour, which would still be moving when the call returns, and loads native lazy images
 * eagerly, because fast scrolling skips them. Intersection observers run once per frame: on a busy machine a pause
 * alone may pass without a frame.
 */
async function scrollTo(top: number, pauseMs: number) {
  let madeEager = 0;
  for (const element of document.querySelectorAll<HTMLImageElement | HTMLIFrameElement>(
    'img[loading=lazy],iframe[loading=lazy]',
  )) {
    element.loading = 'eager';
    madeEager += 1;
  }
  window.scrollTo({ top, behavior: 'instant' });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await Promise.race([drawn, pause(1_000)]);
  await pause(pauseMs);
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
