import { setTimeout as sleep } from 'node:timers/promises';
import { renewMs } from '@proofkeep/contract';
import { ServiceError } from './service.ts';

const firstPauseMs = 200;
/** A service that is back hears from every lease within this time, before it looks for expired ones. */
const longestPauseMs = renewMs;

/**
 * Retries with growing pauses while the service is unavailable.
 * @throws ServiceError LEASE_LOST, REFUSED; any other error of `ask`; AbortError once the signal is aborted
 */
export async function retryWhileAway<T>(
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
    // Jitter, so that nodes do not all retry at once.
    await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
}

/** Limits concurrency to `count`; further work is queued. */
export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
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
