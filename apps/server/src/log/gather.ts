import { setTimeout as sleep } from 'node:timers/promises';

export interface Gatherer<V> {
  /** @returns the answer for the key, undefined if there is none. Rejects if the key's batch failed. */
  ask(key: string): Promise<V | undefined>;
  /** Resolves when no request is pending. */
  idle(): Promise<void>;
}

/**
 * Answers requests in batches: starting with the first request, collects keys for `gatherMs`, then answers them
 * together with `work`, one batch at a time. A key that arrives during a batch belongs to the next one, which starts
 * after it arrived.
 */
export function gather<V>(gatherMs: number, work: (keys: string[]) => Promise<Map<string, V>>): Gatherer<V> {
  let askers: { key: string; answer: PromiseWithResolvers<V | undefined> }[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    while (askers.length > 0) {
      await sleep(gatherMs);
      const batch = askers;
      askers = [];
      try {
        const answers = await work([...new Set(batch.map(({ key }) => key))]);
        for (const { key, answer } of batch) answer.resolve(answers.get(key));
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    running = undefined;
  };

  return {
    ask(key) {
      const answer = Promise.withResolvers<V | undefined>();
      askers.push({ key, answer });
      running ??= run();
      return answer.promise;
    },
    async idle() {
      await running;
    },
  };
}
