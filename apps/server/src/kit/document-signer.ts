import {
  type Appearance,
  type Authority,
  certifyPdf,
  signPdf,
  type TimestampAuthority,
  tokenSource,
} from '@proofkeep/seal';

export interface RevisionOptions {
  /** Shown by PDF readers. */
  signerName: string;
  reason: string;
  at: Date;
  /** Picture of the signature or seal, and its place. */
  appearance: Appearance;
}

/** Signs documents with the installation's seal key. */
export interface DocumentSigner {
  /** Certifies a finished document, PAdES level T: no later change is allowed. */
  certify(pdf: Uint8Array, o: Omit<RevisionOptions, 'appearance'>): Promise<Uint8Array>;
  /** Adds a signature as a revision of its own, PAdES level T. */
  sign(pdf: Uint8Array, o: RevisionOptions): Promise<Uint8Array>;
  /** Returns a DER TimeStampToken over a SHA-256 digest. */
  token(sha256: Uint8Array): Promise<Uint8Array>;
}

export const documentSigner = (
  authority: Pick<Authority, 'seal'>,
  timestamps: Pick<TimestampAuthority, 'token' | 'respond'>,
): DocumentSigner => ({
  certify: (pdf, { signerName, reason, at }) =>
    certifyPdf(pdf, authority.seal, { timestamp: tokenSource(timestamps), signerName, reason, claimedAt: at }),
  sign: (pdf, { signerName, reason, at, appearance }) =>
    signPdf(pdf, authority.seal, {
      timestamp: tokenSource(timestamps),
      signerName,
      reason,
      claimedAt: at,
      appearance,
    }),
  token: (sha256) => timestamps.token(sha256),
});
