import { randomBytes } from 'node:crypto';
import { type CaptureFailure, type Failure, message } from '@proofkeep/contract';

/** Id under which the log has the cause of a fault. */
export const newTraceId = (): string => randomBytes(8).toString('hex');

/** Failure that users see after a fault of the platform: that it is ours, and the id to quote. */
export const faultOf = (code: CaptureFailure, traceId: string): Failure => ({
  code,
  said: message('fault.ours', { trace: traceId }),
  traceId,
});
