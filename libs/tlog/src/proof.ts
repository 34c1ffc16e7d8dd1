import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { TlogError } from './error.ts';

/** C2SP tlog-proof: an entry's index, its inclusion proof and the checkpoint it leads to, all one needs offline. */
export interface TlogProof {
  /** Of the entry in the log, from 0. */
  index: number;
  /** From the leaf's sibling up, 32 bytes each; empty in a tree of one leaf. */
  proof: Uint8Array[];
  /** The whole signed note, as yet unchecked. */
  checkpoint: string;
  /** What the application added. Nothing vouches for it. */
  extra?: Uint8Array;
}

const header = 'c2sp.org/tlog-proof@v1';
/** Sizes stay below 2^53, so no proof is longer. */
const maxProofLength = 53;

/** The text of a `.tlog-proof` file, to be written as UTF-8. */
export function formatTlogProof({ index, proof, checkpoint, extra }: TlogProof): string {
  const lines = [header, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...proof.map(toBase64)];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Reads a `.tlog-proof` file. The checkpoint in it is not opened: see `openNote`. @throws TlogError `FORM_INVALID` */
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
