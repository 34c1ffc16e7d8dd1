import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { holdStill } from './rescue.ts';

/** Windows that are closed before the page that goes on opening them is stopped, for nothing of it could be pictured. */
const patience = 20;
/** An empty window asks for nothing. */
const askMs = 1_000;

/** Answers what a person would have to answer, and records it: dialogs are dismissed, downloads noted. */
export function watchPage(capture: Capture): void {
  const { bus, sessionId, frameId } = capture.page.get();
  const { actions } = capture;

  bus.on('Page.javascriptDialogOpening', ({ type, message, url }, session) => {
    // Leaving a page is confirmed, everything else dismissed: both let the page go on as without a person.
    const accept = type === 'beforeunload';
    actions.add('dialog', { type, message: message.slice(0, 500), url, answer: accept ? 'accepted' : 'dismissed' });
    bus.send('Page.handleJavaScriptDialog', { accept }, session).catch(() => {});
  });

  bus.on('Inspector.targetCrashed', (_event, session) => {
    if (session === sessionId) capture.interrupt(new CaptureError('PAGE_CRASHED', say('browser.crashed')));
  });

  bus.on('Page.windowOpen', ({ url, windowName }) => actions.add('window-open', { url, name: windowName }));

  bus.on('Browser.downloadWillBegin', ({ url, suggestedFilename, frameId: frame }) => {
    actions.add('download', { url, name: suggestedFilename, answer: 'recorded' });
    if (frame === frameId) capture.download = { url, name: suggestedFilename };
  });
}

/**
 * Windows that the page opens: up to the limit they are left open and recorded, behind the page itself, as a page that is
 * not in front is not drawn. To be called before the recorder attaches, so that those beyond it are closed while held.
 */
export function watchWindows(capture: Capture): void {
  const { bus } = capture.lease.get();
  const { popups } = capture.job.limits;
  const kept: SessionId[] = [];
  let windows = 0;
  bus.on('Target.attachedToTarget', ({ targetInfo, sessionId, waitingForDebugger }) => {
    const page = capture.page.peek();
    // A window that does not wait is one already known: the recorder attaches to each once more.
    if (targetInfo.type !== 'page' || !waitingForDebugger || !page || targetInfo.targetId === page.frameId) return;
    windows += 1;
    const isKept = windows <= popups;
    capture.actions.add('window', { number: windows, answer: isKept ? 'left open' : 'closed' });
    if (isKept) {
      kept.push(sessionId);
      bus.send('Page.enable', undefined, sessionId).catch(() => {});
    } else void closeHeld(bus, sessionId);
    page.send('Page.bringToFront').catch(() => {});
    if (windows !== popups + patience) return;
    capture.reachLimit(say('limit.windows', { count: windows }));
    for (const session of kept) bus.send('Page.close', undefined, session).catch(() => {});
    holdStill(capture, 'it opens windows without end').catch(() => {});
  });
}

/**
 * Closes a window that waits to be started. It has to be told to go on all the same, else the page that opened it stays
 * held for ever; what it asks for then is refused before it is sent.
 */
async function closeHeld(bus: CdpBus, sessionId: SessionId): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    const off = bus.on('Fetch.requestPaused', ({ requestId }, session) => {
      if (session !== sessionId) return;
      bus.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, sessionId).catch(() => {});
      off();
      resolve();
    });
  });
  bus.send('Fetch.enable', undefined, sessionId).catch(() => {});
  bus.send('Runtime.runIfWaitingForDebugger', undefined, sessionId).catch(() => {});
  await Promise.race([asked, sleep(askMs)]);
  bus.send('Page.close', undefined, sessionId).catch(() => {});
}
