import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { navigationError, proxyError } from '../page/navigation-error.ts';
import { feelPulse } from '../page/rescue.ts';
import { cut, done, type Step } from './step.ts';

const loadMs = 45_000;
/** A document that no other has replaced for this long is the one to capture. */
const stillMs = 300;
/** A page that keeps replacing itself is stopped after so many documents. */
const maxNavigations = 20;
const lookMs = 100;

/** Opens the address and waits for the load event of the document it ends at. */
export const load: Step = {
  name: 'load',
  limitMs: loadMs + 5_000,
  needs: 'browser',
  fatal: 'INTERNAL',
  async run(capture, budget) {
    const document = capture.document.get();
    const enough = enoughOf(capture, budget.signal);
    try {
      await orEnd(navigate(capture), enough.signal);
      const stands = await document.stands(stillMs, enough.signal);
      if (!document.committed) throw new CaptureError('LOAD_TIMEOUT', `No page came within ${loadMs / 1000} s.`);
      checkAnswer(capture);
      capture.actions.add('arrived', { url: document.committed.url, documents: document.navigations });
      if (stands) return done(arrival(capture));
      await capture.page
        .get()
        .send('Page.stopLoading')
        .catch(() => {});
      return cut(enough.why());
    } finally {
      enough.stop();
    }
  },
};

/** When to wait no longer: the time is up, the page keeps replacing itself, or its scripts let nothing else run. */
function enoughOf(capture: Capture, budget: AbortSignal) {
  const enough = new AbortController();
  const because = (why: string) => enough.abort(`${why}; it was taken as it stood.`);
  const timer = setTimeout(() => because(`The page had not finished loading after ${loadMs / 1000} s`), loadMs);
  const look = setInterval(() => {
    const { navigations } = capture.document.get();
    if (navigations > maxNavigations) because(`The page had replaced itself ${navigations} times`);
  }, lookMs);
  // While a document is awaited the browser holds questions back; only one that is there can be stuck.
  const stopFeeling = feelPulse(capture.page.get(), () => {
    if (capture.document.get().committed) because('The page no longer answered');
  });
  return {
    signal: AbortSignal.any([budget, enough.signal]),
    why: () => String(enough.signal.reason),
    stop() {
      clearTimeout(timer);
      clearInterval(look);
      stopFeeling();
    },
  };
}

async function navigate(capture: Capture): Promise<void> {
  const { href } = capture.url.get();
  capture.actions.add('navigate', { url: href });
  const answer = await capture.page.get().send('Page.navigate', { url: href }, loadMs);
  if (answer.isDownload || capture.download) throw downloadError(capture);
  if (answer.errorText) throw navigationError(answer.errorText, capture);
}

/** Over plain http the proxy's refusal comes as a document; it is no page of the site. */
function checkAnswer(capture: Capture): void {
  const headers = capture.document.get().response?.headers ?? {};
  const isOurs = Object.keys(headers).some((name) => name.toLowerCase() === 'x-proofkeep-egress');
  if (isOurs) throw proxyError(capture) ?? new CaptureError('CONNECTION_FAILED', 'The site could not be reached.');
}

function arrival(capture: Capture): string {
  const { response, committed } = capture.document.get();
  const status = response ? `HTTP ${response.status}` : '';
  return committed && committed.url !== capture.url.get().href ? `${status} ${committed.url}`.trim() : status;
}

function downloadError({ download }: Capture): CaptureError {
  const name = download ? ` (${download.name})` : '';
  return new CaptureError('NOT_A_PAGE', `The address gives a file to download${name}, not a page.`);
}

/** Waits for a promise, but not beyond the end of `signal`; what it is rejected with afterwards is of no interest. */
async function orEnd(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([promise, ended]);
}
