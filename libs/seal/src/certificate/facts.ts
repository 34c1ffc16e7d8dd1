import type { Refusal } from '@proofkeep/bundle';

/** What a certificate says. Everything here is printed; nothing is worked out from anything else. */
export interface CertificateFacts {
  ano: string;
  requestedUrl: string;
  finalUrl: string;
  title: string;
  operator: string;
  startedAt: Date;
  endedAt: Date;
  /** `partial`: at least one asked step or resource is not whole; `missing` then says which. */
  state: 'complete' | 'partial';
  /** Each resource that is not whole, with the reason. */
  missing: { url: string; why: string; detail: string }[];
  /** A login wall or challenge stood in front of the page: its description, else null. */
  block: string | null;
  server: {
    status: number | null;
    address: string | null;
    protocol: string | null;
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
  /** The outside authorities that were asked and gave none. */
  refusals: readonly Refusal[];
  log: { origin: string; index: number; size: number; root: string };
  sealedBy: string;
  /** PNG or JPEG; drawn beside the facts. */
  thumbnail: Uint8Array;
  /** What the QR code holds: an address to check the certificate at, or the digest to compare. */
  qr: string;
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
  | 'clock';
