import {
  blobSource,
  loadHashes,
  Manifest,
  OutsideRevocation,
  openZip,
  paths,
  readAnchorsFile,
  readSealed,
  type Source,
  toHex,
  verificationInstructions,
  type Zip,
} from '@proofkeep/bundle';
import {
  type Anchors,
  documentDigests,
  isCertificateReport,
  isMatterReport,
  readAnchors,
  verifyDeed,
  verifyFile,
} from '@proofkeep/verify';
import { TaskError } from '../../ui/tasks/task.ts';
import { onTask } from '../../ui/tasks/worker-side.ts';
import { fileKindOf } from './file-kind.ts';
import type { DeedOutcome, Outcome, Trust, VerifyTask } from './verify-file.ts';

const manifestLimit = 64 * 1024 * 1024;

onTask<VerifyTask, Trust | Outcome | DeedOutcome>(async (task, onRead) => {
  await refuseUnableBrowser();
  const anchors = await anchorsIn(task.anchors);
  if (task.isDeed) return checkedDeed(task, anchors);
  return task.file ? verified(task.file, anchors, onRead) : trustOf(task.anchors, anchors);
});

async function checkedDeed({ deed, pdf }: VerifyTask, anchors: Anchors): Promise<DeedOutcome> {
  const digests = pdf ? await documentDigests(blobSource(pdf)) : null;
  return { proof: deed ? await verifyDeed(deed, anchors) : null, digests };
}

async function verified(file: File, anchors: Anchors, onRead: (bytes: number) => void): Promise<Outcome> {
  const { source, expectWhole } = counted(blobSource(file), onRead);
  const report = await verifyFile(source, anchors);
  expectWhole();
  if (isCertificateReport(report) && report.findings[0]?.check === 'container') return { kind: 'other-pdf' };
  if (isCertificateReport(report) || isMatterReport(report)) return { kind: 'report', report, instructions: null };
  const kind = report.facts ? 'bundle' : await fileKindOf(file);
  if (kind !== 'bundle') return { kind };
  return { kind: 'report', report, instructions: report.verdict === 'passed' ? await instructionsFor(source) : null };
}

/**
 * Wraps a source to report progress, capped at the file's size since parts are read more than once. The verifier can't tell an
 * unreadable part from an altered one, so `expectWhole` throws if any read failed. @throws TaskError unreadable
 */
function counted({ size, read }: Source, onRead: (bytes: number) => void) {
  let total = 0;
  let isWhole = true;
  const source: Source = {
    size,
    async read(offset, length) {
      const bytes = await read(offset, length).catch((error) => {
        isWhole = false;
        throw error;
      });
      total += length;
      onRead(Math.min(total, size));
      return bytes;
    },
  };
  const expectWhole = () => {
    if (!isWhole) throw new TaskError('unreadable');
  };
  return { source, expectWhole };
}

/** Generated, not read from the bundle: users run these commands, so they must not come from an untrusted file. */
async function instructionsFor(source: Source): Promise<string> {
  const zip = await openZip(source);
  const bytes = await zip.bytes(paths.manifest, manifestLimit);
  const { sha256 } = await loadHashes();
  return verificationInstructions(readSealed(Manifest, bytes, paths.manifest), toHex(sha256(bytes)), {
    outsideTokens: countOutsideTokens(zip),
    collected: await collectedIn(zip),
    hasCustody: zip.entries.has(paths.custody),
  });
}

function countOutsideTokens({ entries }: Zip): number {
  let count = 0;
  while (entries.has(paths.outsideToken(count + 2))) count++;
  return count;
}

/** Revocation data of outside authorities; null if the bundle has none. */
async function collectedIn(zip: Zip): Promise<OutsideRevocation | null> {
  const path = paths.outsideRevocation;
  return zip.entries.has(path) ? readSealed(OutsideRevocation, await zip.bytes(path, manifestLimit), path) : null;
}

async function anchorsIn(text: string): Promise<Anchors> {
  try {
    return await readAnchors(text);
  } catch {
    throw new TaskError('anchors-invalid');
  }
}

async function trustOf(text: string, { roots, logs }: Anchors): Promise<Trust> {
  const { sha256 } = await loadHashes();
  const { logs: vkeys } = readAnchorsFile(text);
  return {
    roots: roots.map(({ raw, subjectText, notAfter }) => {
      return { subject: subjectText, sha256: toHex(sha256(raw)), validUntil: notAfter.toISOString() };
    }),
    logs: logs.map(({ name }, i) => ({ name, vkey: (vkeys[i] ?? '').trim() })),
  };
}

/** Base point of edwards25519 (RFC 8032 §5.1): a public key that every implementation accepts. */
const anyKey = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0x58 : 0x66));

/** Throws if the browser lacks Ed25519: every signature would look forged. */
async function refuseUnableBrowser(): Promise<void> {
  // Web Cryptography API §4: available only in secure contexts.
  if (!isSecureContext) throw new TaskError('insecure-page');
  await crypto.subtle.importKey('raw', anyKey, 'Ed25519', false, ['verify']).catch(() => {
    throw new TaskError('old-browser');
  });
}
