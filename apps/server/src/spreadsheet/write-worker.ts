import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DeflatedZip } from './deflated-zip.ts';
import type { SheetHead, SheetRow } from './sheet.ts';
import { otherParts, rowWriter, sheetEnd, sheetStart } from './sheet-parts.ts';

const head = workerData as SheetHead;
const port = parentPort as MessagePort;
const zip = new DeflatedZip();
const write = rowWriter(head);
/** Cells of this many rows are compressed at once. */
const rowsAtOnce = 200;

/** Answers each message with the bytes written since the last one. */
function answer(): void {
  const bytes = Uint8Array.from(zip.take());
  port.postMessage(bytes, [bytes.buffer]);
}

zip.begin('xl/worksheets/sheet1.xml');
await zip.add(sheetStart(head));
let line = 1;
for (;;) {
  // Null: no more rows.
  const [rows] = (await once(port, 'message')) as [SheetRow[] | null];
  if (!rows) break;
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await zip.add(
      rows
        .slice(at, at + rowsAtOnce)
        .map((row) => write(row, ++line))
        .join(''),
    );
  answer();
}
await zip.add(sheetEnd);
await zip.end();
for (const [name, text] of otherParts(head)) {
  zip.begin(name);
  await zip.add(text);
  await zip.end();
}
zip.close();
answer();
port.close();
