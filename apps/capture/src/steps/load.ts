import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, message } from '@proofkeep/contract';
import { z } from 'zod';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { isOfProxy } from '../egress/gateway.ts';
import { keepDocument } from '../page/keep-document.ts';
import { navigationError, proxyError } from '../page/navigation-error.ts';
import { watchResponsiveness } from '../page/rescue.ts';
import { cut, done, type Step } from './step.ts';

const loadMs = 45_000;
/** For keeping, stopping and inspecting the document while the browser is slow. */
const stopMs = 20_000;
const lookAtMs = 2_000;
/** A document not replaced within this time is the one to capture. */
const stillMs = 300;
/** Number of documents after which a page that keeps navigating is stopped. */
const maxNavigations = 20;
const lookMs = 100;
const nameWaits = 10;

/** Opens the URL and waits for the load event of the final document. */
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
      if (!document.committed)
        throw new CaptureError('LOAD_TIMEOUT', message('load.no-page', { seconds: loadMs / 1000 }));
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

/** Aborts when the time is up, the page keeps navigating, or its scripts block everything else. */
function enoughOf(capture: Capture, budget: AbortSignal) {
  const enough = new AbortController();
  const because = (why: Message) => enough.abort(why);
  const timer = setTimeout(() => because(message('load.slow', { seconds: loadMs / 1000 })), loadMs);
  const look = setInterval(() => {
    const { navigations } = capture.document.get();
    if (navigations > maxNavigations) because(message('load.restless', { times: navigations }));
  }, lookMs);
  // The browser delays answers while a document loads; only a committed document can be stuck.
  const stopWatching = watchResponsiveness(capture.page.get(), () => {
    if (capture.document.get().committed) because(message('load.stuck'));
  });
  return {
    signal: AbortSignal.any([budget, enough.signal]),
    why: () => enough.signal.reason as Message,
    stop() {
      clearTimeout(timer);
      clearInterval(look);
      stopWatching();
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

/**
 * Stops loading: missing resources are not awaited, and a page that keeps navigating would not differ a moment later.
 */
async function stop(capture: Capture, signal: AbortSignal): Promise<void> {
  await keepDocument(capture, signal).catch(() => {});
  if (capture.document.get().isStill) return;
  await capture.page
    .get()
    .send('Page.stopLoading')
    .catch(() => {});
}

/**
 * HTML is not rendered before it has a body (HTML Standard, render-blocking mechanism); a stopped document gets none.
 */
async function isBlank(capture: Capture): Promise<boolean> {
  const hasNoBody = () => document.contentType === 'text/html' && document.body === null;
  return capture.page
    .get()
    .call(z.boolean(), hasNoBody, [], { timeoutMs: lookAtMs })
    .catch(() => false);
}

const blankError = (why: Message, times: number): CaptureError =>
  why.name === 'load.restless'
    ? new CaptureError('NOT_A_PAGE', message('load.never-shown', { times }))
    : new CaptureError('LOAD_TIMEOUT', message('load.blank', { seconds: loadMs / 1000 }));

/** Over plain HTTP the proxy's refusal arrives as a document; it is not a page of the site. */
function checkAnswer(capture: Capture): void {
  const { response } = capture.document.get();
  if (response && isOfProxy(response.url, Object.keys(response.headers)))
    throw (
      proxyError(capture) ??
      new CaptureError('CONNECTION_FAILED', message('load.unreachable', { error: message('network.proxy') }))
    );
}

function arrival(capture: Capture): Message[] {
  const { response, committed } = capture.document.get();
  if (!response || !committed) return [];
  const { status } = response;
  const isElsewhere = committed.url !== capture.url.get().href;
  return [
    isElsewhere
      ? message('load.arrived-elsewhere', { status, url: committed.url })
      : message('load.arrived', { status }),
  ];
}

/** The file's name is reported shortly after the download itself. */
async function downloadError(capture: Capture): Promise<CaptureError> {
  for (let waits = 0; waits < nameWaits && !capture.download; waits++) await sleep(lookMs);
  const { download } = capture;
  const said = download ? message('load.named-download', { name: download.name }) : message('load.download');
  return new CaptureError('NOT_A_PAGE', said);
}

/** Waits for a promise until `signal` is aborted at the latest; ignores a later rejection. */
async function orEnd(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([promise, ended]);
}
