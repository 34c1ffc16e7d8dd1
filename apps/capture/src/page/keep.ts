import type { Capture } from '../capture.ts';

/** A document that was on its way when the one before it was to be kept arrives within this time. */
const arriveMs = 2_000;
const stillMs = 100;

/**
 * From now on the document in the main frame is the one to capture: wherever it, its refresh or a frame in it wants to go
 * is refused before it is asked for, and recorded. Network, pictures, document and text would else be of different pages.
 */
export async function keepDocument(capture: Capture, signal: AbortSignal): Promise<void> {
  if (capture.keptDocument !== null) return;
  const document = capture.document.get();
  const page = capture.page.get();
  const { bus, sessionId, frameId } = page;
  capture.keptDocument = document.navigations;
  bus.on('Fetch.requestPaused', ({ requestId, frameId: frame, request }, session) => {
    if (session !== sessionId) return;
    if (frame === frameId) {
      capture.actions.add('kept', { from: request.url });
      bus.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, sessionId).catch(() => {});
    } else bus.send('Fetch.continueRequest', { requestId }, sessionId).catch(() => {});
  });
  await page.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
  if (!document.isStill) await document.stands(stillMs, AbortSignal.any([signal, AbortSignal.timeout(arriveMs)]));
  capture.keptDocument = document.navigations;
}
