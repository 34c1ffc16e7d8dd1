import { z } from 'zod';
import { ClockOffset, ClockReading } from './clock.ts';
import { anoPattern, digest, line, size, time } from './fields.ts';
import { isCollectedPath } from './revocation.ts';
import { Applicant, Operator } from './submitter.ts';

/** No empty, dot or parent segment, no backslash, drive or leading slash: a path that means the same on every system. */
export const entryPath = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/)
  .max(255);

/** Version of the format, in the manifest and in the list of parts. Version 1 was never released; nothing reads it. */
const version = z.literal(2, {
  error: ({ input }) => (input === 1 ? 'this bundle is of an earlier format that was never released' : undefined),
});

/** One preserved file under `data/`. */
export const ManifestObject = z.strictObject({
  path: entryPath,
  size,
  mediaType: z.string(),
  sha256: digest,
  sm3: digest,
});
export type ManifestObject = z.infer<typeof ManifestObject>;

/**
 * What is sealed: `manifest.json`, the exact RFC 8785 bytes of this value. Unknown fields are refused.
 * `docs/formats/bundle.md` says what each field means.
 */
export const Manifest = z.strictObject({
  v: version,
  type: z.literal('proofkeep-manifest'),
  ano: z.string().regex(anoPattern),
  /** 32 random bytes, hex: nobody can guess low-entropy evidence from the digest in the public log. */
  salt: digest,
  createdAt: time,
  /** The sealer's clock, by which `createdAt` and the installation's own timestamps were made; null: not compared. */
  clock: ClockReading.nullable(),
  kind: z.literal('page'),
  subject: z.strictObject({ requestedUrl: z.string(), finalUrl: z.string(), title: z.string() }),
  /** Null where the command line captured: there is no account. */
  applicant: Applicant.nullable(),
  capture: z.strictObject({
    state: z.enum(['complete', 'partial']),
    startedAt: time,
    endedAt: time,
    tool: z.string(),
    toolVersion: z.string(),
    browser: z.string(),
    isolation: z.enum(['namespace', 'proxy']),
    /** The recorder's clock; null: not compared. */
    clock: z.strictObject({
      before: ClockReading.nullable(),
      after: ClockReading.nullable(),
      /** Against the sealer's clock, when the capture was handed over; null: they are one. */
      sealer: ClockOffset.nullable(),
    }),
    operator: Operator,
    missing: z.int().nonnegative(),
  }),
  objects: z.array(ManifestObject).min(1),
});
export type Manifest = z.infer<typeof Manifest>;

/** The leaf of the public log: the exact RFC 8785 bytes of this value. It commits to the evidence and reveals nothing of it. */
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

/** Everything in the ZIP outside `data/` and `manifest.json`, signed by the seal key: `contents.json` with `contents.p7s`. */
export const Contents = z.strictObject({
  v: version,
  type: z.literal('proofkeep-contents'),
  ano: z.string().regex(anoPattern),
  manifestSha256: digest,
  files: z.array(z.strictObject({ path: entryPath, size, sha256: digest })),
});
export type Contents = z.infer<typeof Contents>;

/**
 * The file that `certificate.pdf` carries (`certificateFile`): which evidence it is the certificate of. The exact RFC 8785
 * bytes of this value.
 */
export const CertificateData = z.strictObject({
  v: version,
  type: z.literal('proofkeep-certificate'),
  ano: z.string().regex(anoPattern),
  manifestSha256: digest,
  manifestSm3: digest,
});
export type CertificateData = z.infer<typeof CertificateData>;

/** How the file is named and described inside the PDF (ISO 19005-3 §6.8). */
export const certificateFile = { name: 'evidence.json', mediaType: 'application/json', relationship: 'Data' } as const;

/**
 * The outside timestamp authorities that were asked and gave no token to keep, in the order in which they were asked:
 * `proof/refusals.json`, which stands only where there is one. The sealer's own word, signed with the list of parts.
 */
export const Refusals = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-refusals'),
  ano: z.string().regex(anoPattern),
  refusals: z
    .array(
      z.strictObject({
        /** Address without user, query and fragment. */
        authority: line,
        /** No whole answer in time; the request was not granted; a token that does not verify. */
        why: z.enum(['unreachable', 'refused', 'invalid']),
        /** In the words of whoever found it, on one line. */
        detail: line.max(400),
      }),
    )
    .min(1),
});
export type Refusals = z.infer<typeof Refusals>;
export type Refusal = Refusals['refusals'][number];

/** Where each part of a bundle stands. */
export const paths = {
  manifest: 'manifest.json',
  dataFolder: 'data/',
  /** What was captured, how far, what is missing. */
  report: 'data/report.json',
  /** Every packet of the comparison with time servers. */
  clock: 'data/clock.json',
  /** The network record. */
  record: 'data/page.wacz',
  /** DER TimeStampToken (RFC 3161) over SHA-256 of `manifest.json`, by the installation's own authority. */
  token: 'proof/manifest.tst',
  /** `proof/manifest-<n>.tst`, n from 2: the same by outside authorities. */
  outsideToken: (n: number) => `proof/manifest-${n}.tst`,
  /** Which outside authorities gave none, and why; absent where all gave one. */
  refusals: 'proof/refusals.json',
  /** What was collected about the revocation of outside authorities; absent where none gave a token, and in older bundles. */
  outsideRevocation: 'proof/revocation.json',
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
  /** DER, of issuing and root authority; current at the time of `token`. */
  crl: 'trust/ca.crl',
  rootCrl: 'trust/root.crl',
  /** The same, current at the time of the certificate's token. */
  certifiedCrl: 'trust/certified-ca.crl',
  certifiedRootCrl: 'trust/certified-root.crl',
  logKey: 'trust/log.vkey',
  instructions: 'VERIFY.txt',
} as const;

/** N of `proof/manifest-N.tst`; null for any other path. */
export function outsideTokenNumber(path: string): number | null {
  const number = Number(/^proof\/manifest-([1-9]\d{0,4})\.tst$/.exec(path)?.[1] ?? 0);
  return number >= 2 ? number : null;
}

/** Parts outside the list of parts: the manifest, which it names by digest, itself and its signature. */
const unlistedParts: ReadonlySet<string> = new Set([paths.manifest, paths.contents, paths.contentsSignature]);
const optionalParts: ReadonlySet<string> = new Set([paths.refusals, paths.outsideRevocation]);
const fixedParts = Object.values(paths).filter(
  (path): path is Exclude<typeof path, (n: number) => string> =>
    typeof path === 'string' && !path.startsWith(paths.dataFolder) && !unlistedParts.has(path),
);

/** What every list of parts has. */
export const requiredParts: readonly string[] = fixedParts.filter((path) => !optionalParts.has(path));

/** Whether a list of parts may have it: the set is closed. */
export const isListedPart = (path: string): boolean =>
  fixedParts.some((part) => part === path) || outsideTokenNumber(path) !== null || isCollectedPath(path);
