export { type Authority, type Crls, openAuthority } from './authority.ts';
export { type AuthorityRest, type RestingAuthority, restDeadAuthorities } from './authority-rest.ts';
export { signDetached } from './cades.ts';
export type { CertificateFacts, DeviceFacts, EnvironmentLabel, PageFacts } from './certificate/facts.ts';
export { requireFonts } from './certificate/fonts.ts';
export { legalTime } from './certificate/text.ts';
export type { TokenSource } from './cms.ts';
export type { PersonalKey } from './create-authority.ts';
export type { RevocationReason, RevokedCertificate } from './crl.ts';
export { SealError, type SealErrorCode } from './error.ts';
export {
  type CertifiedKey,
  type KeyAlgorithm,
  type KeyHandle,
  openKeyFile,
  type SoftwareKey,
  softwareKey,
} from './keys.ts';
export { type LogSigner, logSigner } from './log-key.ts';
export type { CollectedStatus, FetchStatus } from './outside-revocation.ts';
export type { Appearance, CertifyOptions } from './pades.ts';
export { certifyPdf, drawCertificate, drawNameSeal, drawOfficeSeal, signPdf } from './pdf-on-demand.ts';
export { chainPem, toPem } from './pem.ts';
export {
  type SimulatedDevice,
  type SimulatedRecording,
  type SimulatedSegment,
  simulateDevice,
} from './simulated-device.ts';
export { cachedFetchStatus } from './status-cache.ts';
export { type TimestampAuthority, timestampAuthority, tokenPolicy, tokenSource } from './timestamp-authority.ts';
export {
  type AskOptions,
  askOutsideAuthorities,
  askOutsideAuthority,
  type OutsideAnswers,
  type OutsideToken,
} from './timestamp-client.ts';
export type { ImprintHash } from './timestamp-request.ts';
export { circle, type PathCommand, pdfOperatorsOf, type Shape, svgOf, type VectorPicture } from './vector.ts';
export {
  type CrlOptions,
  type IssueOptions,
  issueCertificate,
  issueCrl,
  type Party,
  type Profile,
  type Subject,
  type Validity,
} from './x509.ts';
