import { randomBytes } from 'node:crypto';
import { type CaptureFailure, type Failure, message } from '@proofkeep/contract';

/** Id under which the log stores the cause of a fault. */
export const newTraceId = (): string => randomBytes(8).toString('hex');

/**
 * The failure shown to users after a fault of the platform: it says that the fault is ours, and gives the id to quote.
 */
export const faultOf = (code: CaptureFailure, traceId: string): Failure => ({
  code,
  said: message('fault.ours', { trace: traceId }),
  traceId,
});
