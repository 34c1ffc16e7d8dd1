import { setTimeout as sleep } from 'node:timers/promises';
import { type Said, say } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { isOfProxy } from '../egress/gateway.ts';
import { keepDocument } from '../page/keep.ts';
import { navigationError, proxyError } from '../page/navigation-error.ts';
import { feelPulse } from '../page/rescue.ts';
import { cut, done, type Step } from './step.ts';

const loadMs = 45_000;
/** To keep the document, stop it and look at it, where the browser is slow to answer. */
const stopMs = 20_000;
const lookAtMs = 2_000;
/** A document that no other has replaced for this long is the one to capture. */
const stillMs = 300;
/** A page that keeps replacing itself is stopped after so many documents. */
const maxNavigations = 20;
const lookMs = 100;
const nameWaits = 10;

/** Opens the address and waits for the load event of the document it ends at. */
export const load: Step = {
  name: 'load',
  limitMs: loadMs + stopMs,
  needs: 'browser',
  fatal: 'INTERNAL',
  async run(capture, budget) {
    const document = capture.document.get();
    const enough = enoughOf(capture, budget.signal);
    try {
      await orEnd(navigate(capture), enough.signal);
      const stands = await document.stands(stillMs, enough.signal);
      if (!document.committed) throw new CaptureError('LOAD_TIMEOUT', say('load.no-page', { seconds: loadMs / 1000 }));
      checkAnswer(capture);
      capture.actions.add('arrived', { url: document.committed.url, documents: document.navigations });
      if (stands) return done(...arrival(capture));
      await stop(capture, budget.signal);
      if (await isBlank(capture)) throw blankError(enough.why(), document.navigations);
      return cut(enough.why());
    } finally {
      enough.stop();
    }
  },
};

/** When to wait no longer: the time is up, the page keeps replacing itself, or its scripts let nothing else run. */
function enoughOf(capture: Capture, budget: AbortSignal) {
  const enough = new AbortController();
  const because = (why: Said) => enough.abort(why);
  const timer = setTimeout(() => because(say('load.slow', { seconds: loadMs / 1000 })), loadMs);
  const look = setInterval(() => {
    const { navigations } = capture.document.get();
    if (navigations > maxNavigations) because(say('load.restless', { times: navigations }));
  }, lookMs);
  // While a document is awaited the browser holds questions back; only one that is there can be stuck.
  const stopFeeling = feelPulse(capture.page.get(), () => {
    if (capture.document.get().committed) because(say('load.stuck'));
  });
  return {
    signal: AbortSignal.any([budget, enough.signal]),
    why: () => enough.signal.reason as Said,
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
  if (answer.isDownload || capture.download) throw await downloadError(capture);
  if (answer.errorText) throw navigationError(answer.errorText, capture);
}

/** What has not come by now is not waited for. A page that keeps replacing itself would be no other the next moment. */
async function stop(capture: Capture, signal: AbortSignal): Promise<void> {
  await keepDocument(capture, signal).catch(() => {});
  if (capture.document.get().isStill) return;
  await capture.page
    .get()
    .send('Page.stopLoading')
    .catch(() => {});
}

/** HTML is not rendered before it has a body (HTML Standard, render-blocking mechanism); a stopped document gets none any more. */
async function isBlank(capture: Capture): Promise<boolean> {
  const hasNoBody = () => document.contentType === 'text/html' && document.body === null;
  return capture.page
    .get()
    .call(z.boolean(), hasNoBody, [], { timeoutMs: lookAtMs })
    .catch(() => false);
}

const blankError = (why: Said, times: number): CaptureError =>
  why.name === 'load.restless'
    ? new CaptureError('NOT_A_PAGE', say('load.never-shown', { times }))
    : new CaptureError('LOAD_TIMEOUT', say('load.blank', { seconds: loadMs / 1000 }));

/** Over plain http the proxy's refusal comes as a document; it is no page of the site. */
function checkAnswer(capture: Capture): void {
  const { response } = capture.document.get();
  if (response && isOfProxy(response.url, Object.keys(response.headers)))
    throw proxyError(capture) ?? new CaptureError('CONNECTION_FAILED', say('load.unreachable', { error: 'proxy' }));
}

function arrival(capture: Capture): Said[] {
  const { response, committed } = capture.document.get();
  if (!response || !committed) return [];
  const { status } = response;
  const isElsewhere = committed.url !== capture.url.get().href;
  return [
    isElsewhere ? say('load.arrived-elsewhere', { status, url: committed.url }) : say('load.arrived', { status }),
  ];
}

/** The name of the file comes just after the word that there is one. */
async function downloadError(capture: Capture): Promise<CaptureError> {
  for (let waits = 0; waits < nameWaits && !capture.download; waits++) await sleep(lookMs);
  const { download } = capture;
  const said = download ? say('load.named-download', { name: download.name }) : say('load.download');
  return new CaptureError('NOT_A_PAGE', said);
}

/** Waits for a promise, but not beyond the end of `signal`; what it is rejected with afterwards is of no interest. */
async function orEnd(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([promise, ended]);
}
