import {
  BundleError,
  type Digests,
  isAno,
  isCaptured,
  loadHashes,
  Manifest,
  openZip,
  operatorOf,
  paths,
  readSealed,
  type Source,
  toHex,
  type Zip,
} from '@proofkeep/bundle';
import type { Anchors } from './anchors.ts';
import { checkClock, checkReport, listUncompared } from './capture-report.ts';
import { checkCertificate } from './certificate.ts';
import { type Context, readContents, readLeaf } from './context.ts';
import { checkCustody } from './custody.ts';
import { noteDeclinedAuthorities } from './declined-authorities.ts';
import { detail, detailOf, problem } from './details.ts';
import { checkDevice } from './device.ts';
import { checkFiles } from './files.ts';
import { checkHeadLog } from './head-log.ts';
import { checkLeaf, checkLog } from './log.ts';
import { checkRecord } from './network-record.ts';
import { checkOutsideRevocation } from './outside-revocation.ts';
import { checkContents, checkObjects } from './parts.ts';
import { checkProduct } from './product.ts';
import { checkRecording } from './recording.ts';
import type { Check, Finding, Report } from './report.ts';
import { noteInto, verdictOf } from './report.ts';
import { checkCertifiedRevocation, checkSealedRevocation } from './revocation.ts';
import { checkSecond, checkSecondOrder } from './second-record.ts';
import { checkContentsSignature, checkManifestSignature, checkTimestamps } from './signatures.ts';
import { checkOrder, isNumberDated, isNumberLate } from './times.ts';

const partLimit = 64 * 1024 * 1024;

/** How a bundle is verified. */
export interface VerifyOptions {
  /**
   * Digests of a preserved file by its path, if the caller computes them from the same bytes more efficiently; if
   * undefined, they are computed from the source. Its CRC-32 is then not compared.
   */
  digestsOf?: (path: string) => Promise<Digests> | undefined;
}

/**
 * Checks a bundle against trust anchors, offline. Every check ends as a finding; nothing in a bundle makes this throw.
 * Only reading the source itself may throw.
 */
export const verifyBundle = (source: Source, anchors: Anchors, options: VerifyOptions = {}): Promise<Report> =>
  verifyWith(source, { anchors, ...options }, [
    checkNumber,
    checkObjects,
    checkReport,
    checkClock,
    checkRecord,
    checkProduct,
    checkSecond,
    checkRecording,
    checkFiles,
    checkDevice,
    listUncompared,
    checkContents,
    checkTimestamps,
    checkCertificate,
    checkManifestSignature,
    checkContentsSignature,
    noteDeclinedAuthorities,
    checkCustody,
    checkLeaf,
    checkLog,
    checkHeadLog,
    checkSealedRevocation,
    checkOutsideRevocation,
    checkCertifiedRevocation,
    checkOrder,
    checkSecondOrder,
    accuseManifest,
  ]);

/** Checks a bundle before it is logged: everything that can be checked at that time. */
export const verifySealed = (source: Source, anchors: Anchors, options: VerifyOptions = {}): Promise<Report> =>
  verifyWith(source, { anchors, ...options }, [
    checkNumber,
    checkObjects,
    checkReport,
    checkClock,
    checkRecord,
    checkProduct,
    checkSecond,
    checkRecording,
    checkFiles,
    checkDevice,
    checkTimestamps,
    checkManifestSignature,
    noteDeclinedAuthorities,
    checkLeaf,
    checkSealedRevocation,
    checkOutsideRevocation,
    checkOrder,
    checkSecondOrder,
  ]);

async function verifyWith(
  source: Source,
  { anchors, digestsOf }: VerifyOptions & { anchors: Anchors },
  checksToMake: readonly ((context: Context) => Promise<void>)[],
): Promise<Report> {
  const findings: Finding[] = [];
  const note = noteInto(findings);
  const hashes = await loadHashes();
  let zip: Zip;
  try {
    zip = await openZip(source);
    const names = [...zip.entries.keys()];
    const displaced = names.find((name, i) => i > 0 && name < (names[i - 1] as string));
    if (displaced) throw problem('out-of-order', { entry: displaced });
    note('container', 'passed', { detail: detail('parts', { count: zip.entries.size }) });
  } catch (error) {
    note('container', 'failed', { subject: entryOf(error), detail: detailOf(error) });
    return { verdict: 'failed', findings, facts: null };
  }

  let manifestBytes: Uint8Array;
  let manifest: Manifest;
  try {
    manifestBytes = await zip.bytes(paths.manifest, partLimit);
    manifest = readSealed(Manifest, manifestBytes, paths.manifest);
    note('manifest', 'passed', { subject: paths.manifest });
  } catch (error) {
    note('manifest', 'failed', { subject: paths.manifest, detail: detailOf(error) });
    return { verdict: 'failed', findings, facts: null };
  }

  const context: Context = {
    zip,
    anchors,
    digestsOf,
    ...hashes,
    manifest,
    manifestBytes,
    manifestSha256: toHex(hashes.sha256(manifestBytes)),
    note,
    async attempt(check, subject, work) {
      try {
        await work();
        note(check, 'passed', { subject });
      } catch (error) {
        note(check, 'failed', { subject, detail: detailOf(error) });
      }
    },
    part: (path) => zip.bytes(path, partLimit),
    findings,
    stampedAt: null,
    certified: null,
    certifiedCustody: undefined,
    stamps: [],
    isStampBelieved: false,
    logIndex: null,
  };
  for (const check of checksToMake) await check(context);
  return { verdict: verdictOf(findings), findings, facts: factsOf(context) };
}

/** Checks the attestation number: its check digit and its day. */
async function checkNumber({ manifest, note }: Context): Promise<void> {
  const subject = paths.manifest;
  const day = manifest.ano.slice(2, 10);
  if (!isAno(manifest.ano)) note('manifest', 'failed', { subject, detail: detail('number-check') });
  if (!isNumberDated(manifest)) note('manifest', 'failed', { subject, detail: detail('number-date', { day }) });
  if (isNumberLate(manifest)) note('manifest', 'failed', { subject, detail: detail('number-day', { day }) });
}

/**
 * Blames the manifest instead of its proofs only if proven: the trusted log or seal gives another digest for the same
 * number, and no proof covers this one.
 */
async function accuseManifest(context: Context): Promise<void> {
  const { findings, manifest, manifestSha256, note } = context;
  const has = (outcome: Finding['outcome'], ...checks: Check[]) =>
    checks.every((check) => findings.some((finding) => finding.check === check && finding.outcome === outcome));
  if ((['manifest-signature', 'timestamp', 'leaf', 'contents'] as const).some((check) => has('passed', check))) return;
  const speakers = [
    { part: paths.leaf, read: readLeaf, isBelieved: has('passed', 'inclusion', 'checkpoint') },
    { part: paths.contents, read: readContents, isBelieved: has('passed', 'contents-signature') },
  ];
  for (const { part, read, isBelieved } of speakers) {
    const claim = isBelieved ? await read(context).catch(() => undefined) : undefined;
    if (claim?.ano !== manifest.ano || claim.manifestSha256 === manifestSha256) continue;
    const replaced = detail('manifest-replaced', { part, sha256: claim.manifestSha256 });
    note('manifest', 'failed', { subject: paths.manifest, detail: replaced });
    return;
  }
}

type Facts = NonNullable<Report['facts']>;

function factsOf({ manifest, manifestSha256, stampedAt, logIndex }: Context): Facts {
  return {
    ano: manifest.ano,
    kind: manifest.kind,
    title: manifest.subject.title,
    applicant: manifest.applicant,
    operator: operatorOf(manifest),
    capture: captureFacts(manifest),
    recording: recordingFacts(manifest),
    second: secondFacts(manifest),
    files: fileFacts(manifest),
    device: deviceFacts(manifest),
    manifestSha256,
    stampedAt: stampedAt?.toISOString() ?? null,
    logIndex,
  };
}

function captureFacts(manifest: Manifest): Facts['capture'] {
  if (!isCaptured(manifest)) return null;
  const { state, startedAt, missing } = manifest.capture;
  return { requestedUrl: manifest.subject.requestedUrl, startedAt, state, missing };
}

function secondFacts(manifest: Manifest): Facts['second'] {
  if ((manifest.kind !== 'page' && manifest.kind !== 'ecommerce') || !manifest.second) return null;
  const { state, from, place } = manifest.second;
  const startedAt = manifest.second.state === 'captured' ? manifest.second.capture.startedAt : null;
  return { state, from: from?.name ?? null, place: place?.name ?? null, startedAt };
}

function recordingFacts(manifest: Manifest): Facts['recording'] {
  if (manifest.kind !== 'live') return null;
  const { startedAt, endedAt, frames, events } = manifest.recording;
  return { startedAt, endedAt, frames, events };
}

function fileFacts(manifest: Manifest): Facts['files'] {
  if (manifest.kind !== 'files' && manifest.kind !== 'digests') return null;
  const { files: count, bytes } = manifest.subject;
  return { examinedAt: manifest.receipt.examinedAt, count, bytes };
}

function deviceFacts(manifest: Manifest): Facts['device'] {
  if (manifest.kind !== 'device') return null;
  const { name, key, claimedFrom, claimedUntil, segments, held } = manifest.device;
  return { name, key, claimedFrom, claimedUntil, segments, held };
}

const entryOf = (error: unknown): string =>
  error instanceof BundleError ? (error.entry ?? '') : String(detailOf(error).args.entry ?? '');
