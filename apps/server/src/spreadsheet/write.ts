import { Worker } from 'node:worker_threads';
import type { Sheet } from './sheet.ts';

const program = new URL('./write-worker.ts', import.meta.url);
let last: Promise<unknown> = Promise.resolve();

/**
 * Writes an Excel file in a worker thread, one file at a time: ten thousand rows take seconds, which would block the event
 * loop.
 */
export function writeSheet(sheet: Sheet): Promise<Buffer> {
  return runWorker(program, sheet);
}

/** Runs a program that answers with a file, after those before it. */
export function runWorker(program: URL, data: unknown): Promise<Buffer> {
  const written = last.then(() => runInThread(program, data));
  last = written.catch(() => {});
  return written;
}

function runInThread(program: URL, data: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code} and without a file.`)));
  });
}
