import type { Protocol } from 'devtools-protocol';
import type { Page } from './page.ts';

/** A piece of text in one line, with its position in CSS pixels from the top left of the whole page. */
export interface TextBox {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

type Snapshot = Protocol.DOMSnapshot.CaptureSnapshotResponse;
type DocumentSnapshot = Protocol.DOMSnapshot.DocumentSnapshot;

/** Returns all text as laid out, including shadow trees and frames of the same process. */
export async function textBoxes(page: Page, timeoutMs: number): Promise<TextBox[]> {
  const snapshot = await page.send('DOMSnapshot.captureSnapshot', { computedStyles: [] }, timeoutMs);
  return boxesOf(snapshot, 0, { x: 0, y: 0 });
}

function boxesOf(snapshot: Snapshot, index: number, origin: { x: number; y: number }): TextBox[] {
  const document = snapshot.documents[index];
  if (!document) return [];
  const { layout, textBoxes } = document;
  const own = textBoxes.layoutIndex.flatMap((node, i): TextBox[] => {
    const [x, y, width, height] = textBoxes.bounds[i] ?? [];
    const start = textBoxes.start[i] ?? 0;
    const whole = snapshot.strings[layout.text[node] ?? -1] ?? '';
    const text = whole.slice(start, start + (textBoxes.length[i] ?? 0)).trim();
    if (!text || x === undefined || y === undefined || !width || !height) return [];
    return [{ text, x: origin.x + x, y: origin.y + y, width, height }];
  });
  return [...own, ...framesOf(document).flatMap((frame) => boxesOf(snapshot, frame.index, add(origin, frame)))];
}

/** Returns the positions of frame documents in this one. */
function framesOf({ nodes, layout }: DocumentSnapshot): { index: number; x: number; y: number }[] {
  const { index = [], value = [] } = nodes.contentDocumentIndex ?? {};
  return index.flatMap((node, i) => {
    const [x, y] = layout.bounds[layout.nodeIndex.indexOf(node)] ?? [];
    const child = value[i];
    return x === undefined || y === undefined || child === undefined ? [] : [{ index: child, x, y }];
  });
}

const add = (a: { x: number; y: number }, b: { x: number; y: number }) => ({ x: a.x + b.x, y: a.y + b.y });
