export { type RecordedFile, recordedFiles, recordingConsents } from './recorded-files.ts';
export { sweepRooms } from './watch.ts';
