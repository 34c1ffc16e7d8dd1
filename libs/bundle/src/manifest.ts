import { z } from 'zod';
import { ClockOffset, ClockReading } from './clock.ts';
import { anoPattern, digest, line, size, time } from './fields.ts';
import { isCollectedPath } from './revocation.ts';
import { Applicant, Operator } from './submitter.ts';
import { comparisonPath, Place, secondFailures } from './vantage.ts';

/** A relative path that means the same on every system: no empty, `.` or `..` segment, no backslash, drive or leading slash. */
export const entryPath = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/)
  .max(255);

/** Format version in the manifest and in the list of parts. Version 1 was never released and is rejected. */
const version = z.literal(2, {
  error: ({ input }) => (input === 1 ? 'this bundle is of an earlier format that was never released' : undefined),
});

/** One preserved file under `data/`: path, size in bytes, media type, digests as lower-case hex. */
export const ManifestObject = z.strictObject({
  path: entryPath,
  size,
  mediaType: z.string(),
  sha256: digest,
  sm3: digest,
});
export type ManifestObject = z.infer<typeof ManifestObject>;

/** Fields of every manifest. */
const common = {
  v: version,
  type: z.literal('proofkeep-manifest'),
  ano: z.string().regex(anoPattern),
  /** 32 random bytes, hex: prevents guessing low-entropy evidence from the digest in the public log. */
  salt: digest,
  createdAt: time,
  /** Offset of the sealer's clock, which `createdAt` and the installation's own timestamps use; null: not compared. */
  clock: ClockReading.nullable(),
  /** Null for captures from the command line, which have no account. */
  applicant: Applicant.nullable(),
  objects: z.array(ManifestObject).min(1),
};

/** Fields of the manifests of captures and live sessions. */
const captured = {
  subject: z.strictObject({ requestedUrl: z.string(), finalUrl: z.string(), title: z.string() }),
  capture: z.strictObject({
    state: z.enum(['complete', 'partial']),
    startedAt: time,
    endedAt: time,
    tool: z.string(),
    toolVersion: z.string(),
    browser: z.string(),
    isolation: z.enum(['namespace', 'proxy']),
    /** Offset of the recorder's clock; null: not compared. */
    clock: z.strictObject({
      before: ClockReading.nullable(),
      after: ClockReading.nullable(),
      /** Offset from the sealer's clock when the capture was handed over; null: same clock. */
      sealer: ClockOffset.nullable(),
    }),
    operator: Operator,
    missing: z.int().nonnegative(),
  }),
};

/** A capture of the same page from another place, or why there is none. `from` is the place of the first record. */
const SecondRecord = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('captured'),
    from: Place,
    place: Place,
    subject: captured.subject,
    capture: captured.capture.omit({ operator: true }),
  }),
  /** `from` is null where the first record's node has no place, `place` where no node took the second. */
  z.strictObject({
    state: z.literal('failed'),
    from: Place.nullable(),
    place: Place.nullable(),
    why: z.enum(secondFailures),
  }),
]);

/** The manifest of a captured page; of kind `ecommerce`, `ProductRecord` says what it stated about a product. */
export const PageManifest = z.strictObject({
  ...common,
  kind: z.enum(['page', 'ecommerce']),
  ...captured,
  /** Only if a second record was requested. */
  second: SecondRecord.optional(),
});
export type PageManifest = z.infer<typeof PageManifest>;

/** The manifest of a live session: a capture during which a user controlled the browser, with its recording. */
export const LiveManifest = z.strictObject({
  ...common,
  kind: z.literal('live'),
  ...captured,
  recording: z.strictObject({
    startedAt: time,
    endedAt: time,
    frames: z.int().nonnegative(),
    events: z.int().nonnegative(),
    chunks: z.int().positive(),
    /** Head of the chain of chunks, see `RecordingChunk`. */
    head: digest,
  }),
});
export type LiveManifest = z.infer<typeof LiveManifest>;

/** How the service received evidence that it did not capture itself. */
const receipt = z.strictObject({
  /** When the service finished reading the files; for digests, when it read the list. */
  examinedAt: time,
  tool: z.string(),
  toolVersion: z.string(),
  operator: Operator,
});

/**
 * The manifest of files that a user uploaded (`files`) or of which they stated only digests (`digests`). `FileList`
 * lists them.
 */
export const FilesManifest = z.strictObject({
  ...common,
  kind: z.enum(['files', 'digests']),
  /** `bytes` is the total size of all files; null if the size of any file was not stated. */
  subject: z.strictObject({ title: line, files: z.int().positive(), bytes: size.nullable() }),
  receipt,
});
export type FilesManifest = z.infer<typeof FilesManifest>;

/** The manifest of a recording by an enforcer device, which signs each segment (`SegmentHeader`). */
export const DeviceManifest = z.strictObject({
  ...common,
  kind: z.literal('device'),
  /** `bytes` is the total size of all segments. */
  subject: z.strictObject({ title: line, bytes: size }),
  device: z.strictObject({
    /** SHA-256 of the SubjectPublicKeyInfo in `data/device.pem`. */
    key: digest,
    /** The holder's name for the device. */
    name: line,
    /** When its key was bound to the account. */
    boundAt: time,
    recording: z.uuid(),
    /** Start of the first and end of the last segment, by the device's clock. */
    claimedFrom: time,
    claimedUntil: time,
    /** Number of the last segment. */
    segments: z.int().positive(),
    /** Number of segments whose content is in the bundle. */
    held: z.int().positive(),
    /** The last segment is marked as the end of the recording. */
    isEnded: z.boolean(),
    /** SHA-256 of the last header. */
    head: digest,
  }),
  receipt,
});
export type DeviceManifest = z.infer<typeof DeviceManifest>;

/**
 * The sealed statement: `manifest.json` is the RFC 8785 form of this value. Unknown fields are rejected.
 * `docs/formats/bundle.md` explains each field.
 */
export const Manifest = z.discriminatedUnion('kind', [PageManifest, LiveManifest, FilesManifest, DeviceManifest]);
export type Manifest = z.infer<typeof Manifest>;

/** Whether the evidence was captured by a browser, rather than submitted as files, digests or a recording. */
export const isCaptured = (manifest: Manifest): manifest is PageManifest | LiveManifest => 'capture' in manifest;

/** The person who ordered the evidence. */
export const operatorOf = (manifest: Manifest): Operator =>
  isCaptured(manifest) ? manifest.capture.operator : manifest.receipt.operator;

/** The entry in the public log: the RFC 8785 form of this value. It commits to the evidence without revealing it. */
export const Leaf = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-leaf'),
  ano: z.string().regex(anoPattern),
  manifestSha256: digest,
  manifestSm3: digest,
  /** SHA-256 of `proof/manifest.tst`, the first timestamp token. */
  tokenSha256: digest,
});
export type Leaf = z.infer<typeof Leaf>;

/** The list of parts outside `data/` and `manifest.json`, signed by the seal key: `contents.json` with `contents.p7s`. */
export const Contents = z.strictObject({
  v: version,
  type: z.literal('proofkeep-contents'),
  ano: z.string().regex(anoPattern),
  manifestSha256: digest,
  files: z.array(z.strictObject({ path: entryPath, size, sha256: digest })),
});
export type Contents = z.infer<typeof Contents>;

/**
 * The file embedded in `certificate.pdf` (`certificateFile`), which identifies the evidence: the RFC 8785 form of this value.
 */
export const CertificateData = z.strictObject({
  v: version,
  type: z.literal('proofkeep-certificate'),
  ano: z.string().regex(anoPattern),
  manifestSha256: digest,
  manifestSm3: digest,
  /** Number of entries in `proof/custody.json` and the `sha256` of the last one; absent in older certificates. */
  custody: z.strictObject({ entries: z.int().positive(), sha256: digest }).optional(),
});
export type CertificateData = z.infer<typeof CertificateData>;

/** Name, media type and relationship of the file embedded in the certificate (ISO 19005-3 §6.8). */
export const certificateFile = { name: 'evidence.json', mediaType: 'application/json', relationship: 'Data' } as const;

/**
 * `proof/refusals.json`: the outside timestamp authorities that gave no usable token, in the order of the requests. Absent
 * if all gave one. Stated by the sealer and signed with the list of parts.
 */
export const DeclinedAuthorities = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-refusals'),
  ano: z.string().regex(anoPattern),
  refusals: z
    .array(
      z.strictObject({
        /** URL without user, query and fragment. */
        authority: line,
        /** No complete response in time; request not granted; token does not verify. */
        why: z.enum(['unreachable', 'refused', 'invalid']),
        /** The error message, on one line. */
        detail: line.max(400),
      }),
    )
    .min(1),
});
export type DeclinedAuthorities = z.infer<typeof DeclinedAuthorities>;
/** One entry of `proof/refusals.json`: an outside authority that gave no usable token, and why. */
export type DeclinedAuthority = DeclinedAuthorities['refusals'][number];

/** Path of each part of a bundle. */
export const paths = {
  manifest: 'manifest.json',
  dataFolder: 'data/',
  /** The capture report: what was captured, how far, what is missing. */
  report: 'data/report.json',
  /** All packets exchanged with time servers. */
  clock: 'data/clock.json',
  /** Connections that a captured page made or tried to make, one a line. */
  connections: 'data/connections.jsonl',
  /** The network record. */
  record: 'data/page.wacz',
  /** The differences between two records of a page, see `Comparison`. */
  comparison: comparisonPath,
  /** Facts stated by a product page, see `ProductRecord`. */
  product: 'data/product.json',
  /** Machine-readable data of a product page, as it was found. */
  structured: 'data/structured.json',
  /** Frames of a live session with their times: JPEG in Matroska. */
  recording: 'data/recording.mkv',
  /** Actions and events of a live session, one a line. */
  events: 'data/events.jsonl',
  /** The chain of chunks of a live session, see `RecordingChunk`. */
  chunks: 'data/chunks.jsonl',
  /** Timestamps of the chain while the session ran, see `RecordingHeads`. */
  heads: 'data/heads.json',
  /** The names and digests of uploaded files, see `FileList`. */
  fileList: 'data/files.json',
  /** Folder of the uploaded files themselves. */
  filesFolder: 'data/files/',
  /** The public key of an enforcer device, PEM (RFC 7468). */
  deviceKey: 'data/device.pem',
  /** Segments signed by an enforcer device, one a line, see `SegmentLine`. */
  segments: 'data/segments.jsonl',
  /** DER TimeStampToken (RFC 3161) over SHA-256 of `manifest.json`, by the installation's own authority. */
  token: 'proof/manifest.tst',
  /** `proof/manifest-<n>.tst`, n from 2: tokens by outside authorities over the same digest. */
  outsideToken: (n: number) => `proof/manifest-${n}.tst`,
  /** Outside authorities that gave no token, and why; absent if all gave one. */
  refusals: 'proof/refusals.json',
  /** Index of collected revocation data of outside authorities; absent without their tokens, and in older bundles. */
  outsideRevocation: 'proof/revocation.json',
  /** Events of the evidence until the certificate was made, see `CustodyRecord`; absent in older bundles. */
  custody: 'proof/custody.json',
  /**
   * Proof that the timestamps of a live session's chain are in the log, see `HeadProofs`; absent without timestamps and
   * in older bundles.
   */
  headProofs: 'proof/heads.json',
  leaf: 'proof/leaf.json',
  /** C2SP tlog-proof: index, inclusion proof, checkpoint. */
  inclusion: 'proof/leaf.tlog-proof',
  certificate: 'certificate.pdf',
  /** Detached CAdES-B-B (DER CMS) over the exact bytes of `manifest.json`. */
  manifestSignature: 'proof/manifest.p7s',
  contents: 'contents.json',
  contentsSignature: 'contents.p7s',
  /** Hints only, never trusted: PEM chains, CRLs, log verifier key. */
  sealChain: 'trust/seal-chain.pem',
  tsaChain: 'trust/tsa-chain.pem',
  /** DER CRLs of issuing and root authority, current at the time of `token`. */
  crl: 'trust/ca.crl',
  rootCrl: 'trust/root.crl',
  /** DER CRLs of issuing and root authority, current at the time of the certificate's token. */
  certifiedCrl: 'trust/certified-ca.crl',
  certifiedRootCrl: 'trust/certified-root.crl',
  logKey: 'trust/log.vkey',
  instructions: 'VERIFY.txt',
} as const;

/** Returns N of `proof/manifest-N.tst`; null for any other path. */
export function outsideTokenNumber(path: string): number | null {
  const number = Number(/^proof\/manifest-([1-9]\d{0,4})\.tst$/.exec(path)?.[1] ?? 0);
  return number >= 2 ? number : null;
}

/** Finds the tokens over the manifest among the paths: the installation's own, then the outside authorities' by number. */
export const tokenPaths = (all: readonly string[]): string[] => [
  ...all.filter((path) => path === paths.token),
  ...all
    .filter((path) => outsideTokenNumber(path) !== null)
    .toSorted((a, b) => (outsideTokenNumber(a) ?? 0) - (outsideTokenNumber(b) ?? 0)),
];

/** Parts that the list of parts omits: the manifest, which it names by digest, the list itself and its signature. */
const unlistedParts: ReadonlySet<string> = new Set([paths.manifest, paths.contents, paths.contentsSignature]);
const optionalParts: ReadonlySet<string> = new Set([
  paths.refusals,
  paths.outsideRevocation,
  paths.custody,
  paths.headProofs,
]);
const fixedParts = Object.values(paths).filter(
  (path): path is Exclude<typeof path, (n: number) => string> =>
    typeof path === 'string' && !path.startsWith(paths.dataFolder) && !unlistedParts.has(path),
);

/** Paths that every list of parts contains. */
export const requiredParts: readonly string[] = fixedParts.filter((path) => !optionalParts.has(path));

/** Whether a list of parts may contain a path; the set is closed. */
export const isListedPart = (path: string): boolean =>
  fixedParts.some((part) => part === path) || outsideTokenNumber(path) !== null || isCollectedPath(path);
