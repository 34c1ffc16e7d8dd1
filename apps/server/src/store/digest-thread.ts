import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

/** Requests of the main thread: begin a file, hash it up to an offset, or forget it. */
export type DigestOrder =
  | { id: number; path: string; algorithm: 'sha256' | 'sm3' }
  | { id: number; to: number; isLast: boolean }
  | { id: number; isOver: true };

/** Progress, the result, or why a file can't be read. */
export type DigestNews = { id: number } & ({ at: number } | { digest: string; crc32: number } | { error: string });

interface Task {
  file: number;
  hash: Hash;
  /** Computed together with SHA-256, which leaves time for it; 0 with SM3. */
  crc: number;
  hasCrc: boolean;
  at: number;
  to: number;
  isLast: boolean;
}

const pieceBytes = 2 ** 20;
const newsEveryBytes = 8 * 2 ** 20;
const piece = Buffer.allocUnsafe(pieceBytes);
const tasks = new Map<number, Task>();
let isTurning = false;

parentPort?.on('message', (order: DigestOrder) => {
  if ('path' in order) return begin(order);
  const task = tasks.get(order.id);
  if (!task) return;
  if ('isOver' in order) return forget(order.id, task);
  task.to = order.to;
  task.isLast = order.isLast;
  if (!isTurning) turn();
});

function begin({ id, path, algorithm }: Extract<DigestOrder, { path: string }>): void {
  try {
    const file = openSync(path, 'r');
    const isSha = algorithm === 'sha256';
    tasks.set(id, { file, hash: createHash(algorithm), crc: 0, hasCrc: isSha, at: 0, to: 0, isLast: false });
  } catch (error) {
    post({ id, error: String(error) });
  }
}

/** Processes one piece of each file, then the messages that arrived in between, so no file waits for another to end. */
function turn(): void {
  isTurning = false;
  for (const [id, task] of tasks) {
    try {
      if (task.at < task.to) hashPiece(id, task);
      if (task.at < task.to) isTurning = true;
      else if (task.isLast) end(id, task);
    } catch (error) {
      forget(id, task);
      post({ id, error: String(error) });
    }
  }
  if (isTurning) setImmediate(turn);
}

function hashPiece(id: number, task: Task): void {
  const length = readSync(task.file, piece, 0, Math.min(pieceBytes, task.to - task.at), task.at);
  if (length === 0) throw new Error(`The file ends after ${task.at} of ${task.to} bytes.`);
  const bytes = piece.subarray(0, length);
  task.hash.update(bytes);
  if (task.hasCrc) task.crc = crc32(bytes, task.crc);
  const isNews = Math.floor(task.at / newsEveryBytes) !== Math.floor((task.at + length) / newsEveryBytes);
  task.at += length;
  if (isNews || task.at === task.to) post({ id, at: task.at });
}

function end(id: number, task: Task): void {
  post({ id, digest: task.hash.digest('hex'), crc32: task.crc });
  forget(id, task);
}

function forget(id: number, task: Task): void {
  tasks.delete(id);
  closeSync(task.file);
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
const post = (news: DigestNews) => parentPort?.postMessage(news);
