export interface Puzzle {
  salt: string;
  /** At most 32. */
  zeroBits: number;
}

export interface Solving {
  tried: number;
  solution: string | null;
}

/**
 * Solves a challenge in a worker, so that the page stays responsive.
 * @param onTried called with the count of numbers tried so far
 * @throws Error if the browser can't start a worker or the signal is aborted
 */
export function solve(puzzle: Puzzle, onTried: (tried: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data: { tried, solution } }: MessageEvent<Solving>) => {
      onTried(tried);
      if (solution !== null) resolve(solution);
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The worker did not run.')));
    signal.addEventListener('abort', () => reject(signal.reason));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(puzzle);
  }).finally(() => worker.terminate());
}

export const expectedTries = ({ zeroBits }: { zeroBits: number }): number => 2 ** zeroBits;
