import { message } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { Capture } from '../capture.ts';
import { holdStill } from '../page/rescue.ts';
import { cut, done, type Step } from './step.ts';

/**
 * Height of an ISO 216 sheet of that width; limited, because a tile of 8,000 px takes 100 MB more of the browser's
 * memory than one of 2,000.
 */
const tilePx = (widthPx: number) => Math.round(Math.min(4_000, Math.max(1_600, widthPx * Math.SQRT2)));
const tileMs = 15_000;
const thumbnailWidthPx = 640;
/** Content further right than this many viewports is cropped. */
const widthInViewports = 2;

/**
 * Saves the whole page as lossless PNG tiles, from top to bottom, and a thumbnail of its first screen. Overlays that
 * stay fixed while scrolling appear once, in the first viewport.
 */
export const screenshot: Step = {
  name: 'screenshot',
  limitMs: 90_000,
  needs: 'page',
  async run(capture, { remainingMs }) {
    const { viewport, limits } = capture.job;
    const content = await capture.page.get().contentSize();
    const heightPx = Math.max(viewport.height, content.height);
    const shownPx = Math.min(heightPx, limits.pageHeightPx);
    const widthPx = Math.min(Math.max(viewport.width, content.width), viewport.width * widthInViewports);
    capture.heightPx = heightPx;
    // Screenshot, document, text and PDF must show the same moment.
    await holdStill(capture, 'picture, document and text are taken');

    await thumbnail(capture);
    let y = 0;
    while (y < shownPx && remainingMs() > tileMs) {
      const height = Math.min(tilePx(widthPx), shownPx - y);
      await take(capture, { x: 0, y, width: widthPx, height, scale: 1 });
      y += height;
    }
    if (y < shownPx) return cut(message('screenshot.time', { shownPx: y, heightPx }));
    if (shownPx < heightPx) return cut(message('screenshot.height', { shownPx, heightPx }));
    if (widthPx < content.width)
      return cut(message('screenshot.width', { shownPx: widthPx, contentPx: content.width }));
    return done(message('screenshot.whole', { widthPx, heightPx }));
  },
};

async function take(capture: Capture, clip: Protocol.Page.Viewport): Promise<void> {
  // The fast encoder is lossless too, with a third of the time and 1.6 times the size.
  const shot = { format: 'png', clip, captureBeyondViewport: true, optimizeForSpeed: true } as const;
  const { data } = await capture.page.get().send('Page.captureScreenshot', shot, tileMs);
  const path = `screenshot/${String(capture.tiles.length + 1).padStart(3, '0')}.png`;
  await capture.sink.put('screenshot', path, 'image/png', Buffer.from(data, 'base64'));
  capture.tiles.push({ path, y: clip.y, heightPx: clip.height });
}

async function thumbnail(capture: Capture): Promise<void> {
  const { width, height } = capture.job.viewport;
  const scale = Math.min(1, thumbnailWidthPx / width);
  const shot = { format: 'jpeg', quality: 85, clip: { x: 0, y: 0, width, height, scale } } as const;
  const { data } = await capture.page.get().send('Page.captureScreenshot', shot, tileMs);
  await capture.sink.put('thumbnail', 'thumbnail.jpg', 'image/jpeg', Buffer.from(data, 'base64'));
}
