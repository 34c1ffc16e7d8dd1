import { message } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';
import type { Frame } from '../page/frames.ts';
import { listLinks } from '../page/links.ts';
import { cut, done, type Step } from './step.ts';

const maxFrames = 50;
const frameMs = 10_000;

/** Saves the current document including shadow trees, and each frame's document. */
export const dom: Step = {
  name: 'dom',
  limitMs: 30_000,
  needs: 'page',
  async run(capture) {
    const [main, ...others] = await capture.frames.get().list();
    if (!main) throw new Error('The page has no frame.');
    await keep(capture, main, 'page.html');
    const hasLinks = !capture.job.listLinks || (await keepLinks(capture));
    const kept = others.slice(0, maxFrames);
    let lost = others.length - kept.length;
    for (const [index, frame] of kept.entries()) {
      const path = `frames/${String(index + 1).padStart(3, '0')}.html`;
      await keep(capture, frame, path).then(
        () => capture.actions.add('frame-document', { url: frame.url, path }),
        () => (lost += 1),
      );
    }
    const said = [
      ...(lost > 0 ? [message('dom.frames-lost', { lost, frames: others.length })] : []),
      ...(hasLinks ? [] : [message('dom.links-lost')]),
    ];
    return said.length > 0 ? cut(...said) : done();
  },
};

/** The document is evidence even without its list of links. @returns false if they can't be listed */
const keepLinks = (capture: Capture): Promise<boolean> =>
  listLinks(capture).then(
    (links) => {
      capture.links = links;
      return true;
    },
    () => false,
  );

/** Serialised by the browser's inspector: page scripts cannot interfere, and closed shadow trees are included. */
async function keep(capture: Capture, { sessionId, frameId }: Frame, path: string): Promise<void> {
  const { bus } = capture.page.get();
  const { executionContextId } = await bus.send('Page.createIsolatedWorld', { frameId }, sessionId, frameMs);
  const { result } = await bus.send(
    'Runtime.evaluate',
    { expression: 'document', contextId: executionContextId },
    sessionId,
    frameMs,
  );
  if (!result.objectId) throw new Error('The frame has no document.');
  const { outerHTML } = await bus.send(
    'DOM.getOuterHTML',
    { objectId: result.objectId, includeShadowDOM: true },
    sessionId,
    frameMs,
  );
  await capture.sink.put('dom', path, 'text/html; charset=utf-8', Buffer.from(outerHTML));
}
