import { canonicalBytes, type HeadProofs, headLeafBytes, paths, RecordingHeads, readSealed } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import type { Installation } from '../../../installation.ts';
import { dataPlace, type Lease, readData, type StoredFile } from '../../evidence/service.ts';
import type { Evidence } from '../sealing/manifest.ts';
import { listStamped, lockNewestHead, setToken } from './store.ts';

/**
 * Timestamps the newest head of a running recording and adds it to the log, so a later change of the recorded part
 * would show in the chain. Does nothing once the recording was delivered, since its evidence names these tokens.
 */
export async function stampHead({ database, timestamps, log }: Installation, lease: Lease): Promise<void> {
  await database.transaction(async (db) => {
    const newest = await lockNewestHead(db, lease);
    if (!newest || newest.hasToken) return;
    const { n, head } = newest;
    const token = await timestamps.token(Buffer.from(head, 'hex'));
    await setToken(db, lease, n, token);
    await log.enqueue(db, { key: keyOf(lease, n), bytes: headLeafBytes(head, sha256Hex(token)) });
  });
}

const keyOf = ({ ano, fence }: Lease, n: number): string => `${ano}/${fence}/${n}`;

/**
 * Adds the tokens of a recording's heads to its files. Safe to run again: no token is added once the lease has ended,
 * so the bytes stay the same.
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

/** Proofs that the sealed heads of a recording are in the log; undefined if there are none. */
export async function headProofs(
  { log, store }: Installation,
  lease: Lease,
  data: readonly StoredFile[],
): Promise<Uint8Array | undefined> {
  if (!data.some(({ path }) => path === paths.heads)) return undefined;
  const { heads } = readSealed(RecordingHeads, await readData(store, data, paths.heads), paths.heads);
  const proofs = await Promise.all(
    heads.map(async ({ n }) => ({ n, proof: Buffer.from((await log.logged(keyOf(lease, n))).proof).toString() })),
  );
  const value = { v: 1, type: 'proofkeep-head-proofs', ano: lease.ano, proofs } satisfies HeadProofs;
  return canonicalBytes(value);
}
