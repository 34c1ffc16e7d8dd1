import { chmod, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '@proofkeep/bundle/node';
import { makeFolderDurably } from '../kit/durable.ts';
import { type GrowingDigest, growingDigest } from './digest-threads.ts';
import { type Drafts, type Stored, StoreError } from './store.ts';

/** Bytes written at once: fewer and larger writes take less time. */
const gatherBytes = 2 ** 20;
/** A piece is made durable at this size, or after this time. */
const pieceBytes = 16 * 2 ** 20;
const pieceMs = 2_000;
/**
 * Maximum number of digests that are kept. Each has two open files until it is finished; an evicted draft is hashed
 * again later.
 */
const mostKept = 64;

interface Hashing {
  digest: GrowingDigest;
  result?: Promise<Stored>;
  isSettled: boolean;
}

/** @param folder on the file system of the store's files where that is a folder, so that a complete draft needs no copy */
export function openDrafts(folder: string, mostDigests = mostKept): Drafts {
  const at = (id: string) => join(folder, id);
  /** Least recently used first. */
  const hashings = new Map<string, Hashing>();
  const hashingOf = (id: string): Hashing => {
    const hashing = hashings.get(id) ?? { digest: growingDigest(at(id)), isSettled: false };
    hashings.delete(id);
    hashings.set(id, hashing);
    makeRoom(id);
    return hashing;
  };
  /**
   * Drops finished digests first, then those without a waiting caller: closing another would leave its caller without
   * an answer.
   */
  const makeRoom = (wanted: string) => {
    const others = [...hashings].filter(([id]) => id !== wanted);
    const settled = others.filter(([, { isSettled }]) => isSettled);
    const idle = others.filter(([, { result }]) => !result);
    for (const [id] of [...settled, ...idle].slice(0, Math.max(0, hashings.size - mostDigests))) forget(id);
  };
  const forget = (id: string) => {
    hashings.get(id)?.digest.close();
    hashings.delete(id);
  };
  return {
    async create(id) {
      await makeFolderDurably(folder, 0o700);
      const file = await open(at(id), 'wx', 0o600);
      await file.close();
      await syncFolder(folder);
    },
    async write(id, offset, content, onDurable) {
      const file = await open(at(id), 'r+').catch((cause: unknown) => {
        throw new StoreError('STORE_MISSING', `There is no draft ${id}.`, { cause });
      });
      let durable = offset;
      let recordedAt = performance.now();
      let recording = Promise.resolve();
      const record = (end: number) => {
        recording = recording.then(async () => {
          if (end <= durable) return;
          await file.datasync();
          await onDurable(end);
          durable = end;
          hashingOf(id).digest.advance(end);
        });
        // Awaited before the next piece and at the end.
        recording.catch(() => {});
      };
      let end = offset;
      try {
        for await (const chunks of gathered(content)) {
          await writeAll(file, chunks, end);
          end += lengthOf(chunks);
          for (const chunk of chunks) release(chunk);
          if (end - durable < pieceBytes && performance.now() - recordedAt < pieceMs) continue;
          await recording;
          recordedAt = performance.now();
          record(end);
        }
      } finally {
        record(end);
        await recording.finally(() => file.close());
      }
      return end;
    },
    hashedBytes: (id) => hashings.get(id)?.digest.at ?? 0,
    async digest(id, size) {
      const hashing = hashingOf(id);
      hashing.result ??= hashing.digest.finish(size).finally(() => {
        hashing.digest.close();
        hashing.isSettled = true;
      });
      // The next caller starts over.
      hashing.result.catch(() => forget(id));
      return hashing.result;
    },
    async seal(id) {
      await chmod(at(id), 0o400);
      return at(id);
    },
    async remove(id) {
      forget(id);
      await rm(at(id), { force: true });
    },
    async list() {
      await makeFolderDurably(folder, 0o700);
      return readdir(folder);
    },
    close() {
      for (const id of hashings.keys()) forget(id);
    },
  };
}

type File = Awaited<ReturnType<typeof open>>;

const lengthOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

async function* gathered(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    if (isReleased(chunk)) throw new TypeError('A chunk that was already written arrived again.');
    chunks.push(chunk);
    size += chunk.length;
    if (size < gatherBytes) continue;
    yield chunks;
    chunks = [];
    size = 0;
  }
  if (size > 0) yield chunks;
}

/** writev(2) may write less than it was given, as when the disk is full. */
async function writeAll(file: File, chunks: Uint8Array[], at: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, at);
  if (bytesWritten === lengthOf(chunks)) return;
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  for (let done = 0; done < rest.length; )
    done += (await file.write(rest, done, rest.length - done, at + bytesWritten + done)).bytesWritten;
}

/**
 * Frees memory that nothing reads any more; left to the garbage collector, some 100 MB pile up while a large file
 * arrives. Leaves memory that other values share.
 */
function release(chunk: Uint8Array): void {
  const { buffer } = chunk;
  // A source may yield one chunk several times before it is written.
  if (isReleased(chunk)) return;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length) buffer.transfer(0);
}

const isReleased = ({ buffer }: Uint8Array): boolean => buffer instanceof ArrayBuffer && buffer.detached;
