import type { Capture } from '../capture.ts';
import type { Page } from './page.ts';

const answerMs = 2_000;

/**
 * After a step on the page that did not go well: does the page still answer? One whose scripts never return is freed by
 * stopping them for good, so that what it shows can still be taken; this changes the page, so it is recorded.
 */
export async function rescue(capture: Capture): Promise<void> {
  const page = capture.page.peek();
  if (!page || capture.interruption || capture.pageLost) return;
  if (await answers(page)) return;
  await page.send('Runtime.terminateExecution', undefined, answerMs).catch(() => {});
  await page.send('Emulation.setScriptExecutionDisabled', { value: true }, answerMs).catch(() => {});
  const freed = await answers(page);
  capture.actions.add('scripts-stopped', { because: 'the page no longer answered', freed });
  if (!freed) capture.pageLost = 'the page stopped answering.';
}

async function answers(page: Page): Promise<boolean> {
  try {
    await page.send('Runtime.evaluate', { expression: '1' }, answerMs);
    return true;
  } catch {
    return false;
  }
}
