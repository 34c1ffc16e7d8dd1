import { readAnchorsFile } from '@proofkeep/bundle';
import { type Certificate, fromPem, parseCertificate } from '@proofkeep/pki';
import { type NoteKey, parseVerifierKey } from '@proofkeep/tlog';

/** Trust anchors of the verifying person; never taken from a bundle. */
export interface Anchors {
  roots: Certificate[];
  logs: NoteKey[];
}

/** No trust anchors: checks that need trust end as "not checked". */
export const noAnchors: Anchors = { roots: [], logs: [] };

/** Parses an `anchors.json`. @throws BundleError JSON_INVALID; PkiError or TlogError for an invalid entry */
export async function readAnchors(text: string): Promise<Anchors> {
  const { roots, logs } = readAnchorsFile(text);
  return {
    roots: roots.flatMap((pem) => fromPem(pem)).map(parseCertificate),
    logs: await Promise.all(logs.map(parseVerifierKey)),
  };
}
