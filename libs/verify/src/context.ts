import {
  type CertificateData,
  Contents,
  type Digests,
  Leaf,
  type Manifest,
  paths,
  readSealed,
  type Zip,
} from '@proofkeep/bundle';
import type { SignedData, Timestamp } from '@proofkeep/pki';
import type { Anchors } from './anchors.ts';
import type { Check, Finding, Note } from './report.ts';

/** State shared by the checks: the opened bundle, the trust anchors, and the findings so far. */
export interface Context {
  zip: Zip;
  anchors: Anchors;
  /** Digests that the caller computes itself (`VerifyOptions`). */
  digestsOf: ((path: string) => Promise<Digests> | undefined) | undefined;
  sha256(...parts: Uint8Array[]): Uint8Array;
  sm3(...parts: Uint8Array[]): Uint8Array;
  manifest: Manifest;
  manifestBytes: Uint8Array;
  manifestSha256: string;
  note: Note;
  /** Runs a check that throws when it fails. */
  attempt(check: Check, subject: string, work: () => Promise<void>): Promise<void>;
  /** Reads a small part whole; throws if it is missing. */
  part(path: string): Promise<Uint8Array>;
  findings: readonly Finding[];
  /** Time of the installation's own token, once verified; the manifest's signature is verified as of then. */
  stampedAt: Date | null;
  /**
   * Signature and token of the certificate, once verified; certificate and list of parts are verified as of the token's
   * time.
   */
  certified: { signed: SignedData; timestamp: Timestamp } | null;
  /** End of the custody record as stated by the certificate; undefined in older ones. */
  certifiedCustody: CertificateData['custody'];
  /** Times of that token and of trusted tokens of outside authorities. */
  stamps: Date[];
  /** Whether the installation's own token chains to a trusted root. */
  isStampBelieved: boolean;
  logIndex: number | null;
}

/** Reads and parses `proof/leaf.json`. @throws BundleError if it is missing or its form is invalid */
export const readLeaf = async (context: Context): Promise<Leaf> =>
  readSealed(Leaf, await context.part(paths.leaf), paths.leaf);

/** Reads and parses `contents.json`. @throws BundleError if it is missing or its form is invalid */
export const readContents = async (context: Context): Promise<Contents> =>
  readSealed(Contents, await context.part(paths.contents), paths.contents);
