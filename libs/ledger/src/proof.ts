import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { LedgerError } from './error.ts';

/** C2SP tlog-proof: an entry's index, its inclusion proof and the checkpoint it leads to, all one needs offline. */
export interface TlogProof {
  index: number;
  proof: Uint8Array[];
  /** The whole signed note. */
  checkpoint: string;
}

const header = 'c2sp.org/tlog-proof@v1';

export const formatTlogProof = ({ index, proof, checkpoint }: TlogProof): string =>
  `${header}\nindex ${index}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${checkpoint}`;

/** @throws LedgerError FORM_INVALID */
export function parseTlogProof(text: string): TlogProof {
  const at = text.indexOf('\n\n');
  const [first, second, ...hashes] = text.slice(0, Math.max(at, 0)).split('\n');
  if (first !== header || !second?.startsWith('index ')) throw new LedgerError('FORM_INVALID', 'not a tlog-proof');
  const proof = hashes.map(fromBase64);
  if (proof.some((hash) => hash.length !== 32) || proof.length > 63)
    throw new LedgerError('FORM_INVALID', 'a hash of the proof does not have 32 bytes');
  return { index: fromDecimal(second.slice('index '.length)), proof, checkpoint: text.slice(at + 2) };
}
