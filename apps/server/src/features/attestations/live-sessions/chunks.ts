import { createHash } from 'node:crypto';
import { chunkBytes, type RecordingChunk } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { chunkPlace, type Lease } from '../../evidence/service.ts';
import type { NodeOptions } from '../nodes/options.ts';
import { lockLease } from '../nodes/store.ts';
import { findChunk, insertChunk, lastStampedMs, markChunkStored } from './store.ts';

/** Name of a chunk's only file: the concatenation of its parts. */
export const chunkName = 'chunk';

/**
 * Records a chunk that a node announced, which must continue the chain, and has the head timestamped and logged about
 * once a minute. @throws Refusal INPUT_INVALID
 */
export async function takeChunk(
  db: Client,
  o: Pick<NodeOptions, 'clock' | 'onHead' | 'stampEveryMs'>,
  { ano, fence }: Lease,
  chunk: RecordingChunk,
): Promise<void> {
  const before = chunk.n === 0 ? undefined : await findChunk(db, { ano, fence }, chunk.n - 1);
  const isNext = chunk.n === 0 || (before?.head === chunk.previous && before.toMs === chunk.fromMs);
  if (!isNext || sha256Hex(chunkBytes(chunk)) !== chunk.head) throw invalid('It does not continue the recording.');
  if (!(await insertChunk(db, { ano, fence }, chunk, o.clock()))) return;
  const stampedMs = (await lastStampedMs(db, { ano, fence })) ?? 0;
  if (chunk.toMs - stampedMs >= o.stampEveryMs) await o.onHead(db, { ano, fence });
}

/**
 * Stores the bytes of an announced chunk, which then survive the loss of the node. Safe to repeat. @throws Refusal
 * LEASE_LOST; NOT_FOUND if it was not announced; INPUT_INVALID if the content is different
 */
export async function receiveChunk(
  o: Pick<NodeOptions, 'database' | 'store'>,
  lease: Lease,
  n: number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const chunk = await o.database.transaction(async (db) => {
    if (!(await lockLease(db, lease))) throw new Refusal('LEASE_LOST');
    return findChunk(db, lease, n);
  });
  if (!chunk) throw new Refusal('NOT_FOUND');
  const place = chunkPlace(lease, n);
  await o.store.put(`${place}${chunkName}`, checked(content, chunk));
  const isWanted = await o.database.transaction(async (db) => {
    if (!(await lockLease(db, lease))) return false;
    await markChunkStored(db, lease, n);
    return true;
  });
  if (isWanted) return;
  await o.store.remove(place);
  throw new Refusal('LEASE_LOST');
}

/** Parts of a chunk, in the order in which they are sent and stored. */
export const chunkParts = ['video', 'events', 'warc', 'index', 'connections'] as const;
export type ChunkPart = (typeof chunkParts)[number];

/** @returns the byte range of a part; null if the chunk doesn't have it */
export const rangeOf = ({ video, events, network }: RecordingChunk, part: ChunkPart) =>
  part === 'video' || part === 'events' ? { video, events }[part] : (network?.[part] ?? null);

/** Passes the bytes through and compares each part with its digest. @throws Refusal INPUT_INVALID */
async function* checked(content: AsyncIterable<Uint8Array>, chunk: RecordingChunk) {
  const parts = chunkParts.flatMap((part) => rangeOf(chunk, part) ?? []);
  const digests = parts.map(() => createHash('sha256'));
  let n = 0;
  let left = parts[0]?.size ?? 0;
  for await (const bytes of content) {
    for (let rest = bytes; rest.length > 0; ) {
      while (left === 0) {
        n += 1;
        const next = parts[n];
        if (!next) throw invalid('It is longer than announced.');
        left = next.size;
      }
      const taken = rest.subarray(0, left);
      digests[n]?.update(taken);
      left -= taken.length;
      rest = rest.subarray(taken.length);
    }
    yield bytes;
  }
  if (digests.some((digest, i) => digest.digest('hex') !== parts[i]?.sha256)) throw invalid('Its digest is another.');
}

const invalid = (message: string): Refusal => new Refusal('INPUT_INVALID', { fields: [{ field: 'chunk', message }] });
