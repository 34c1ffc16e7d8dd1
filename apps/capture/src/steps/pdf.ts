import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '@proofkeep/contract';
import { PicturePdf } from '../page/picture-pdf.ts';
import { type TextBox, textBoxes } from '../page/text-boxes.ts';
import { tool } from '../tool.ts';
import { cut, done, type Step } from './step.ts';

const textMs = 15_000;

/**
 * Saves the screenshot as a PDF, one page per tile, with searchable text. Does not use the browser's printing: that
 * lays the page out again, so it shows something never on screen, and took 3 CPU s and 300 MB for the sample page.
 */
export const pdf: Step = {
  name: 'pdf',
  limitMs: 45_000,
  needs: 'page',
  async run(capture) {
    const boxes = await textBoxes(capture.page.get(), textMs).catch(() => null);
    const file = capture.sink.open('pdf', 'page.pdf', 'application/pdf');
    const document = new PicturePdf((bytes) => file.write(bytes));
    await document.begin();
    for (const { path, y, heightPx } of capture.tiles) {
      const png = await readFile(join(capture.workDir, path));
      await document.page({ png, boxes: within(boxes ?? [], y, heightPx) });
    }
    await document.end(capture.title ?? '', `${tool.name} ${tool.version}`, new Date());
    await file.close();
    if (boxes === null) return cut(message('pdf.no-text'));
    return done(message('pdf.pages', { pages: capture.tiles.length }));
  },
};

/** Returns the text whose first pixel row is in the tile, with positions from the tile's top. */
function within(boxes: TextBox[], top: number, heightPx: number): TextBox[] {
  return boxes.filter((box) => box.y >= top && box.y < top + heightPx).map((box) => ({ ...box, y: box.y - top }));
}
