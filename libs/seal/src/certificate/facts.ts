import type { Refusal } from '@proofkeep/bundle';
import type { Label } from './paper.ts';

/** What a certificate says. Everything here is printed; nothing is worked out from anything else. */
export interface CertificateFacts {
  ano: string;
  requestedUrl: string;
  finalUrl: string;
  title: string;
  /** Whose evidence it is and who captured it. */
  submitter: SubmitterFact[];
  startedAt: Date;
  endedAt: Date;
  /** `partial`: something that was asked for is not whole; `lacking` then says what. */
  state: 'complete' | 'partial';
  /** Steps that were cut, bounds that were reached, pages that stood in front, resources that are not whole; with the reason. */
  lacking: { what: string; why: Label }[];
  /** What the capture itself changed, one sentence each. */
  alterations: readonly Label[];
  /** The browser rejected a certificate, and the capture went on as asked. */
  isTlsOverridden: boolean;
  server: {
    status: number | null;
    address: string | null;
    protocol: string | null;
    /** What the site said the time was; null where it did not. */
    date: Date | null;
    /** Subject and issuer of the site's certificate with the browser's verdict; null for plain HTTP. */
    tls: { subject: string; issuer: string; protocol: string; verdict: string } | null;
    redirects: { url: string; status: number }[];
  };
  environment: { label: EnvironmentLabel; value: string }[];
  /** The preserved files in manifest order; `sha256` in lower-case hex, `size` in bytes. */
  objects: { path: string; size: number; sha256: string }[];
  manifestSha256: string;
  manifestSm3: string;
  /** The first is the installation's own; the others are outside authorities. */
  timestamps: { at: Date; authority: string; serial: string; own: boolean }[];
  /** How far the clock of the installation's own authority was from outside ones, in both languages. */
  clock: string;
  /** The outside authorities that were asked and gave none. */
  refusals: readonly Refusal[];
  log: { origin: string; index: number; size: number; root: string };
  sealedBy: string;
  /** PNG or JPEG; drawn beside the facts. */
  thumbnail: Uint8Array;
  /** What the QR code holds: an address to check the certificate at, or the digest to compare. */
  qr: string;
}

/** A name or number with what stands behind it. */
export interface SubmitterFact {
  label: Label;
  /** Null where the mark says all there is. */
  value: string | null;
  mark: Label | null;
  /** The name isn't certified; printed as a warning. */
  isUncertified: boolean;
  notes: readonly Label[];
}

export type EnvironmentLabel =
  | 'tool'
  | 'browser'
  | 'browserSha256'
  | 'userAgent'
  | 'operatingSystem'
  | 'isolation'
  | 'profile'
  | 'extensions'
  | 'locale'
  | 'viewport'
  | 'resolvers'
  | 'openedDestinations'
  | 'fixedNames'
  | 'trustedKeys'
  | 'clock';
