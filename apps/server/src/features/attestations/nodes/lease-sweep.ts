import { setTimeout as sleep } from 'node:timers/promises';
import { renewMs } from '@proofkeep/contract';
import type { NodeOptions } from './options.ts';
import { sweepLeases } from './outcomes.ts';

const everyMs = 2_000;
/** Nodes whose service was away ask again within `renewMs`: what they have under way is left to them. */
const graceMs = 2 * renewMs;

/** Takes back what nodes have lost, for as long as the service runs: until the signal. */
export async function keepSweeping(
  o: Pick<NodeOptions, 'database' | 'onDropped' | 'clock'>,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {});
  await pause(graceMs);
  while (!signal.aborted) {
    // The database may be away; what ran out stays so until it is back.
    await sweepLeases(o, o.clock()).catch(onError);
    await pause(everyMs);
  }
}
