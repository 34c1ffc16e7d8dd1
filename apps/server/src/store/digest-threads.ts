import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { digestFile } from '@proofkeep/bundle/node';
import type { DigestNews, DigestOrder } from './digest-thread.ts';
import type { Stored } from './store.ts';

/** Digests of a file that is still growing. */
export interface GrowingDigest {
  /** Bytes that both digests cover. */
  readonly at: number;
  /** Hashes the file up to this offset, in the background. */
  advance(to: number): void;
  /** Resolves once the whole file is hashed; call it once. @throws Error if it can't be read or is shorter */
  finish(size: number): Promise<Stored>;
  close(): void;
}

interface Lane {
  worker: Worker;
  /** Sum of the weights of its tasks. */
  load: number;
  tasks: Map<number, (news: DigestNews) => void>;
}

/** SM3 has no processor instructions of its own and takes about five times as long as SHA-256. */
const weights = { sha256: 1, sm3: 5 } as const;
const mostLanes = Math.max(2, Math.min(8, availableParallelism()));
/** A thread needs one piece and its code; V8 would take more before it collects. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
const lanes: Lane[] = [];
let lastId = 0;

/** Reading a small file here takes less time than handing it over. */
const smallBytes = 4 * 2 ** 20;

/** Both digests and the CRC-32 of a file, each in its own thread, so that the event loop stays free. */
export async function digestInThreads(path: string): Promise<Stored> {
  const { size } = await stat(path);
  if (size < smallBytes) return digestFile(path);
  const digest = growingDigest(path);
  try {
    return await digest.finish(size);
  } finally {
    digest.close();
  }
}

/** Begins the digests of a file, which must exist. Its threads read what was written, so nothing passes through this one. */
export function growingDigest(path: string): GrowingDigest {
  const sha256 = begin(path, 'sha256');
  const sm3 = begin(path, 'sm3');
  return {
    get at() {
      return Math.min(sha256.at, sm3.at);
    },
    advance(to) {
      sha256.order(to, false);
      sm3.order(to, false);
    },
    async finish(size) {
      sha256.order(size, true);
      sm3.order(size, true);
      const [{ digest, crc32 }, other] = await Promise.all([sha256.result, sm3.result]);
      return { size, sha256: digest, sm3: other.digest, crc32 };
    },
    close() {
      sha256.end();
      sm3.end();
    },
  };
}

/** Starts one digest of one file, in the thread with the least load. */
function begin(path: string, algorithm: 'sha256' | 'sm3') {
  const lane = leastLoaded();
  const id = ++lastId;
  const { promise, resolve, reject } = Promise.withResolvers<{ digest: string; crc32: number }>();
  // `finish` reports the error; a file that is abandoned meanwhile has no caller to report to.
  promise.catch(() => {});
  const task = {
    at: 0,
    result: promise,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
    order: (to: number, isLast: boolean) => lane.worker.postMessage({ id, to, isLast } satisfies DigestOrder),
    end() {
      if (!lane.tasks.delete(id)) return;
      lane.load -= weights[algorithm];
      // A thread at work keeps the process alive; an idle one doesn't.
      if (lane.tasks.size === 0) lane.worker.unref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
      lane.worker.postMessage({ id, isOver: true } satisfies DigestOrder);
    },
  };
  lane.tasks.set(id, (news) => {
    if ('at' in news) task.at = news.at;
    else if ('error' in news) reject(new Error(news.error));
    else resolve(news);
  });
  lane.load += weights[algorithm];
  lane.worker.ref();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
  lane.worker.postMessage({ id, path, algorithm } satisfies DigestOrder);
  return task;
}

function leastLoaded(): Lane {
  const idle = lanes.find(({ load }) => load === 0);
  if (idle) return idle;
  if (lanes.length < mostLanes) return newLane();
  return lanes.reduce((least, lane) => (lane.load < least.load ? lane : least));
}

function newLane(): Lane {
  const worker = new Worker(new URL('./digest-thread.ts', import.meta.url), { resourceLimits });
  const lane: Lane = { worker, load: 0, tasks: new Map() };
  worker.on('message', (news: DigestNews) => lane.tasks.get(news.id)?.(news));
  worker.on('error', (error) => {
    lanes.splice(lanes.indexOf(lane), 1);
    for (const [id, hear] of lane.tasks) hear({ id, error: String(error) });
  });
  worker.unref();
  lanes.push(lane);
  return lane;
}
