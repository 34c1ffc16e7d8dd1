/** Matters for the composition root and for features above: the phone pages on which parties act. */
export { finishIdentityStep, type StepAct } from './identification.ts';
export type { ActOrigin, MatterActor } from './journal/journal.ts';
export { findParties, findPartyByPhone, findSteps, type PartyRow, type StepRow } from './parties/store.ts';
export { unpaidMatters } from './pay.ts';
export { documentBytes, documentsOf } from './reading.ts';
export { requireSigning, type SigningAct, sendSigningCode, signDocuments, storeHandwriting } from './signing.ts';
export { findMatter, lockMatter, type MatterDbRow } from './store.ts';
