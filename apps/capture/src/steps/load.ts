import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { navigationError } from '../page/navigation-error.ts';
import { cut, done, type Step } from './step.ts';

const loadMs = 45_000;
/** A document that no other has replaced for this long is the one to capture. */
const stillMs = 300;
/** A page that keeps replacing itself is stopped after so many documents. */
const maxNavigations = 20;

/** Opens the address and waits for the load event of the document it ends at. */
export const load: Step = {
  name: 'load',
  limitMs: loadMs + 5_000,
  needs: 'browser',
  fatal: 'INTERNAL',
  async run(capture, budget) {
    const document = capture.document.get();
    const patience = AbortSignal.any([budget.signal, AbortSignal.timeout(loadMs)]);
    await navigate(capture, patience);
    const stands = await stand(capture, patience);
    if (!document.committed) throw new CaptureError('LOAD_TIMEOUT', `No document came within ${loadMs / 1000} s.`);
    capture.actions.add('arrived', { url: document.committed.url, navigations: document.navigations });

    if (stands) return done(arrival(capture));
    await capture.page
      .get()
      .send('Page.stopLoading')
      .catch(() => {});
    return document.navigations > maxNavigations
      ? cut(`The page went on replacing itself; it was stopped after ${document.navigations} documents.`)
      : cut(`The page had not finished loading after ${loadMs / 1000} s; it was taken as it stood.`);
  },
};

async function navigate(capture: Capture, patience: AbortSignal): Promise<void> {
  const { href } = capture.url.get();
  const page = capture.page.get();
  capture.actions.add('navigate', { url: href });
  try {
    const answer = await page.send('Page.navigate', { url: href }, loadMs);
    if (answer.isDownload || capture.download) throw downloadError(capture);
    if (answer.errorText) throw navigationError(answer.errorText, capture);
  } catch (error) {
    // Without an answer the document may yet have come: a script that never returns holds the answer back.
    if (error instanceof CaptureError || patience.aborted) throw error;
    if (!capture.document.get().committed)
      throw new CaptureError('LOAD_TIMEOUT', `The site did not answer within ${loadMs / 1000} s.`, { cause: error });
  }
}

/** Waits until the document stands; false when it does not in time or keeps being replaced. */
async function stand(capture: Capture, patience: AbortSignal): Promise<boolean> {
  const document = capture.document.get();
  const flood = new AbortController();
  const check = setInterval(() => document.navigations > maxNavigations && flood.abort(), 100);
  try {
    return await document.stands(stillMs, AbortSignal.any([patience, flood.signal]));
  } finally {
    clearInterval(check);
  }
}

function arrival(capture: Capture): string {
  const { response, committed } = capture.document.get();
  const status = response ? `HTTP ${response.status}` : '';
  return committed && committed.url !== capture.url.get().href ? `${status} ${committed.url}`.trim() : status;
}

const downloadError = ({ download }: Capture) =>
  new CaptureError(
    'NOT_A_PAGE',
    `The address gives a file to download${download ? ` (${download.name})` : ''}, not a page.`,
  );
