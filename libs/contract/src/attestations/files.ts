import { z } from 'zod';

const mebibyte = 2 ** 20;

/** Limits of submitted files and digests. */
export const submittedFiles = {
  /** Files in one attestation. */
  files: 200,
  /** Digests in one attestation. */
  digests: 1_000,
  /** Largest file that can be sent in one request. */
  maxBytes: 1024 * mebibyte,
  /** Largest file of a resumable upload. */
  maxUploadBytes: 64 * 1024 * mebibyte,
  /** Maximum bytes that an account has uploaded, or begun to upload, and not attested. */
  unusedBytes: 200 * 1024 * mebibyte,
  /** Resumable uploads that an account may have open at once. */
  openUploads: 100,
  /** Unused files in one list, the largest ones. */
  listed: 500,
  /** Days without new bytes after which a resumable upload is removed. */
  abandonedDays: 3,
  /** Days after which an unused file is removed. */
  unusedDays: 7,
} as const;

/** Maximum length of a file name with its folders, in characters. */
export const fileNameLength = 1_024;

/**
 * Makes a name that bundles accept: folders joined by `/`, no control and bidirectional characters, no empty, `.` or `..`
 * segment.
 */
export function plainFileName(text: string): string {
  const segments = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
    .split(/[\\/]/);
  return segments.filter((segment) => !['', '.', '..'].includes(segment.trim())).join('/');
}

/** Name of a file with its folders, as on its user's system. */
export const FileName = z
  .string()
  .max(fileNameLength)
  .transform(plainFileName)
  .refine((name) => name !== '', { params: { says: 'fileName' } });

/** A SHA-256 or SM3 digest in hexadecimal. */
export const HexDigest = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'sha256');
const time = z.iso.datetime({ precision: 3 });

/** A file that was uploaded and is not yet part of an attestation. */
export const ReceivedFile = z.strictObject({
  fileId: z.string(),
  name: z.string(),
  /** Detected from the content; `application/octet-stream` if unknown. */
  mediaType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  sm3: z.string(),
});
export type ReceivedFile = z.infer<typeof ReceivedFile>;

/** A resumable upload that is incomplete, or whose digests are not computed yet. */
export const OpenUpload = z.strictObject({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  /** Last modification on the user's system; null if it was not stated. */
  modifiedAt: z.string().nullable(),
  receivedBytes: z.int(),
  /** Time at which the upload is removed unless more bytes arrive. */
  expiresAt: z.string(),
});
export type OpenUpload = z.infer<typeof OpenUpload>;

/** A file that was uploaded, or begun to upload, and not attested: it counts against the account's limit. */
export const UnusedFile = z.strictObject({
  id: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  /** Less than `sizeBytes` while a resumable upload is under way. */
  receivedBytes: z.int(),
  /** When its upload began. */
  createdAt: z.string(),
  /** Who uploaded it; null for your own. */
  by: z.string().nullable(),
});
export type UnusedFile = z.infer<typeof UnusedFile>;

/** Where resumable uploads are created by the tus protocol 1.0 (tus.io/protocols/resumable-upload). */
export const uploadsPath = '/creditor/attestation/file/uploads';

/** The file that an upload became; null while its digests are still being computed. */
export const FinishedUpload = z.strictObject({ file: ReceivedFile.nullable(), digestedBytes: z.int() });
export type FinishedUpload = z.infer<typeof FinishedUpload>;

/** One uploaded file of a new attestation. */
export const ChosenFile = z.strictObject({
  fileId: z.uuid(),
  /** If absent, the name of the upload. */
  name: FileName.optional(),
  /** Last modification on the user's system. */
  modifiedAt: time.optional(),
  /** Digests that the user's program computed; a file with a different one is refused. */
  sha256: HexDigest.optional(),
  sm3: HexDigest.optional(),
});
export type ChosenFile = z.infer<typeof ChosenFile>;

/** The digest of one file that stays with the user. */
export const StatedDigest = z.strictObject({
  name: FileName,
  sha256: HexDigest,
  sm3: HexDigest.optional(),
  sizeBytes: z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
  modifiedAt: time.optional(),
});
export type StatedDigest = z.infer<typeof StatedDigest>;

/** How a file can be shown without being executed; other files can only be downloaded. */
export const previewKinds = ['image', 'video', 'audio', 'pdf', 'text'] as const;
/** One of `previewKinds`. */
export type PreviewKind = (typeof previewKinds)[number];

/** An earlier attestation of the account with the same file or digest. */
export const Duplicate = z.strictObject({
  sha256: z.string(),
  ano: z.string(),
  name: z.string(),
  createdAt: z.string(),
});
export type Duplicate = z.infer<typeof Duplicate>;

/** A file of an attestation, as shown to its account. */
export const SubmittedFile = z.strictObject({
  name: z.string(),
  /** Null if it was not stated. */
  sizeBytes: z.int().nullable(),
  modifiedAt: z.string().nullable(),
  sha256: z.string(),
  /** Null if it was not stated. */
  sm3: z.string().nullable(),
  /** Path in the bundle; null for a digest. */
  path: z.string().nullable(),
  /**
   * When the file of a digest was added and matched; null for a digest without a file, and for a file in the bundle.
   */
  addedAt: z.string().nullable(),
  /** Preview that the service can show; null if there is none, or before the file has arrived. */
  preview: z.enum(previewKinds).nullable(),
});
export type SubmittedFile = z.infer<typeof SubmittedFile>;
