/** The form of one attestation, for features that put several forward together. */
export { netcourtFormOf, proofStepsOf } from './form.ts';
export { netcourtJobs } from './submission.ts';
