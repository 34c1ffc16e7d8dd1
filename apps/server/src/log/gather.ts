import { setTimeout as sleep } from 'node:timers/promises';

export interface Gatherer<V> {
  /** The answer for a key, undefined when there is none. Rejects when the batch that held the key failed. */
  ask(key: string): Promise<V | undefined>;
  /** Resolves when nobody waits for an answer any more. */
  idle(): Promise<void>;
}

/**
 * Answers many askers in batches: from the first asker on, keys are gathered for `gatherMs`, then answered together by
 * `work`, one batch at a time. A key that comes while a batch is worked on belongs to the next, which starts after it came.
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
