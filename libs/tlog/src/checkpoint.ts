import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { TlogError } from './error.ts';

/** The tree head that a log signs at one size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Identifies the log; also the name of its key. */
  origin: string;
  /** Number of entries. */
  size: number;
  /** Root hash of the tree of that size, 32 bytes. */
  root: Uint8Array;
}

/** Formats a checkpoint as the text that is signed as a note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`;

/**
 * Parses the text of an opened checkpoint note. Rejects extension lines: no monitor could audit them.
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
