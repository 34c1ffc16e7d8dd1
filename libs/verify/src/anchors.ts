import { readAnchorsFile } from '@proofkeep/bundle';
import { type Certificate, fromPem, parseCertificate } from '@proofkeep/pki';
import { type NoteKey, parseVerifierKey } from '@proofkeep/tlog';

/** Whom the person who verifies believes; never taken from a bundle. */
export interface Anchors {
  roots: Certificate[];
  logs: NoteKey[];
}

export const noAnchors: Anchors = { roots: [], logs: [] };

/** Reads the text of an `anchors.json`. @throws BundleError JSON_INVALID, PkiError or TlogError for what is wrong with it */
export async function readAnchors(text: string): Promise<Anchors> {
  const { roots, logs } = readAnchorsFile(text);
  return {
    roots: roots.flatMap((pem) => fromPem(pem)).map(parseCertificate),
    logs: await Promise.all(logs.map(parseVerifierKey)),
  };
}
