/** Thrown if the queue is full. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/**
 * Limits concurrent work in this process; the rest waits in order of arrival.
 * @param mostWaiting further work is rejected at once with `QueueFull`
 */
export function limitConcurrency(
  atOnce: number,
  mostWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new QueueFull();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Hands its slot to the next in line, so that a newcomer can't take it first.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
