import { say } from '@proofkeep/contract';
import type { SessionId } from '../browser/cdp.ts';
import type { Capture } from '../capture.ts';
import type { Page } from './page.ts';

const answerMs = 2_000;
const attempts = 3;
const askEveryMs = 3_000;
/** No page of good faith keeps its thread busy for so many questions in a row. */
const unanswered = 4;

/**
 * After a step on the page that did not go well: does the page still answer? One whose scripts never return is freed by
 * stopping them for good, so that what it shows can still be taken; this changes the page, so it is recorded.
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
  if (!freed) capture.pageLost = say('page.unanswering');
}

/** Ends what a page or a worker runs at this moment. */
async function stopScript(page: Page, session: SessionId): Promise<void> {
  await page.bus.send('Runtime.terminateExecution', undefined, session, answerMs).catch(() => {});
}

/**
 * From now on no script of the page is entered. Ours still are, but timers and promises no longer come back to them.
 * Recorded, as it keeps the page from changing itself.
 */
export async function holdStill(capture: Capture, because: string): Promise<void> {
  if (capture.held) return;
  await capture.page.get().send('Emulation.setScriptExecutionDisabled', { value: true }, answerMs);
  capture.held = true;
  capture.actions.add('held-still', { because });
}

/** Calls `onStuck` while the page has not answered for long. Returns what ends the asking. */
export function feelPulse(page: Page, onStuck: () => void): () => void {
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
