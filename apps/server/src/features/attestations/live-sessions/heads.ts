import { canonicalBytes, type HeadLeaf, paths, type RecordingHeads } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import type { Installation } from '../../../installation.ts';
import { dataPlace, type Lease } from '../../evidence/service.ts';
import type { Evidence } from '../sealing/manifest.ts';
import { listStamped, lockNewestHead, setToken } from './store.ts';

/**
 * Timestamps the newest head of a running recording and hands it to the log: a change to what was recorded before would show
 * in the chain. Does nothing once the recording was handed in, whose evidence names these tokens.
 */
export async function stampHead({ database, timestamps, log }: Installation, lease: Lease): Promise<void> {
  await database.transaction(async (db) => {
    const newest = await lockNewestHead(db, lease);
    if (!newest || newest.hasToken) return;
    const { n, head } = newest;
    const token = await timestamps.token(Buffer.from(head, 'hex'));
    await setToken(db, lease, n, token);
    const leaf = { v: 1, type: 'proofkeep-head', head, tokenSha256: sha256Hex(token) } satisfies HeadLeaf;
    await log.enqueue(db, { key: `${lease.ano}/${lease.fence}/${n}`, bytes: canonicalBytes(leaf) });
  });
}

/**
 * Adds the tokens of a recording's heads to its files. Safe to run again: no token is added once the lease has ended, so the
 * bytes are the same.
 */
export async function addHeads(
  { database, store }: Installation,
  lease: Lease,
  artifacts: Evidence['artifacts'],
): Promise<Evidence['artifacts']> {
  const stamped = await listStamped(database.pool, lease);
  if (stamped.length === 0) return artifacts;
  const heads = stamped.map(({ n, head, token }) => ({ n, head, token: token.toString('base64') }));
  const bytes = canonicalBytes({
    v: 1,
    type: 'proofkeep-heads',
    ano: lease.ano,
    heads,
  } satisfies RecordingHeads);
  const path = paths.heads.slice(paths.dataFolder.length);
  await store.put(`${dataPlace(lease)}${path}`, bytes);
  const digests = { size: bytes.length, sha256: sha256Hex(bytes), sm3: sm3Hex(bytes) };
  return [...artifacts, { path, mediaType: 'application/json', ...digests }];
}
