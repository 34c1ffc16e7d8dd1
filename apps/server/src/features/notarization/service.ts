/** Functions for the composition root and higher features, such as the phone pages of parties. */
export { lockOfficeMatter, notaryActor, originOf, requireOfficeMatter, requireOwnMatter } from './access.ts';
export { saveAnswer } from './answers.ts';
export { questionsOf } from './content.ts';
export { deedFiles, deedKey } from './deed.ts';
export { findUsedHandwriting } from './documents/store.ts';
export { sweepMatters } from './documents/sweep.ts';
export { finishIdentityStep, type StepAct } from './identification.ts';
export { type ActOrigin, appendEntry, headKey, type MatterActor, type NewEntry } from './journal/journal.ts';
export { findEntries, findHeads } from './journal/store.ts';
export { moveMatter } from './lifecycle.ts';
export { matterManifest } from './matter-manifest.ts';
export { currentLists } from './offices/certificates.ts';
export { findOffice } from './offices/store.ts';
export {
  actingPersonOf,
  findParties,
  findPartyByPhone,
  findSteps,
  type PartyRow,
  type StepRow,
} from './parties/store.ts';
export { unpaidMatters } from './pay.ts';
export { documentBytes, documentsOf, documentWords, matters } from './reading.ts';
export {
  documentsToSign,
  requireSigning,
  type SigningAct,
  sendSigningCode,
  signDocuments,
  storeHandwriting,
} from './signing.ts';
export { stampHead } from './stamp-head.ts';
export { findDeed, findMatter, findMatterByNo, lockMatter, type MatterDbRow } from './store.ts';
export { watchMatters } from './watch.ts';
