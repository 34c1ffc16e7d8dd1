import { oid } from './der.ts';

/** Object identifiers, encoded once. */
export const oids = {
  /** RFC 3279. */
  sha1: oid('1.3.14.3.2.26'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  /** GB/T 33560, SM3. */
  sm3: oid('1.2.156.10197.1.401'),
  ecdsaWithSha256: oid('1.2.840.10045.4.3.2'),
  sha256WithRsa: oid('1.2.840.113549.1.1.11'),
  /** RFC 5652. */
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  /** RFC 5035 §3. */
  signingTime: oid('1.2.840.113549.1.9.5'),
  signingCertificateV2: oid('1.2.840.113549.1.9.16.2.47'),
  /** RFC 3161. */
  tstInfo: oid('1.2.840.113549.1.9.16.1.4'),
  /** RFC 3161 appendix A. */
  signatureTimestamp: oid('1.2.840.113549.1.9.16.2.14'),
  /** RFC 5280. */
  subjectKeyIdentifier: oid('2.5.29.14'),
  keyUsage: oid('2.5.29.15'),
  basicConstraints: oid('2.5.29.19'),
  crlNumber: oid('2.5.29.20'),
  reasonCode: oid('2.5.29.21'),
  crlDistributionPoints: oid('2.5.29.31'),
  authorityKeyIdentifier: oid('2.5.29.35'),
  extendedKeyUsage: oid('2.5.29.37'),
  emailProtection: oid('1.3.6.1.5.5.7.3.4'),
  authorityInfoAccess: oid('1.3.6.1.5.5.7.1.1'),
  ocspSigning: oid('1.3.6.1.5.5.7.3.9'),
  ocsp: oid('1.3.6.1.5.5.7.48.1'),
  timeStamping: oid('1.3.6.1.5.5.7.3.8'),
  /** RFC 9336. */
  documentSigning: oid('1.3.6.1.5.5.7.3.36'),
  commonName: oid('2.5.4.3'),
  organization: oid('2.5.4.10'),
  organizationalUnit: oid('2.5.4.11'),
} as const;
