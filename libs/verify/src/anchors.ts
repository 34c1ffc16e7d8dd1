import { type NoteKey, parseVerifierKey } from '@proofkeep/ledger';
import { type Certificate, fromPem, parseCertificate } from '@proofkeep/pki';

/** Whom the person who verifies believes; never taken from a bundle. */
export interface Anchors {
  roots: Certificate[];
  logs: NoteKey[];
}

export const noAnchors: Anchors = { roots: [], logs: [] };

/** Reads `anchors.json`: `{ "v": 1, "roots": [PEM, …], "logs": [vkey, …] }`. @throws Error saying what is wrong with it */
export async function readAnchors(text: string): Promise<Anchors> {
  const value: unknown = JSON.parse(text);
  if (!isAnchorsFile(value)) throw new Error('It is not a file of trust anchors.');
  const roots = value.roots.flatMap((pem) => fromPem(pem)).map((der) => parseCertificate(der));
  return { roots, logs: await Promise.all(value.logs.map(parseVerifierKey)) };
}

function isAnchorsFile(value: unknown): value is { v: 1; roots: string[]; logs: string[] } {
  if (typeof value !== 'object' || value === null) return false;
  const { v, roots, logs } = value as Record<string, unknown>;
  const isList = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string');
  return v === 1 && isList(roots) && isList(logs);
}
