import { z } from 'zod';
import { BundleError } from './error.ts';

const texts = z.array(z.string()).readonly();

/** Whom to believe, as `anchors.json` says it: PEM texts of root certificates and C2SP verifier keys of logs. */
export const AnchorsFile = z.object({ v: z.literal(1), roots: texts, logs: texts });
export type AnchorsFile = z.infer<typeof AnchorsFile>;

/** Reads the text of an `anchors.json`; what is in its lists is not looked at. @throws BundleError JSON_INVALID */
export function readAnchorsFile(text: string): AnchorsFile {
  try {
    return AnchorsFile.parse(JSON.parse(text));
  } catch (cause) {
    const form = '{ "v": 1, "roots": [PEM, …], "logs": [verifier key, …] }';
    throw new BundleError('JSON_INVALID', `not a file of trust anchors, ${form}`, { cause });
  }
}
