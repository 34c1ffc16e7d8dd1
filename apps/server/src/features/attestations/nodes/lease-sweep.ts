import { setTimeout as sleep } from 'node:timers/promises';
import { renewMs } from '@proofkeep/contract';
import { sweepLeases } from './outcomes.ts';

const everyMs = 2_000;
/** After a restart of the service, nodes renew within `renewMs`; until then their leases aren't ended. */
const graceMs = 2 * renewMs;

/** Keeps ending expired leases until aborted. */
export async function keepSweeping(
  o: Parameters<typeof sweepLeases>[0],
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  await pause(graceMs);
  while (!signal.aborted) {
    // The database may be unavailable; expired leases are found again once it is back.
    await sweepLeases(o).catch(onError);
    await pause(everyMs);
  }
}
