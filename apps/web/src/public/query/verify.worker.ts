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
import { type Anchors, readAnchors, verifyBundle } from '@proofkeep/verify';
import { TaskError } from '../task.ts';
import { onTask } from '../worker-side.ts';
import { fileKindOf } from './file-kind.ts';
import type { Outcome, Trust, VerifyTask } from './verifying.ts';

const manifestLimit = 64 * 1024 * 1024;

onTask<VerifyTask, Trust | Outcome>(async (task, onRead) => {
  await refuseUnableBrowser();
  const anchors = await anchorsIn(task.anchors);
  return task.file ? verified(task.file, anchors, onRead) : trustOf(task.anchors, anchors);
});

async function verified(file: File, anchors: Anchors, onRead: (bytes: number) => void): Promise<Outcome> {
  const { source, expectWhole } = counted(blobSource(file), onRead);
  const report = await verifyBundle(source, anchors);
  expectWhole();
  const kind = report.facts ? 'bundle' : await fileKindOf(file);
  if (kind !== 'bundle') return { kind };
  return { kind, report, instructions: report.verdict === 'passed' ? await instructionsFor(source) : null };
}

/**
 * A source that tells how much was read; what is read twice never counts past the end. The verifier takes a part that could
 * not be read for an altered one, so `expectWhole` says afterwards that it was the reading. @throws TaskError unreadable
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

/** Made anew and not taken from the bundle: people run what stands in it. */
async function instructionsFor(source: Source): Promise<string> {
  const zip = await openZip(source);
  const bytes = await zip.bytes(paths.manifest, manifestLimit);
  const { sha256 } = await loadHashes();
  return verificationInstructions(
    readSealed(Manifest, bytes, paths.manifest),
    toHex(sha256(bytes)),
    countOutsideTokens(zip),
    await collectedIn(zip),
  );
}

function countOutsideTokens({ entries }: Zip): number {
  let count = 0;
  while (entries.has(paths.outsideToken(count + 2))) count++;
  return count;
}

/** What was collected about the revocation of outside authorities; null in a bundle without it. */
async function collectedIn(zip: Zip): Promise<OutsideRevocation | null> {
  const path = paths.outsideRevocation;
  return zip.entries.has(path) ? readSealed(OutsideRevocation, await zip.bytes(path, manifestLimit), path) : null;
}

async function anchorsIn(text: string): Promise<Anchors> {
  try {
    return await readAnchors(text);
  } catch (error) {
    throw new TaskError('anchors-invalid', String(error));
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

/** The base point of edwards25519 (RFC 8032 §5.1), a key that every implementation takes. */
const anyKey = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0x58 : 0x66));

/** Where the browser cannot check a signature, every signature would look forged. */
async function refuseUnableBrowser(): Promise<void> {
  // Web Cryptography API §4: none of it where the page did not come safely.
  if (!isSecureContext) throw new TaskError('insecure-page');
  await crypto.subtle.importKey('raw', anyKey, 'Ed25519', false, ['verify']).catch(() => {
    throw new TaskError('old-browser');
  });
}
