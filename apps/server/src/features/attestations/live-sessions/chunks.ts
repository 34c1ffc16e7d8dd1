import { createHash } from 'node:crypto';
import { chunkBytes, type RecordingChunk } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { chunkPlace, type Lease } from '../../evidence/service.ts';
import type { NodeOptions } from '../nodes/options.ts';
import { lockLease } from '../nodes/store.ts';
import { findChunk, insertChunk, lastStampedMs, markChunkStored } from './store.ts';

/** Between two timestamps of a running recording. */
const stampEveryMs = 60_000;

/** Name of the only file of a chunk: its part of the video, then that of the events. */
export const chunkName = 'chunk';

/**
 * Keeps a chunk that a node announced, which continues the chain, and has the head timestamped and logged about once a minute.
 * @throws Refusal INPUT_INVALID
 */
export async function takeChunk(
  db: Client,
  o: Pick<NodeOptions, 'clock' | 'onHead'>,
  { ano, fence }: Lease,
  chunk: RecordingChunk,
): Promise<void> {
  const before = chunk.n === 0 ? undefined : await findChunk(db, { ano, fence }, chunk.n - 1);
  const isNext = chunk.n === 0 || (before?.head === chunk.previous && before.toMs === chunk.fromMs);
  if (!isNext || sha256Hex(chunkBytes(chunk)) !== chunk.head) throw invalid('It does not continue the recording.');
  if (!(await insertChunk(db, { ano, fence }, chunk, o.clock()))) return;
  const stampedMs = (await lastStampedMs(db, { ano, fence })) ?? 0;
  if (chunk.toMs - stampedMs >= stampEveryMs) await o.onHead(db, { ano, fence });
}

/**
 * Stores the bytes of an announced chunk: from then on they outlive the node. Safe to repeat.
 * @throws Refusal LEASE_LOST; NOT_FOUND if it was not announced; INPUT_INVALID if it is another
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

/** Passes the bytes on and compares both parts with their digests. @throws Refusal INPUT_INVALID */
async function* checked(content: AsyncIterable<Uint8Array>, { video, events }: RecordingChunk) {
  const digests = [createHash('sha256'), createHash('sha256')] as const;
  const total = video.size + events.size;
  let passed = 0;
  for await (const bytes of content) {
    const ofVideo = Math.max(0, Math.min(bytes.length, video.size - passed));
    digests[0].update(bytes.subarray(0, ofVideo));
    digests[1].update(bytes.subarray(ofVideo));
    passed += bytes.length;
    if (passed > total) throw invalid('It is longer than announced.');
    yield bytes;
  }
  const [ofVideo, ofEvents] = digests.map((digest) => digest.digest('hex'));
  if (passed !== total || ofVideo !== video.sha256 || ofEvents !== events.sha256)
    throw invalid('Its digest is another.');
}

const invalid = (message: string): Refusal => new Refusal('INPUT_INVALID', { fields: [{ field: 'chunk', message }] });
