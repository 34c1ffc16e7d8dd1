/** The form of one attestation, for features that put several forward together. */
export { netcourtFormOf } from './form.ts';
export { netcourtJobs } from './submission.ts';
