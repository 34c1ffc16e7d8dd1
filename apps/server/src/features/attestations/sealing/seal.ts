import { canonicalBytes, Leaf, Manifest, type ManifestObject, paths } from '@proofkeep/bundle';
import { PassingDigest, sha256Hex, sm3Hex } from '@proofkeep/bundle/node';
import {
  type Artifact,
  type CaptureReport,
  type ClockOffset,
  type Message,
  message,
  type ProofRung,
} from '@proofkeep/contract';
import { signDetached } from '@proofkeep/seal';
import type { Installation } from '../../../installation.ts';
import { removeUnlessRetained, type Store } from '../../../store/store.ts';
import {
  chooseSealedParts,
  dataPlace,
  type Lease,
  leasePlace,
  manifestIn,
  type Parts,
  partIn,
  readSealedParts,
  type SealedParts,
  type StoredFile,
  writeParts,
} from '../../evidence/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { type AttestationRow, leaseOf, lockAttestation, setSealFacts } from '../store.ts';
import type { Submitter } from '../submitting/submitter.ts';
import { climb } from './climb.ts';
import { requireSealVerified } from './self-check.ts';
import { refusalsIn, stamp, stampDetail } from './stamp.ts';
import { insertSealedFiles } from './store.ts';

/** The result of a lease; its files are in the store, at `dataPlace`. */
export interface Captured extends Lease {
  report: CaptureReport;
  artifacts: readonly Artifact[];
  /** The recorder's clock minus this server's; null if it is the same clock. */
  clock: ClockOffset | null;
  submitter: Submitter;
  /** `preview`: the holder decides before it is certified. */
  next: 'preview' | 'sealing';
}

export type OnRung = (rung: ProofRung, detail: string) => void;

/**
 * Seals a capture: from its files to a committed leaf. The parts are in the store before the one transaction that moves the
 * attestation on and hands the leaf to the log. A crash before it leaves an attestation in `capturing`, whose files the next
 * attempt seals or removes; a crash after it leaves one that `certify` completes. Safe to run again and by two servers at
 * once. Does nothing if the attestation was cancelled or has another lease by then.
 */
export async function seal(installation: Installation, capture: Captured, onRung: OnRung = () => {}): Promise<void> {
  const { database, store } = installation;
  const data = await checkFiles(store, capture);
  await climb(database, capture, 'hashed');
  onRung('hashed', `${data.length}`);

  const sealed =
    (await readSealedParts(store, capture)) ??
    (await chooseSealedParts(store, capture, await partsToSeal(installation, capture, data)));
  await writeParts(store, leasePlace(capture), sealed.parts);
  await climb(database, capture, 'stamped', stampSaid(sealed.parts));
  onRung('stamped', stampDetail(sealed.parts));

  await requireSealVerified(installation, capture.ano, sealed);
  const found = await commit(installation, capture, sealed);
  // A cancellation or a new lease may have removed the files before the last of them was written.
  if (!found || leaseOf(found).fence !== capture.fence || isGivenUp(found))
    await removeUnlessRetained(store, leasePlace(capture));
}

/** How far the clock of the installation's own timestamp was off, and which outside authorities gave none. */
function stampSaid(parts: Parts): Message[] {
  const { clock } = manifestIn(parts).manifest;
  return [
    clock ? message('clock.compared', clock) : message('clock.not-compared'),
    ...refusalsIn(parts).map(({ authority }) => message('stamp.declined', { authority })),
  ];
}

const isGivenUp = ({ state }: AttestationRow): boolean =>
  state === 'queuing' || state === 'failed' || state === 'cancelled';

/** @returns the row as it was before; undefined if there is none */
async function commit(
  { database, log }: Installation,
  { ano, fence, report, next }: Captured,
  { parts }: SealedParts,
): Promise<AttestationRow | undefined> {
  return database.transaction(async (client) => {
    const row = await lockAttestation(client, ano);
    if (row?.state !== 'capturing' || leaseOf(row).fence !== fence) return row;
    const { manifest, manifestSha256 } = manifestIn(parts);
    const { title } = manifest.subject;
    const sizeBytes = manifest.objects.reduce((sum, { size }) => sum + size, 0);
    const capturedAt = report.startedAt;
    const isComplete = report.state === 'complete';
    await setSealFacts(client, ano, { manifestSha256, title, isComplete, sizeBytes, capturedAt });
    await insertSealedFiles(client, manifest);
    await moveAttestation(client, ano, next === 'preview' ? 'shown' : 'captured');
    await log.enqueue(client, { key: ano, bytes: partIn(parts, paths.leaf) });
    return row;
  });
}

async function partsToSeal(installation: Installation, capture: Captured, data: StoredFile[]): Promise<SealedParts> {
  const manifest = canonicalBytes(manifestOf(capture, installation));
  const { ano } = capture;
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
 * Reads every file in the store and compares it with the digests that the node reported. There may be no other file, which the
 * manifest would not list.
 */
async function checkFiles(store: Store, capture: Captured): Promise<StoredFile[]> {
  const place = dataPlace(capture);
  const unnamed = new Set((await store.list(place)).map(({ key }) => key.slice(place.length)));
  const checked: StoredFile[] = [];
  for (const { path, size, sha256, sm3 } of capture.artifacts) {
    if (!unnamed.delete(path)) throw new Error(`${path} is not a file that the capture node left.`);
    const key = `${place}${path}`;
    const found = await digestOf(store, key);
    if (found.size !== size || found.sha256 !== sha256 || found.sm3 !== sm3)
      throw new Error(`${path} is not the file whose digest the capture node gave.`);
    checked.push({ path: `${paths.dataFolder}${path}`, key, size, sha256, crc32: found.crc32 });
  }
  for (const path of unnamed) throw new Error(`The capture node left ${path}, which it did not name.`);
  return checked;
}

async function digestOf(store: Store, key: string): Promise<ReturnType<PassingDigest['digest']>> {
  const passing = new PassingDigest();
  for await (const chunk of await store.read(key)) passing.update(chunk);
  return passing.digest();
}

function manifestOf({ ano, report, artifacts, submitter, clock }: Captured, installation: Installation): Manifest {
  const { environment, page } = report;
  if (!environment || report.state === 'failed') throw new Error('A failed capture is never sealed.');
  const objects: ManifestObject[] = artifacts
    .map(({ path, size, mediaType, sha256, sm3 }) => ({
      path: `${paths.dataFolder}${path}`,
      size,
      mediaType,
      sha256,
      sm3,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return Manifest.parse({
    v: 2,
    type: 'proofkeep-manifest',
    ano,
    salt: installation.random(32).toString('hex'),
    createdAt: new Date().toISOString(),
    clock: installation.clock.comparison().outside,
    kind: 'page',
    subject: { requestedUrl: page.requestedUrl, finalUrl: page.finalUrl ?? page.requestedUrl, title: page.title ?? '' },
    applicant: submitter.applicant,
    capture: {
      state: report.state,
      startedAt: report.startedAt,
      endedAt: report.endedAt,
      tool: environment.tool,
      toolVersion: environment.toolVersion,
      browser: environment.browser,
      isolation: environment.isolation,
      clock: { ...environment.clock, sealer: clock },
      operator: submitter.operator,
      missing: report.missing.length,
    },
    objects,
  } satisfies Manifest);
}
