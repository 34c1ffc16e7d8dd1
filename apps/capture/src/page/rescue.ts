import { message } from '@proofkeep/contract';
import type { SessionId } from '../browser/cdp.ts';
import type { Capture } from '../capture.ts';
import type { Page } from './page.ts';

const answerMs = 2_000;
const attempts = 3;
const askEveryMs = 3_000;
/** Consecutive unanswered pings after which a page counts as stuck. */
const unanswered = 4;

/**
 * Checks after a failed step whether the page still responds. If its scripts never return, stops them for good so that
 * its visible state can still be captured; this changes the page, so it is recorded.
 */
export async function rescue(capture: Capture): Promise<void> {
  const page = capture.page.peek();
  if (!page || capture.interruption || capture.pageLost) return;
  if (await answers(page)) return;
  let freed = false;
  for (let attempt = 0; attempt < attempts && !freed && !capture.interruption; attempt += 1) {
    await Promise.all([...capture.frames.get().workers, page.sessionId].map((session) => stopScript(page, session)));
    await holdStill(capture, 'the page no longer answered').catch(() => {});
    freed = await answers(page);
  }
  capture.actions.add('scripts-ended', { freed });
  if (!freed) capture.pageLost = message('page.unanswering');
}

/** Terminates the script that a page or worker is running. */
async function stopScript(page: Page, session: SessionId): Promise<void> {
  await page.bus.send('Runtime.terminateExecution', undefined, session, answerMs).catch(() => {});
}

/**
 * Stops the page's scripts. Ours still run, but timers and promises no longer call back into them. Recorded, because it
 * keeps the page from changing itself.
 */
export async function holdStill(capture: Capture, because: string): Promise<void> {
  if (capture.held) return;
  await capture.page.get().send('Emulation.setScriptExecutionDisabled', { value: true }, answerMs);
  capture.held = true;
  capture.actions.add('held-still', { because });
}

/**
 * Calls `onStuck` if the page has not responded for long.
 * @returns a function that stops the pings
 */
export function watchResponsiveness(page: Page, onStuck: () => void): () => void {
  let missed = 0;
  const timer = setInterval(async () => {
    missed = (await answers(page)) ? 0 : missed + 1;
    if (missed >= unanswered) onStuck();
  }, askEveryMs);
  return () => clearInterval(timer);
}

async function answers(page: Page): Promise<boolean> {
  try {
    await page.send('Runtime.evaluate', { expression: '1' }, answerMs);
    return true;
  } catch {
    return false;
  }
}
