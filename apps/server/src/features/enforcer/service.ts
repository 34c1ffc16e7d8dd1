/** Enforcer devices for the composition root. */
export { deleteExpiredDeviceCodes } from './device-store.ts';
export { releaseRecordings, submittedRecordings } from './pay.ts';
export { sweepDevices } from './sweep.ts';
