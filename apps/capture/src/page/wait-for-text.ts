import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';

const longestMs = 15_000;
const lookMs = 300;

/** Waits until the page shows the text named in the job. Reports whether it does; nothing if none was named. */
export async function waitForText(
  { job, page, held }: Capture,
  signal: AbortSignal,
): Promise<{ isLate: boolean; said: Message[] }> {
  const text = job.waitForText.trim();
  if (text === '') return { isLate: false, said: [] };
  for (const until = Date.now() + longestMs; ; await sleep(lookMs, undefined, { signal })) {
    // A busy page may answer late; it is asked again.
    const isThere = await page
      .get()
      .call(z.boolean(), showsText, [text])
      .catch(() => false);
    if (isThere) return { isLate: false, said: [message('settle.text-there', { text })] };
    // A page whose scripts are stopped shows nothing new.
    if (held || Date.now() >= until)
      return { isLate: true, said: [message('settle.text-missing', { text, seconds: longestMs / 1000 })] };
  }
}

/* Runs in the page. */

function showsText(text: string): boolean {
  const collapse = (some: string) => some.replace(/\s+/g, ' ');
  return collapse(document.body?.innerText ?? '').includes(collapse(text));
}
