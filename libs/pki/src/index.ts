export { verifyEcdsa } from './algorithm.ts';
export {
  checkMathematics,
  contentTypes,
  parseSignedData,
  type SignedData,
  type VerifyCmsOptions,
  verifySignedData,
} from './cms.ts';
export { type Crl, checkCrl, parseCrl, type Revocation } from './crl.ts';
export type { CrlScope } from './crl-scope.ts';
export { booleanOf, childrenOf, type Der, integerOf, Parts, parseDer, tags } from './der.ts';
export { type OutOfScope, PkiError, type PkiErrorCode, RevocationError, type RevocationFinding } from './error.ts';
export { type NameAttribute, nameAttributes } from './name.ts';
export { type OcspResponse, type OcspStatus, ocspStatuses, parseOcspResponse } from './ocsp.ts';
export { findPath, isAnchored } from './path.ts';
export { type PdfCertification, readCertifiedPdf, sealedPart } from './pdf.ts';
export { type AssociatedFile, PdfFile } from './pdf-file.ts';
export { type LaterChanges, type LaterKind, laterChanges } from './pdf-later.ts';
export { type PdfRevision, readSignedPdf, type SignedPdf } from './pdf-revisions.ts';
export type { PdfPicture } from './pdf-widget.ts';
export { fromPem } from './pem.ts';
export {
  checkCovered,
  checkNotRevoked,
  checkNotUndone,
  issuersWithoutCrl,
  type RevocationEvidence,
} from './revocation.ts';
export { type RevocationSources, revocationSources } from './revocation-sources.ts';
export { checkTimestamp, parseTimestamp, type Timestamp, verifyTimestamp } from './timestamp.ts';
export { type Certificate, checkIssued, hasKeyUsage, keyUsageBits, parseCertificate } from './x509.ts';
