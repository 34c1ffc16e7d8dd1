import { canonicalBytes, DeviceManifest, type FileList, paths } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import { type AttestationKind, type Failure, isCapturedKind } from '@proofkeep/contract';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import type { Installation } from '../../../installation.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Store } from '../../../store/store.ts';
import { dataPlace, type Lease } from '../../evidence/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { certify } from '../sealing/certify.ts';
import type { Submitted } from '../sealing/manifest.ts';
import { seal } from '../sealing/seal.ts';
import { type KnownDigests, NotVerified } from '../sealing/self-check.ts';
import {
  type AttestationRow,
  findAttestation,
  findJobOf,
  findSubmitterOf,
  leaseOf,
  lockAttestation,
} from '../store.ts';
import { grantLease } from '../write-store.ts';
import { contentKey } from './receive.ts';
import { type Entry, findEntries } from './store.ts';
import { findMediaTypes } from './upload-store.ts';

/**
 * Seals and certifies submitted files, digests or a device's recording. Safe to run again after a crash: files in their
 * final places and sealed parts are written once, under the fence of the first run.
 */
export async function sealFiles(installation: Installation, jobs: Jobs, ano: string): Promise<void> {
  const { database } = installation;
  const row = await takeUp(database, ano);
  if (!row) return;
  const digests: KnownDigests = new Map();
  if (row.state === 'capturing') {
    const lease = leaseOf(row);
    const submitted = await submittedOf(installation, row, lease);
    await seal(installation, submitted, { digests }).catch(async (error: unknown) => {
      if (error instanceof NotVerified) await fail({ database, jobs }, lease, error.failure);
      // The failed job notifies the operator; its retry finds nothing left to do.
      throw error;
    });
  }
  await certify(installation, ano, { digests });
}

/**
 * Moves a queued submission on and gives it a fence. @returns its row; undefined if it doesn't exist or isn't a
 * submission of files
 */
async function takeUp(database: Database, ano: string): Promise<AttestationRow | undefined> {
  return database.transaction(async (db) => {
    const row = await lockAttestation(db, ano);
    if (row && isCapturedKind(row.kind)) return undefined;
    if (row?.state !== 'queuing') return row;
    await moveAttestation(db, ano, 'taken');
    await grantLease(db, ano, { node: null, until: null });
    return findAttestation(db, ano);
  });
}

/** Moves the contents into place; for files and digests, also writes the list that names them. */
async function submittedOf({ database, store }: Installation, row: AttestationRow, lease: Lease): Promise<Submitted> {
  const { ano, kind } = row;
  if (isCapturedKind(kind)) throw new Error(`${ano} was not submitted as files.`);
  const entries = await findEntries(database.pool, ano);
  const mediaTypes = await findMediaTypes(database.pool, ano);
  for (const entry of entries) await place(store, lease, kind, entry);
  const placed = entries.flatMap(({ path, receivedId, size, sha256, sm3 }) =>
    path === null || receivedId === null || size === null || sm3 === null
      ? []
      : [artifactOf(path, mediaTypes.get(receivedId) ?? 'application/octet-stream', { size, sha256, sm3 })],
  );
  const submitter = await findSubmitterOf(database.pool, ano);
  const common = { ...lease, title: row.name || row.title, submitter, next: 'sealing' } as const;
  if (kind === 'device') {
    const { device } = DeviceJob.parse(await findJobOf(database.pool, ano));
    return { ...common, kind, device, artifacts: placed };
  }
  const { files, artifact } = await putFileList(store, lease, entries);
  return { ...common, kind, files, artifacts: [artifact, ...placed] };
}

/** Facts from the submission of a recording. */
const DeviceJob = z.object({ device: DeviceManifest.shape.device });

async function putFileList(store: Store, lease: Lease, entries: readonly Entry[]) {
  const files: FileList['files'] = entries.map(
    ({ receivedId: _received, mediaType: _type, addedId: _added, addedAt: _at, ...file }) => file,
  );
  const list = canonicalBytes({ v: 1, type: 'proofkeep-files', ano: lease.ano, files } satisfies FileList);
  await store.put(`${dataPlace(lease)}${below(paths.fileList)}`, list);
  const artifact = artifactOf(paths.fileList, 'application/json', {
    size: list.length,
    sha256: sha256Hex(list),
    sm3: sm3Hex(list),
  });
  return { files, artifact };
}

/** Sealing reads the file under its new key and compares it with the digests of the upload. */
async function place(
  store: Store,
  lease: Lease,
  kind: AttestationKind,
  { path, receivedId, size, sha256 }: Entry,
): Promise<void> {
  if (path === null || receivedId === null || size === null) return;
  await store.duplicate(contentKey(kind, receivedId), `${dataPlace(lease)}${below(path)}`, { size, sha256 });
}

const artifactOf = (path: string, mediaType: string, o: { size: number; sha256: string; sm3: string }) => ({
  path: below(path),
  mediaType,
  ...o,
});

/** Path below `data/`. */
const below = (path: string): string => path.slice(paths.dataFolder.length);

/**
 * Nothing was logged: fails the attestation, which releases its hold, and removes the copies; the uploads stay for a
 * retry.
 */
async function fail(
  { database, jobs }: { database: Database; jobs: Jobs },
  { ano, fence }: Lease,
  failure: Failure,
): Promise<void> {
  await database.transaction(async (db) => {
    const row = await lockAttestation(db, ano);
    if (row?.state !== 'capturing' || row.fence !== fence) return;
    await moveAttestation(db, ano, 'failed', { failure });
    await jobs.send(db, 'discard', { ano, fence });
  });
}
