import { Worker } from 'node:worker_threads';
import { limitConcurrency, QueueFull } from '../kit/concurrency-limit.ts';
import { Refusal } from '../kit/refusal.ts';
import type { Sheet, SheetHead, SheetRow } from './sheet.ts';

const program = new URL('./write-worker.ts', import.meta.url);
/** Each worker may use half a GB and a core. The last file in a full queue waits some seconds. */
const atOnce = 2;
const mostWaiting = 16;
const busySeconds = 5;
const inTurn = limitConcurrency(atOnce, mostWaiting);

/** @throws Refusal EXPORTS_BUSY if the queue is full */
async function withWorker<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(work);
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal('EXPORTS_BUSY', { values: { seconds: busySeconds } });
    throw error;
  }
}

/** Writes an Excel file that fits in memory. @throws as `sheetBytes` */
export const writeSheet = ({ rows, ...head }: Sheet): Promise<Buffer> => sheetBytes(head, [rows]);

/** Collects all pieces of `sheetPieces`, for a user who waits. @throws Refusal EXPORTS_BUSY */
export const sheetBytes = (head: SheetHead, batches: Iterable<SheetRow[]>): Promise<Buffer> =>
  withWorker(async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of sheetPieces(head, batches)) pieces.push(piece);
    return Buffer.concat(pieces);
  });

/**
 * Writes an Excel file in a worker thread, which keeps the event loop free. Takes the next rows when the previous ones
 * are compressed, so a file of any length needs memory for one batch. Not counted with the files of waiting users: the
 * job that writes long lists writes one at a time. @param batches at most `mostSheetRows` rows in total @throws Error
 * if the worker ends before the file does
 */
export async function* sheetPieces(
  { name, columns }: SheetHead,
  batches: Iterable<SheetRow[]> | AsyncIterable<SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(program, {
    workerData: { name, columns } satisfies SheetHead,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const ended = endOf(worker);
  try {
    for await (const rows of batches) yield await Promise.race([answerTo(worker, rows), ended]);
    yield await Promise.race([answerTo(worker, null), ended]);
  } finally {
    await worker.terminate();
  }
}

/**
 * Rejects once the worker has ended, even between two answers, when an error without a listener would end the service.
 */
function endOf(worker: Worker): Promise<never> {
  const ended = new Promise<never>((_resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code} and without a file.`)));
  });
  ended.catch(() => {});
  return ended;
}

function answerTo(worker: Worker, rows: SheetRow[] | null): Promise<Uint8Array> {
  const answered = new Promise<Uint8Array>((resolve) => void worker.once('message', resolve));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
  worker.postMessage(rows);
  return answered;
}

/** Runs a program that answers with a file, for a user who waits. @throws Refusal EXPORTS_BUSY */
export const runWorker = (program: URL, data: unknown): Promise<Buffer> =>
  withWorker(async () => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    const answered = new Promise<Uint8Array>((resolve) => void worker.once('message', resolve));
    const bytes = await Promise.race([answered, endOf(worker)]);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  });
