import { type Message, message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import type { Budget } from './step.ts';

const stepPauseMs = 60;
/** The area has ended if it has not grown, and no request is pending, for this long. */
const quietMs = 2_000;
/** Distance to move back before approaching the end again, in heights of the area. */
const retreatAreas = 5;
/** Longest wait at one end. */
const endMs = 8_000;
/** Reserved for returning to the top. */
const reserveMs = 3_000;

const Area = z.object({ roomPx: z.number(), heightPx: z.number() }).nullable();

/** How an area inside the page was scrolled. */
export interface AreaWay {
  steps: number;
  growths: number;
  heightPx: number;
  cutBecause: Message | null;
}

/**
 * Scrolls the largest scrolling element of the page to its end, so that a feed inside it loads, and back to its top.
 * @returns null if the page has no large scrolling element
 */
export async function scrollArea(capture: Capture, budget: Budget): Promise<AreaWay | null> {
  const page = capture.page.get();
  const { limits } = capture.job;
  const to = (y: number, waitMs: number, heightPx: number) => page.call(Area, scrollAreaTo, [y, waitMs, heightPx]);
  const way: AreaWay = { steps: 0, growths: 0, heightPx: 0, cutBecause: null };
  for (let y = 0; ; ) {
    way.cutBecause = boundOf(way, y, limits, budget);
    if (way.cutBecause) break;
    const area = await to(y, stepPauseMs, Number.MAX_SAFE_INTEGER);
    if (!area) return way.steps === 0 ? null : way;
    way.steps += 1;
    way.heightPx = area.heightPx;
    if (y + area.roomPx < area.heightPx) {
      y += area.roomPx * 0.9;
      continue;
    }
    const wait = async () => {
      const before = await to(y, quietMs / 2, way.heightPx);
      if (!before || before.heightPx > way.heightPx) return before;
      // A feed that was busy when its end came into view checks again only at the next movement.
      await to(Math.max(0, y - retreatAreas * area.roomPx), stepPauseMs, Number.MAX_SAFE_INTEGER);
      return to(y, quietMs / 2, way.heightPx);
    };
    const end = await atEnd(capture, budget, wait, way.heightPx);
    if (end !== 'grown') {
      if (end > 0) way.cutBecause = message('scroll.waiting', { requests: end });
      break;
    }
    way.growths += 1;
  }
  await to(0, stepPauseMs, Number.MAX_SAFE_INTEGER);
  return way;
}

function boundOf(way: AreaWay, y: number, limits: Capture['job']['limits'], budget: Budget): Message | null {
  if (way.steps >= limits.scrollSteps) return message('scroll.steps', { steps: limits.scrollSteps });
  if (y >= limits.pageHeightPx) return message('scroll.height', { heightPx: limits.pageHeightPx });
  if (way.growths > limits.scrollGrowths) return message('scroll.growths', { growths: limits.scrollGrowths });
  return budget.remainingMs() < reserveMs ? message('scroll.time') : null;
}

/** @returns `grown`, or the number of pending requests after the wait */
async function atEnd(
  capture: Capture,
  budget: Budget,
  wait: () => Promise<z.infer<typeof Area>>,
  heightPx: number,
): Promise<'grown' | number> {
  const recorder = capture.recorder.get();
  const until = performance.now() + Math.min(endMs, budget.remainingMs() - reserveMs);
  do {
    const area = await wait();
    if (area && area.heightPx > heightPx) return 'grown';
    if (recorder.counters().inFlight === 0) return 0;
  } while (performance.now() < until);
  return recorder.counters().inFlight;
}

/* Runs in the page. */

/** Scrolls the area and waits until it is higher than `heightPx`, but no longer than `waitMs`. */
async function scrollAreaTo(top: number, waitMs: number, heightPx: number) {
  let area: HTMLElement | null = null;
  let largest = 0;
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { clientHeight, clientWidth, scrollHeight } = element;
    if (scrollHeight <= clientHeight || clientHeight < innerHeight / 3 || clientWidth < innerWidth / 3) continue;
    if (clientHeight * clientWidth <= largest || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    area = element;
    largest = clientHeight * clientWidth;
  }
  if (!area) return null;
  area.scrollTo({ top, behavior: 'instant' });
  const until = performance.now() + waitMs;
  do await new Promise((resolve) => setTimeout(resolve, 60));
  while (area.scrollHeight <= heightPx && performance.now() < until);
  return { roomPx: area.clientHeight, heightPx: area.scrollHeight };
}
