import { z } from 'zod';
import { anoPattern, digest, size, time } from './fields.ts';
import { entryPath } from './manifest.ts';

/** Maximum length of a file's name with its folders, in UTF-16 units. */
const nameLength = 1024;

/**
 * The name that the user's program gave a file, with its folders (`合同/附件 1.pdf`): any Unicode text without control and
 * bidirectional formatting characters, backslashes, and empty, `.` or `..` segments.
 */
const fileName = z
  .string()
  .min(1)
  .max(nameLength)
  .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029\\]+$/u)
  .refine((name) => name.split('/').every((segment) => !['', '.', '..'].includes(segment)));

/** One file: its name and digests. `name`, `modifiedAt` and `declaredSha256` are the user's claims. */
export const ListedFile = z.strictObject({
  name: fileName,
  /** Bytes; null if only a digest was stated without it. */
  size: size.nullable(),
  /** Time of the last change according to the user's system; null if it was not stated. */
  modifiedAt: time.nullable(),
  /** Path of the file in the bundle, under `data/files/`; null if only its digest was stated. */
  path: entryPath.nullable(),
  sha256: digest,
  /** Null if only the other digest was stated. */
  sm3: digest.nullable(),
  /** The digest that the user's program stated for the upload; null if it stated none. */
  declaredSha256: digest.nullable(),
});
export type ListedFile = z.infer<typeof ListedFile>;

/** `data/files.json` is the RFC 8785 form of this value: the files of an attestation of kind `files` or `digests`. */
export const FileList = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-files'),
  ano: z.string().regex(anoPattern),
  files: z.array(ListedFile).min(1),
});
export type FileList = z.infer<typeof FileList>;
