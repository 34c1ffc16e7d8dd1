import type { SegmentHeader } from '@proofkeep/bundle';
import { calls, type DeviceStatus } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';

let compared: SegmentHeader['clock'] = null;

/** This device's clock offset at its last comparison with the service's; null if it was never compared. */
export const clockReading = (): SegmentHeader['clock'] => compared;

/** Asks the service whether the device is bound, and compares the clocks in the process. */
export async function askStatus(id: string): Promise<DeviceStatus> {
  const [before, ticks] = [Date.now(), performance.now()];
  const status = await ask(calls.enforcer.deviceStatus, { id });
  const tookMs = performance.now() - ticks;
  const offsetMs = Math.round(before + tookMs / 2 - Date.parse(status.now));
  compared = { comparedAt: new Date().toISOString(), offsetMs, uncertaintyMs: Math.ceil(tookMs / 2) };
  return status;
}
