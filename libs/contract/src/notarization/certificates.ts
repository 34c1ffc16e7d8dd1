import { z } from 'zod';
import type { Word } from '../shared/words.ts';

/**
 * Why a notary's certificate was revoked (CRLReason, RFC 5280 §5.3.1). Deeds signed before the revocation stay valid, except after
 * `key-compromise`.
 */
export const CertificateRevocationReason = z.enum([
  'superseded',
  'cessation-of-operation',
  'affiliation-changed',
  'key-compromise',
]);
export type CertificateRevocationReason = z.infer<typeof CertificateRevocationReason>;

/** Display words of each revocation reason. */
export const certificateRevocationWords: Record<CertificateRevocationReason, Word> = {
  superseded: ['已换用新证书', 'Replaced by another certificate'],
  'cessation-of-operation': ['不再执业或停用', 'No longer in use'],
  'affiliation-changed': ['转入其他公证处', 'Moved to another office'],
  'key-compromise': ['私钥泄露', 'Private key compromised'],
};

/** Lengths of the PEM texts of a supplied certificate. */
export const certificateLimits = { chain: 40_000, key: 12_000, passphrase: 200 } as const;

/** An X.509 certificate with which a notary signs deeds. */
export const NotaryCertificate = z.strictObject({
  id: z.string(),
  staffId: z.string(),
  /** Name, licence and office as the certificate states them. */
  name: z.string(),
  licenceNo: z.string(),
  officeName: z.string(),
  /** SHA-256 of the certificate, hex. */
  sha256: z.string(),
  /** `issued` by this installation's authority, or `supplied` from an outside one. */
  origin: z.enum(['issued', 'supplied']),
  issuedAt: z.string(),
  validUntil: z.string(),
  /** Whether it is the certificate with which the notary signs now. */
  isCurrent: z.boolean(),
  revocation: z.strictObject({ at: z.string(), reason: CertificateRevocationReason }).nullable(),
});
export type NotaryCertificate = z.infer<typeof NotaryCertificate>;
