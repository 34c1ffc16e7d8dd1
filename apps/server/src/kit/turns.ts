/** Thrown where no more work may wait. */
export class QueueFull extends Error {
  override name = 'QueueFull';
}

/**
 * Lets so many pieces of work run at a time in this process; the others wait for their turn, in the order they came.
 * @param mostWaiting work beyond it is not taken: it throws `QueueFull` at once
 */
export function turns(
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
      // Handed on and not given back, so that nobody who comes now gets in before whoever waits.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
