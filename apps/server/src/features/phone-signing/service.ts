/** Recordings of parties for the feature above that makes the bundle of a matter. */
export { readPartyFile, type StatementRecording, statementRecordings } from './files.ts';
