import { Contents, canonicalBytes, paths, verificationInstructions } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { message } from '@proofkeep/contract';
import { certifyPdf, chainPem, drawCertificate, signDetached, tokenSource } from '@proofkeep/seal';
import type { Installation } from '../../../installation.ts';
import type { LoggedEntry } from '../../../log/log.ts';
import { removeUnlessRetained } from '../../../store/store.ts';
import {
  certificatePlace,
  isCertificateFolder,
  type Lease,
  leasePlace,
  manifestIn,
  type Parts,
  readSealedParts,
  type SealedParts,
  writeIndex,
  writeParts,
} from '../../evidence/service.ts';
import { readCustodyRecord } from '../custody-store.ts';
import { moveAttestation } from '../lifecycle.ts';
import { headProofs } from '../live-sessions/heads.ts';
import { indexSealed } from '../search/jobs.ts';
import { findAttestation, leaseOf, lockAttestation } from '../store.ts';
import { setCertifiedPlace, setRetention } from '../write-store.ts';
import { certificateFacts } from './certificate-facts.ts';
import { climb } from './climb.ts';
import type { SealOptions } from './seal.ts';
import { type KnownDigests, requireVerified } from './self-check.ts';
import { collectedIn } from './stamp.ts';
import { withCertifyLock } from './store.ts';

/**
 * Finishes the proof ladder: waits for the log entry and then, unless the holder still has to confirm, certifies the
 * attestation and puts its evidence under retention. Safe to run again after a crash, and by two servers concurrently.
 */
export async function certify(
  installation: Installation,
  ano: string,
  { onRung = () => {}, digests = new Map() }: SealOptions = {},
): Promise<void> {
  const { database, log } = installation;
  const row = await findAttestation(database.pool, ano);
  if (!row || !['preview', 'sealing', 'succeeded'].includes(row.state)) return;
  const lease = leaseOf(row);
  const entry = await log.logged(ano);
  await climb(database, lease, 'logged', [message('log.entry', { index: entry.index, size: entry.size })]);
  onRung('logged', `#${entry.index}`);
  if (row.state === 'preview') return;

  await withCertifyLock(database, ano, async () => {
    if ((await findAttestation(database.pool, ano))?.state === 'sealing')
      await makeCertificate(installation, lease, { entry, digests });
    await retain(installation, lease);
  });
  onRung('certified', ano);
  await indexSealed(installation, ano);
}

/**
 * Writes the certificate and its accompanying parts to a new place; the transaction that moves the attestation on makes
 * that place the valid one. A crash before it leaves a place that `retain` removes.
 */
async function makeCertificate(
  installation: Installation,
  lease: Lease,
  { entry, digests }: { entry: LoggedEntry; digests: KnownDigests },
): Promise<void> {
  const { store, database } = installation;
  const sealed = await readSealedParts(store, lease);
  if (!sealed) throw new Error(`What was sealed of ${lease.ano} is not in the store.`);
  const draft = certificatePlace(lease, installation.random(8).toString('hex'));
  const around = await partsAround(installation, lease, { sealed, entry });
  const files = [
    ...sealed.data,
    ...(await writeParts(store, leasePlace(lease), sealed.parts)),
    ...(await writeParts(store, draft.parts, around)),
  ];
  // A bundle that doesn't verify leaves nothing behind: the attestation stays in `sealing` until an attempt succeeds.
  await requireVerified(installation, lease.ano, { files, digests }).catch(async (error: unknown) => {
    await store.remove(draft.folder);
    throw error;
  });
  await writeIndex(store, draft.parts, files);
  await database.transaction(async (client) => {
    if ((await lockAttestation(client, lease.ano))?.state !== 'sealing') return;
    await moveAttestation(client, lease.ano, 'certified');
    await setCertifiedPlace(client, lease.ano, draft.parts);
  });
}

/**
 * Removes invalid certificates, then puts everything under retention; an interrupted run repeats both. If the database
 * was restored from a backup older than the store, the certificate made after that backup may already be under
 * retention. It can't be removed and people may have it, so it stays beside the new one (decision 6).
 */
async function retain({ store, database, config }: Installation, lease: Lease): Promise<void> {
  const row = await findAttestation(database.pool, lease.ano);
  if (!row?.certifiedPlace || row.retainedUntil) return;
  const place = leasePlace(lease);
  for (const folder of (await store.folders(place)).filter(isCertificateFolder))
    if (!row.certifiedPlace.startsWith(folder)) await removeUnlessRetained(store, folder);
  const until = new Date(Date.now() + config.RETENTION_DAYS * 24 * 3_600_000);
  await store.retain(place, until);
  await database.transaction((client) => setRetention(client, lease.ano, until));
}

/**
 * The parts made after logging: inclusion proofs, custody record, certificate, instructions and the signed list of
 * contents.
 */
async function partsAround(
  installation: Installation,
  lease: Lease,
  { sealed, entry }: { sealed: SealedParts; entry: LoggedEntry },
): Promise<Parts> {
  const { authority, database } = installation;
  const { manifest } = manifestIn(sealed.parts);
  const facts = await certificateFacts(installation, sealed, entry);
  const custody = await readCustodyRecord(database.pool, manifest.ano);
  const last = custody.events.at(-1);
  const anchor = last && { entries: custody.events.length, sha256: last.sha256 };
  // Fetched before the token, so that no revocation list is newer than the token that it is for.
  const crls = await authority.crls();
  const certificate = await certifyPdf(
    await drawCertificate({ ...facts, custody: anchor }, new Date()),
    authority.seal,
    {
      timestamp: tokenSource(installation.timestamps),
      signerName: facts.sealedBy,
      reason: `存证证书 ${manifest.ano}`,
      claimedAt: new Date(),
    },
  );
  const outsideTokens = facts.timestamps.filter(({ own }) => !own).length;
  const instructions = verificationInstructions(manifest, facts.manifestSha256, {
    outsideTokens,
    collected: collectedIn(sealed.parts),
    hasCustody: anchor !== undefined,
  });
  const parts: Parts = new Map<string, Uint8Array>([
    [paths.inclusion, entry.proof],
    [paths.custody, canonicalBytes(custody)],
    [paths.certificate, certificate],
    [paths.sealChain, Buffer.from(chainPem(authority.seal.chain))],
    [paths.tsaChain, Buffer.from(chainPem(authority.tsa.chain))],
    [paths.certifiedCrl, crls.issuing],
    [paths.certifiedRootCrl, crls.root],
    [paths.logKey, Buffer.from(`${authority.logSigner.vkey}\n`)],
    [paths.instructions, Buffer.from(instructions)],
  ]);
  const proofs = await headProofs(installation, lease, sealed.data);
  if (proofs) parts.set(paths.headProofs, proofs);
  const contents = contentsOf(new Map([...sealed.parts, ...parts]), manifest.ano, facts.manifestSha256);
  parts.set(paths.contents, contents);
  parts.set(paths.contentsSignature, await signDetached(authority.seal, contents, { claimedAt: new Date() }));
  return parts;
}

/** Every part except preserved data and the manifest that lists it. */
function contentsOf(parts: Parts, ano: string, manifestSha256: string): Uint8Array {
  const files = [...parts]
    .filter(([path]) => path !== paths.manifest)
    .map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256Hex(bytes) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const contents = { v: 2, type: 'proofkeep-contents', ano, manifestSha256, files } satisfies Contents;
  return canonicalBytes(Contents.parse(contents));
}
