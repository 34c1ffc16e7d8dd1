import { artifactLimitBytes } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { StoreError } from '../../../store/store.ts';
import { dataPlace, type Lease, leasePlace } from '../../evidence/service.ts';
import { lockSecondLease } from '../second/store.ts';
import type { NodeOptions } from './options.ts';
import { findDelivery, findFile, lockLease, markStored } from './store.ts';

/**
 * Stores one artifact, which must match the node's announcement. A crash before the end leaves the file, and the node's
 * next upload finds it there. @throws Refusal LEASE_LOST, after which no file of the lease is kept; NOT_FOUND if it was
 * not announced; TOO_LARGE; INPUT_INVALID if its digest differs
 */
export async function receiveFile(
  o: NodeOptions,
  lease: Lease,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const artifact = await o.database.transaction(async (db) => {
    if (!(await lockAnyLease(db, lease))) throw new Refusal('LEASE_LOST');
    return findFile(db, lease, path);
  });
  if (!artifact) throw new Refusal('NOT_FOUND');
  const { size, sha256 } = artifact;
  if (size > artifactLimitBytes) throw new Refusal('TOO_LARGE');
  try {
    await o.store.put(`${dataPlace(lease)}${path}`, atMost(content, size), { size, sha256 });
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_MISMATCH')
      throw new Refusal('INPUT_INVALID', { fields: [{ field: path, message: error.message }] });
    throw error;
  }
  await markOrRemove(o, lease, path);
}

const lockAnyLease = async (db: Client, lease: Lease) =>
  (await lockLease(db, lease)) ?? (await lockSecondLease(db, lease));

/** Marks the file as stored, or removes it if the lease ended during the upload. */
async function markOrRemove(o: NodeOptions, lease: Lease, path: string): Promise<void> {
  const isWanted = await o.database.transaction(async (db) => {
    const row = await lockAnyLease(db, lease);
    if (row) await markStored(db, lease, path);
    return row || (await findDelivery(db, lease.fence));
  });
  if (isWanted) return;
  await o.store.remove(leasePlace(lease));
  throw new Refusal('LEASE_LOST');
}

async function* atMost(content: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let passed = 0;
  for await (const chunk of content) {
    passed += chunk.length;
    if (passed > size) throw new Refusal('TOO_LARGE');
    yield chunk;
  }
}
