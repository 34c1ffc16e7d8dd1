import {
  type Appearance,
  type Authority,
  type CertifiedKey,
  certifyPdf,
  type PersonalKey,
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

/** Signs documents with the installation's seal key, or with the key of a person whom it certified. */
export interface DocumentSigner {
  /** Certifies a finished document, PAdES level T: no later change is allowed. */
  certify(pdf: Uint8Array, o: Omit<RevisionOptions, 'appearance'>): Promise<Uint8Array>;
  /** Adds a signature as a revision of its own, PAdES level T. @param by the installation's seal unless given */
  sign(pdf: Uint8Array, o: RevisionOptions, by?: CertifiedKey): Promise<Uint8Array>;
  /** Issues a certificate to a person, with a new key. @param o.crl URL at which the issuer's revocation list is served */
  certifyPerson(o: { name: string; unit: string; organization: string; crl: string }): Promise<PersonalKey>;
  /** The current revocation lists of the installation's authority. */
  crls(): ReturnType<Authority['crls']>;
  /** Adds personal certificates to the revocation list of the installation's authority. Safe to repeat. */
  revoke: Authority['revoke'];
  /** Returns a DER TimeStampToken over a SHA-256 digest. */
  token(sha256: Uint8Array): Promise<Uint8Array>;
}

/** Upper bound of the attributes of a name (RFC 5280 appendix A.1). */
const mostLetters = 64;

export const documentSigner = (
  authority: Pick<Authority, 'seal' | 'certifyPerson' | 'crls' | 'revoke'>,
  timestamps: Pick<TimestampAuthority, 'token' | 'respond'>,
): DocumentSigner => ({
  certify: (pdf, { signerName, reason, at }) =>
    certifyPdf(pdf, authority.seal, { timestamp: tokenSource(timestamps), signerName, reason, claimedAt: at }),
  sign: (pdf, { signerName, reason, at, appearance }, by = authority.seal) =>
    signPdf(pdf, by, {
      timestamp: tokenSource(timestamps),
      signerName,
      reason,
      claimedAt: at,
      appearance,
    }),
  certifyPerson: ({ name, unit, organization, crl }) =>
    authority.certifyPerson(
      {
        commonName: name.slice(0, mostLetters),
        organizationalUnit: unit.slice(0, mostLetters),
        organization: organization.slice(0, mostLetters),
      },
      crl,
    ),
  crls: () => authority.crls(),
  revoke: (certificates) => authority.revoke(certificates),
  token: (sha256) => timestamps.token(sha256),
});
