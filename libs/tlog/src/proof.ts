import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { TlogError } from './error.ts';

/** An entry's index, its inclusion proof and the checkpoint it leads to: all that an offline verifier needs (C2SP tlog-proof). */
export interface TlogProof {
  /** Index of the entry in the log, from 0. */
  index: number;
  /** Hashes from the leaf's sibling upwards, 32 bytes each; empty in a tree of one leaf. */
  proof: Uint8Array[];
  /** The whole signed note, not yet verified. */
  checkpoint: string;
  /** Bytes added by the application; not authenticated. */
  extra?: Uint8Array;
}

const header = 'c2sp.org/tlog-proof@v1';
/** Tree sizes stay below 2^53, so no proof is longer. */
const maxProofLength = 53;

/** Formats the text of a `.tlog-proof` file, to be written as UTF-8. */
export function formatTlogProof({ index, proof, checkpoint, extra }: TlogProof): string {
  const lines = [header, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...proof.map(toBase64)];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Parses a `.tlog-proof` file without verifying its checkpoint: see `openNote`. @throws TlogError `FORM_INVALID` */
export function parseTlogProof(text: string): TlogProof {
  const at = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(at, 0)).split('\n');
  if (first !== header) throw new TlogError('FORM_INVALID', 'not a tlog-proof');
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()?.slice('extra '.length) ?? '') : undefined;
  const [place, ...hashes] = lines;
  if (!place?.startsWith('index ')) throw new TlogError('FORM_INVALID', 'a tlog-proof without an index');
  if (hashes.length > maxProofLength) throw new TlogError('FORM_INVALID', 'a tlog-proof of too many hashes');
  const proof = hashes.map(fromBase64);
  if (proof.some((hash) => hash.length !== 32))
    throw new TlogError('FORM_INVALID', 'a hash of the tlog-proof does not have 32 bytes');
  const parsed = { index: fromDecimal(place.slice('index '.length)), proof, checkpoint: text.slice(at + 2) };
  return extra ? { ...parsed, extra } : parsed;
}
