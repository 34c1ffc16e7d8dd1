import { Worker } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';

const program = new URL('./writing-worker.ts', import.meta.url);
let last: Promise<unknown> = Promise.resolve();

/**
 * An Excel file, written in a thread of its own, as ten thousand rows take seconds in which nobody else would be answered; one
 * file at a time.
 */
export function writeSheet(sheet: Sheet): Promise<Buffer> {
  const written = last.then(() => writeInThread(sheet));
  last = written.catch(() => {});
  return written;
}

function writeInThread(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: sheet, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`Writing a sheet ended with ${code} and without a file.`)));
  });
}
