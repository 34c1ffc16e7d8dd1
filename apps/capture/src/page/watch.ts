import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';

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
    if (session === sessionId)
      capture.interrupt(new CaptureError('PAGE_CRASHED', 'The page crashed the browser’s renderer.'));
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
  let windows = 0;
  bus.on('Target.attachedToTarget', ({ targetInfo, sessionId, waitingForDebugger }) => {
    const page = capture.page.peek();
    // A window that does not wait is one already known: the recorder attaches to each once more.
    if (targetInfo.type !== 'page' || !waitingForDebugger || !page || targetInfo.targetId === page.frameId) return;
    windows += 1;
    const isKept = windows <= capture.job.limits.popups;
    capture.actions.add('window', { number: windows, answer: isKept ? 'left open' : 'closed' });
    if (isKept) bus.send('Page.enable', undefined, sessionId).catch(() => {});
    else bus.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {});
    page.send('Page.bringToFront').catch(() => {});
  });
}
