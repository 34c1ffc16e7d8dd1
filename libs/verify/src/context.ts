import { Contents, Leaf, type Manifest, paths, readSealed, type Zip } from '@proofkeep/bundle';
import type { SignedData, Timestamp } from '@proofkeep/pki';
import type { Anchors } from './anchors.ts';
import type { Detail } from './details.ts';
import type { Check, Finding } from './report.ts';

/** What the checks share: the opened bundle, whom to believe, and what was found so far. */
export interface Context {
  zip: Zip;
  anchors: Anchors;
  sha256(...parts: Uint8Array[]): Uint8Array;
  sm3(...parts: Uint8Array[]): Uint8Array;
  manifest: Manifest;
  manifestBytes: Uint8Array;
  manifestSha256: string;
  note(check: Check, outcome: Finding['outcome'], o?: { subject?: string; said?: Detail; required?: boolean }): void;
  /** Runs a check that throws when it fails. */
  attempt(check: Check, subject: string, work: () => Promise<void>): Promise<void>;
  /** A small part whole; a missing one throws. */
  part(path: string): Promise<Uint8Array>;
  findings: readonly Finding[];
  /** Of the installation's own token, once that holds; the manifest's signature is judged as of then. */
  stampedAt: Date | null;
  /** Signature and token of the certificate, once they hold; certificate and list of parts are judged as of the token's time. */
  certified: { signed: SignedData; timestamp: Timestamp } | null;
  /** Of that token and of those of outside authorities that are believed. */
  stamps: Date[];
  /** The installation's own token leads to a root that is trusted here. */
  isStampBelieved: boolean;
  logIndex: number | null;
}

export const readLeaf = async (context: Context): Promise<Leaf> =>
  readSealed(Leaf, await context.part(paths.leaf), paths.leaf);

export const readContents = async (context: Context): Promise<Contents> =>
  readSealed(Contents, await context.part(paths.contents), paths.contents);
