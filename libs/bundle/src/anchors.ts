import { z } from 'zod';
import { BundleError } from './error.ts';

const texts = z.array(z.string()).readonly();

/** The content of `anchors.json`: trusted root certificates (PEM) and verifier keys of trusted logs (C2SP signed-note). */
export const AnchorsFile = z.object({ v: z.literal(1), roots: texts, logs: texts });
export type AnchorsFile = z.infer<typeof AnchorsFile>;

/** Parses an `anchors.json` without checking the entries of its lists. @throws BundleError JSON_INVALID */
export function readAnchorsFile(text: string): AnchorsFile {
  try {
    return AnchorsFile.parse(JSON.parse(text));
  } catch (cause) {
    const form = '{ "v": 1, "roots": [PEM, …], "logs": [verifier key, …] }';
    throw new BundleError('JSON_INVALID', `not a file of trust anchors, ${form}`, { cause });
  }
}
