import { message } from '@proofkeep/contract';
import { z } from 'zod';
import { recogniseBlock } from '../page/block.ts';
import { coveringOverlay } from '../page/overlay.ts';
import { visibleText } from '../page/visible-text.ts';
import { shopWall } from '../product/walls.ts';
import { cut, done, type Step } from './step.ts';

const frameMs = 8_000;
const PageText = z.object({
  title: z.string(),
  text: z.string(),
  passwordFields: z.number(),
  pictures: z.number(),
  markers: z.array(z.string()),
});

const Covered = z.object({ percent: z.number(), label: z.string() }).nullable();

/**
 * Saves the visible text, including frames and shadow trees, and looks for signs that this is not the requested page.
 */
export const text: Step = {
  name: 'text',
  limitMs: 30_000,
  needs: 'page',
  async run(capture) {
    const page = capture.page.get();
    const [main, ...others] = await capture.frames.get().list();
    if (!main) throw new Error('The page has no frame.');
    const top = await page.call(PageText, visibleText, [], { timeoutMs: frameMs });
    const parts = [top.text];
    let lost = 0;
    for (const frame of others) {
      const inside = await page.call(PageText, visibleText, [], { timeoutMs: frameMs, frame }).catch(() => null);
      if (inside === null) lost += 1;
      else if (inside.text) parts.push(`\n[${frame.url}]\n${inside.text}`);
    }
    capture.title = top.title;
    capture.text = parts.join('\n').trim();
    await capture.sink.put('text', 'page.txt', 'text/plain; charset=utf-8', Buffer.from(`${capture.text}\n`));

    const overlay = await page.call(Covered, coveringOverlay, [], { timeoutMs: frameMs }).catch(() => null);
    const { committed, response } = capture.document.get();
    const wall = capture.job.kind === 'ecommerce' ? await shopWall(capture) : null;
    const block = recogniseBlock({
      ...top,
      text: capture.text,
      overlay,
      status: response?.status ?? null,
      headers: response?.headers ?? {},
      requestedUrl: capture.url.get().href,
      finalUrl: committed?.url ?? '',
    });
    capture.block = block && block.kind !== 'overlay' ? block : (wall ?? block);
    return lost > 0 ? cut(message('text.frames-lost', { lost, frames: others.length })) : done();
  },
};
