import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sheet, SheetHead, SheetRow } from './sheet.ts';

const program = new URL('./write-worker.ts', import.meta.url);
let last: Promise<unknown> = Promise.resolve();

/** Writes an Excel file that fits in memory. */
export const writeSheet = ({ rows, ...head }: Sheet): Promise<Buffer> => sheetBytes(head, [rows]);

/** `sheetPieces` in one. */
export async function sheetBytes(head: SheetHead, batches: Iterable<SheetRow[]>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetPieces(head, batches)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Writes an Excel file in a worker thread, so that the event loop is free. The next rows are taken when those before them are
 * compressed: a file of any length takes the memory of one batch.
 * @param batches at most `mostSheetRows` rows in all
 */
export async function* sheetPieces(
  { name, columns }: SheetHead,
  batches: Iterable<SheetRow[]> | AsyncIterable<SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(program, {
    workerData: { name, columns } satisfies SheetHead,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    for await (const rows of batches) yield await answerTo(worker, rows);
    yield await answerTo(worker, null);
  } finally {
    await worker.terminate();
  }
}

/** @throws what ended the worker */
async function answerTo(worker: Worker, rows: SheetRow[] | null): Promise<Uint8Array> {
  const ended = new AbortController();
  const answered = once(worker, 'message', { signal: ended.signal });
  const exited = once(worker, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`The worker ended with ${code} and without a file.`);
  });
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    worker.postMessage(rows);
    const [bytes] = await Promise.race([answered, exited]);
    return bytes as Uint8Array;
  } finally {
    ended.abort();
    await Promise.allSettled([answered, exited]);
  }
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
