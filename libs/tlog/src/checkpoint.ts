import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { TlogError } from './error.ts';

/** C2SP tlog-checkpoint: what a log says of itself at one size. */
export interface Checkpoint {
  /** Which log; the name of its key. */
  origin: string;
  /** How many entries. */
  size: number;
  /** Of the tree of that size, 32 bytes. */
  root: Uint8Array;
}

/** The text of a checkpoint, to be signed as a note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/**
 * Parses the text of an opened checkpoint note. Extension lines are refused: no monitor could audit them.
 * @throws TlogError `FORM_INVALID`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin, size, root, end, ...more] = text.split('\n');
  if (!origin || size === undefined || root === undefined || end !== '' || more.length > 0)
    throw new TlogError('FORM_INVALID', 'not a checkpoint');
  const bytes = fromBase64(root);
  if (bytes.length !== 32) throw new TlogError('FORM_INVALID', 'the root of a checkpoint has 32 bytes');
  return { origin, size: fromDecimal(size), root: bytes };
}
