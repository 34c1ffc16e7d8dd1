import { canonicalBytes, type Leaf, paths } from '@proofkeep/bundle';
import { sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import { type Message, message, type ProofRung, type SessionFacts, startedMinutes } from '@proofkeep/contract';
import { signDetached } from '@proofkeep/seal';
import type { Installation } from '../../../installation.ts';
import { removeUnlessRetained, type Store } from '../../../store/store.ts';
import {
  chooseSealedParts,
  dataPlace,
  leasePlace,
  manifestIn,
  type Parts,
  partIn,
  readSealedParts,
  type SealedParts,
  type StoredFile,
  writeParts,
} from '../../evidence/service.ts';
import { shrinkHold } from '../../money/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { indexFacts } from '../search/indexing.ts';
import { type AttestationRow, leaseOf, lockAttestation } from '../store.ts';
import { submitLinked } from '../submitting/linked-pages.ts';
import { setSealFacts } from '../write-store.ts';
import { climb } from './climb.ts';
import { type Evidence, manifestOf } from './manifest.ts';
import { type KnownDigests, requireSealVerified } from './self-check.ts';
import { declinedIn, stamp, stampDetail } from './stamp.ts';
import { insertSealedFiles } from './store.ts';

export type OnRung = (rung: ProofRung, detail: string) => void;

export interface SealOptions {
  onRung?: OnRung;
  /** Receives the digests of each file as read, so that the next check need not read it again. */
  digests?: KnownDigests;
}

/**
 * Seals evidence, from its files to a committed leaf. Writes the parts to the store before the single transaction that
 * moves the attestation on and hands the leaf to the log. A crash before COMMIT leaves an attestation in `capturing`,
 * whose files the next attempt seals or removes; a crash after it leaves an attestation that `certify` completes. Safe
 * to run again and by two servers concurrently. Does nothing if the attestation was cancelled or has another lease by
 * then.
 */
export async function seal(
  installation: Installation,
  evidence: Evidence,
  { onRung = () => {}, digests = new Map() }: SealOptions = {},
): Promise<void> {
  const { database, store } = installation;
  const data = await checkFiles(store, evidence, digests);
  await climb(database, evidence, 'hashed');
  onRung('hashed', `${data.length}`);

  const sealed =
    (await readSealedParts(store, evidence)) ??
    (await chooseSealedParts(store, evidence, await partsToSeal(installation, evidence, data)));
  await writeParts(store, leasePlace(evidence), sealed.parts);
  await climb(database, evidence, 'stamped', stampSaid(sealed.parts));
  onRung('stamped', stampDetail(sealed.parts));

  await requireSealVerified(installation, evidence.ano, sealed, digests);
  const found = await commit(installation, evidence, sealed);
  // A cancellation or a new lease may have removed the files before the last of them was written.
  if (!found || leaseOf(found).fence !== evidence.fence || isGivenUp(found))
    await removeUnlessRetained(store, leasePlace(evidence));
}

/** The clock offset at the installation's own timestamp, and the outside authorities that gave none. */
function stampSaid(parts: Parts): Message[] {
  const { clock } = manifestIn(parts).manifest;
  return [
    clock ? message('clock.compared', clock) : message('clock.not-compared'),
    ...declinedIn(parts).map(({ authority }) => message('stamp.declined', { authority })),
  ];
}

const isGivenUp = ({ state }: AttestationRow): boolean =>
  state === 'queuing' || state === 'failed' || state === 'cancelled';

/** Null fields for files and digests. */
const captureFacts = (evidence: Evidence) =>
  'report' in evidence
    ? {
        isComplete: evidence.report.state === 'complete',
        warning: evidence.report.block?.kind ?? null,
        capturedAt: evidence.report.startedAt,
      }
    : { isComplete: null, warning: null, capturedAt: null };

/** @returns the row as it was before; undefined if it doesn't exist */
async function commit(
  { database, log }: Installation,
  evidence: Evidence,
  { parts }: SealedParts,
): Promise<AttestationRow | undefined> {
  const { ano, fence, next } = evidence;
  return database.transaction(async (client) => {
    const row = await lockAttestation(client, ano);
    if (row?.state !== 'capturing' || leaseOf(row).fence !== fence) return row;
    const { manifest, manifestSha256 } = manifestIn(parts);
    const { title } = manifest.subject;
    const sizeBytes = manifest.objects.reduce((sum, { size }) => sum + size, 0);
    await setSealFacts(client, ano, { manifestSha256, title, sizeBytes, ...captureFacts(evidence) });
    await indexFacts(client, ano);
    await insertSealedFiles(client, manifest);
    if ('report' in evidence && evidence.report.session)
      await shrinkHold(client, ano, { quantity: minutesOf(evidence.report.session), now: new Date() });
    // The second record is charged only where there is one.
    if ('report' in evidence && evidence.second?.state === 'failed')
      await shrinkHold(client, ano, { quantity: 1, now: new Date() });
    if (evidence.kind === 'page') await submitLinked(client, ano, evidence.report);
    await moveAttestation(client, ano, next === 'preview' ? 'shown' : 'captured');
    await log.enqueue(client, { key: ano, bytes: partIn(parts, paths.leaf) });
    return row;
  });
}

/** Users pay for recorded minutes, up to the booked number: the last picture is taken after the booked time. */
const minutesOf = ({ startedAt, endedAt }: SessionFacts): number =>
  startedMinutes(Date.parse(endedAt) - Date.parse(startedAt));

async function partsToSeal(installation: Installation, evidence: Evidence, data: StoredFile[]): Promise<SealedParts> {
  const manifest = canonicalBytes(manifestOf(evidence, installation));
  const { ano } = evidence;
  const stamps = await stamp(installation, { ano, manifest });
  const leaf = canonicalBytes({
    v: 1,
    type: 'proofkeep-leaf',
    ano,
    manifestSha256: sha256Hex(manifest),
    manifestSm3: sm3Hex(manifest),
    tokenSha256: sha256Hex(partIn(stamps, paths.token)),
  } satisfies Leaf);
  const claimedAt = new Date();
  const signature = await signDetached(installation.authority.seal, manifest, { claimedAt });
  const parts = new Map([
    ...stamps,
    [paths.manifest, manifest] as const,
    [paths.manifestSignature, signature] as const,
    [paths.leaf, leaf] as const,
  ]);
  return { data, parts };
}

/**
 * Reads every file in the store and compares it with the digests from the capture node or the upload. Rejects
 * additional files, which the manifest would not list.
 */
async function checkFiles(store: Store, evidence: Evidence, digests: KnownDigests): Promise<StoredFile[]> {
  const place = dataPlace(evidence);
  const unnamed = new Set((await store.list(place)).map(({ key }) => key.slice(place.length)));
  const checked: StoredFile[] = [];
  for (const { path, size, sha256, sm3 } of evidence.artifacts) {
    if (!unnamed.delete(path)) throw new Error(`${path} is not among the files of the evidence.`);
    const key = `${place}${path}`;
    const found = await store.digest(key);
    digests.set(key, found);
    if (found.size !== size || found.sha256 !== sha256 || found.sm3 !== sm3)
      throw new Error(`${path} is not the file whose digest was given.`);
    checked.push({ path: `${paths.dataFolder}${path}`, key, size, sha256, crc32: found.crc32 });
  }
  for (const path of unnamed) throw new Error(`${path} was left beside the evidence and not named.`);
  return checked;
}
