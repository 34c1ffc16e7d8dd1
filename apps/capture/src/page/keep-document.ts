import type { Capture } from '../capture.ts';

/** A document already in transit when the current one is to be kept arrives within this time. */
const arriveMs = 2_000;
const stillMs = 100;

/**
 * Keeps the current document of the main frame: blocks and records further navigations of it and its frames before any
 * request is sent. Otherwise network record, pictures, document and text could be of different pages.
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
