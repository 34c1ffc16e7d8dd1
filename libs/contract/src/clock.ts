import { z } from 'zod';

/** How far one clock is from another. */
export const ClockOffset = z.strictObject({
  /** The clock in question minus the other; positive: it is ahead. */
  offsetMs: z.int(),
  /** The true offset is not further from `offsetMs` than this. */
  uncertaintyMs: z.int().nonnegative(),
});
export type ClockOffset = z.infer<typeof ClockOffset>;

/** How far a clock is from the time that outside servers agree on; null elsewhere means: not compared. */
export const ClockReading = ClockOffset.extend({
  /** How many servers agree. */
  sources: z.int().min(2),
});
export type ClockReading = z.infer<typeof ClockReading>;
