/** The form of one attestation, for features that submit several attestations together. */

export { answerSubmission, type SubmissionOutcome } from './answers.ts';
export { netcourtFormOf, proofStepsOf } from './form.ts';
export { netcourtJobs } from './submission.ts';
