/** Functions for higher features, orders, the command line and the composition root. */
export {
  countByState,
  countCaptures,
  findAccountId,
  lastStoreCheck,
  listCaptures,
  listNodes,
} from './console-store.ts';
export { recordEvent, recordVisit } from './custody.ts';
export { sentFolder, sentKey, sentPlace } from './files/receive.ts';
export { findNeeded, type NewEntry } from './files/store.ts';
export { submitRecording } from './files/submit.ts';
export { moveAttestation } from './lifecycle.ts';
export {
  findLocalFailures,
  findLocalUnfinished,
  listAllAttestations,
  tryLockWork,
  unlockWork,
} from './local-store.ts';
export {
  bundleBytes,
  type Certified,
  type CertifiedPlace,
  certificateDataOf,
  firstFiles,
  isPicture,
  partBytes,
  readCertified,
  tilesIn,
} from './reading/certified.ts';
export { listAttestations } from './reading/list-store.ts';
export { findSealed, findSealedByDigest, type SealedPlace, type SealedRow } from './reading/public-store.ts';
export { countByDay, type DayCount, findHomeEntries, type HomeEntry } from './reading/store.ts';
export { findSummaries, requireCertified, requireListed } from './reading/summary.ts';
export { certify } from './sealing/certify.ts';
export { type OnRung, seal } from './sealing/seal.ts';
export { NotVerified, verifyStored } from './sealing/self-check.ts';
export { checkStore } from './sealing/store-check.ts';
export { comparisonIn } from './second/shown.ts';
export { findAttestation } from './store.ts';
export { installationSubmitter } from './submitting/submitter.ts';
export { unpaidAttestations } from './submitting/unpaid.ts';
export { insertLocalAttestation, insertLocalFiles } from './write-store.ts';
