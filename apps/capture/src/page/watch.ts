import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { holdStill } from './rescue.ts';

/**
 * Number of windows closed before a page that keeps opening them is stopped, so that a screenshot of it is possible.
 */
const patience = 20;
/** Time for a window to send its first request on a busy machine; an empty window sends none. */
const askMs = 5_000;
const offline = { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 };

/** Responds where a person would have to, and records it: dismisses dialogs, notes downloads. */
export function watchPage(capture: Capture): void {
  const { bus, sessionId, frameId } = capture.page.get();
  const { actions } = capture;

  bus.on('Page.javascriptDialogOpening', ({ type, message, url }, session) => {
    // Confirms leaving the page and dismisses every other dialog, so that the page continues without a person.
    const accept = type === 'beforeunload';
    actions.add('dialog', { type, message: message.slice(0, 500), url, answer: accept ? 'accepted' : 'dismissed' });
    bus.send('Page.handleJavaScriptDialog', { accept }, session).catch(() => {});
  });

  bus.on('Inspector.targetCrashed', (_event, session) => {
    if (session === sessionId) capture.interrupt(new CaptureError('PAGE_CRASHED', message('browser.crashed')));
  });

  bus.on('Page.windowOpen', ({ url, windowName }) => actions.add('window-open', { url, name: windowName }));

  bus.on('Browser.downloadWillBegin', ({ url, suggestedFilename, frameId: frame }) => {
    actions.add('download', { url, name: suggestedFilename, answer: 'recorded' });
    if (frame === frameId) capture.download = { url, name: suggestedFilename };
  });
}

/**
 * Leaves windows that the page opens in place and records them up to the limit, behind the page, because a page in the
 * background is not rendered. Call before the recorder attaches, so that further ones are closed while paused.
 * @returns a function that tells whether a session's window is being closed; only this module resumes such a window
 */
export function watchWindows(capture: Capture): (sessionId: SessionId) => boolean {
  const { bus } = capture.lease.get();
  const { popups } = capture.job.limits;
  const kept: SessionId[] = [];
  const held = new Set<SessionId>();
  let windows = 0;
  bus.on('Target.attachedToTarget', ({ targetInfo, sessionId, waitingForDebugger }) => {
    const page = capture.page.peek();
    // A target that is not paused is already known: the recorder attaches to each a second time.
    if (targetInfo.type !== 'page' || !waitingForDebugger || !page || targetInfo.targetId === page.frameId) return;
    windows += 1;
    const isKept = windows <= popups;
    capture.actions.add('window', { number: windows, answer: isKept ? 'left open' : 'closed' });
    if (isKept) {
      kept.push(sessionId);
      bus.send('Page.enable', undefined, sessionId).catch(() => {});
    } else {
      held.add(sessionId);
      void closeHeld(bus, sessionId).finally(() => held.delete(sessionId));
    }
    page.send('Page.bringToFront').catch(() => {});
    if (windows !== popups + patience) return;
    capture.reachLimit(message('limit.windows', { count: windows }));
    for (const session of kept) bus.send('Page.close', undefined, session).catch(() => {});
    holdStill(capture, 'it opens windows without end').catch(() => {});
  });
  return (sessionId) => held.has(sessionId);
}

/**
 * Closes a paused window. It must be resumed first, otherwise the page that opened it stays blocked forever; its
 * requests are blocked before they are sent. Interception alone misses some on a busy machine, so the window is offline too;
 * and it is closed only once its request has failed, because closing it would end both while the request is still to come.
 */
async function closeHeld(bus: CdpBus, sessionId: SessionId): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    const offs = [
      bus.on('Fetch.requestPaused', ({ requestId }, session) => {
        if (session !== sessionId) return;
        bus.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }, sessionId).catch(() => {});
        end();
      }),
      bus.on('Network.loadingFailed', (_event, session) => {
        if (session === sessionId) end();
      }),
    ];
    const end = () => {
      for (const off of offs) off();
      resolve();
    };
  });
  await Promise.all([
    bus.send('Network.emulateNetworkConditions', offline, sessionId).catch(() => {}),
    bus.send('Fetch.enable', undefined, sessionId).catch(() => {}),
  ]);
  bus.send('Runtime.runIfWaitingForDebugger', undefined, sessionId).catch(() => {});
  await Promise.race([ended, sleep(askMs)]);
  bus.send('Page.close', undefined, sessionId).catch(() => {});
}
