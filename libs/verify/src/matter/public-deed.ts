import { DeedStatement, loadHashes, readSealed, type Source, toHex } from '@proofkeep/bundle';
import { readSignedPdf } from '@proofkeep/pki';
import { openNote, parseCheckpoint, parseNote } from '@proofkeep/tlog';
import type { Anchors } from '../anchors.ts';
import { provenIn } from '../log.ts';
import { deedLeafBytes } from './deed.ts';

/** Whether a statement's proof shows that it is in the log; null if no key of that log is trusted. */
export interface DeedProof {
  isLogged: boolean | null;
  index: number | null;
  origin: string | null;
}

/** Checks the proof that a deed's statement is in a trusted log. */
export async function verifyDeed(
  { statement, proof }: { statement: string; proof: string },
  anchors: Anchors,
): Promise<DeedProof> {
  const { sha256 } = await loadHashes();
  const encode = (text: string) => new TextEncoder().encode(text);
  try {
    const bytes = encode(statement);
    readSealed(DeedStatement, bytes, 'deed.json');
    const { index, checkpoint } = await provenIn({ sha256 }, encode(proof), deedLeafBytes(toHex(sha256(bytes))));
    const { origin } = parseCheckpoint(parseNote(checkpoint).text);
    const keys = anchors.logs.filter(({ name }) => name === origin);
    if (keys.length === 0) return { isLogged: null, index, origin };
    const opened = await Promise.allSettled(keys.map((key) => openNote(checkpoint, key)));
    return { isLogged: opened.some(({ status }) => status === 'fulfilled'), index, origin };
  } catch {
    return { isLogged: false, index: null, origin: null };
  }
}

/**
 * Digests by which a document of a matter can be found: of the whole file, and of the document before its first
 * signature.
 */
export async function documentDigests(source: Source): Promise<{ sha256: string; documentSha256: string | null }> {
  const hashes = await loadHashes();
  const pdf = await source.read(0, source.size);
  const sha256 = toHex(hashes.sha256(pdf));
  try {
    return { sha256, documentSha256: toHex(hashes.sha256(readSignedPdf(pdf).document)) };
  } catch {
    return { sha256, documentSha256: null };
  }
}
