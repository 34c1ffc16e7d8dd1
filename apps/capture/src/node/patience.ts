import { setTimeout as sleep } from 'node:timers/promises';
import { renewMs } from '@proofkeep/contract';
import { ServiceError } from './service.ts';

const firstPauseMs = 200;
/** A service that is back hears of every lease within this time, before it looks for those that ran out. */
const longestPauseMs = renewMs;

/**
 * Asks again, after longer and longer pauses, for as long as the service is away.
 * @throws ServiceError LEASE_LOST, REFUSED; whatever else `ask` throws; AbortError once the signal says so
 */
export async function patiently<T>(
  ask: () => Promise<T>,
  { signal, onAway }: { signal: AbortSignal; onAway: (error: ServiceError) => void },
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'AWAY') throw error;
      if (pauseMs === firstPauseMs) onAway(error);
    }
    // Not all nodes at once.
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

/** Runs so much at once; the rest waits for its turn. */
export function atMost(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < count) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
