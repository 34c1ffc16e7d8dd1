import { z } from 'zod';

/** Offset between two clocks. */
export const ClockOffset = z.strictObject({
  /** The clock in question minus the other; positive if it is ahead. */
  offsetMs: z.int(),
  /** Maximum distance of the true offset from `offsetMs`. */
  uncertaintyMs: z.int().nonnegative(),
});
export type ClockOffset = z.infer<typeof ClockOffset>;

/** Offset of a clock from the time external servers agree on; null elsewhere means not compared. */
export const ClockReading = ClockOffset.extend({
  /** Number of servers that agree. */
  sources: z.int().min(2),
});
export type ClockReading = z.infer<typeof ClockReading>;

/**
 * A node whose clock deviates further from the service's gets no work; verifiers use the same limit
 * (docs/formats/bundle.md).
 */
export const clockLimitMs = 2_000;

const time = z.iso.datetime({ precision: 3 });

/** Clock data a node sends with a request. */
export const NodeClock = z.strictObject({
  /** Node's time of sending this request. */
  sentAt: time,
  /** Its clock minus the service's, from the last answer it received; null before the first. */
  offset: ClockOffset.nullable(),
});
export type NodeClock = z.infer<typeof NodeClock>;

/** Service's times of receiving and answering the request. */
export const ServiceClock = z.strictObject({ receivedAt: time, answeredAt: time });
export type ServiceClock = z.infer<typeof ServiceClock>;

/** Computes the offset from one exchange (RFC 5905 §8) whose duration the sender measured with a monotonic clock. */
export function offsetFrom(sentMs: number, elapsedMs: number, { receivedAt, answeredAt }: ServiceClock): ClockOffset {
  const [received, answered] = [Date.parse(receivedAt), Date.parse(answeredAt)];
  const wayMs = Math.max(0, elapsedMs - (answered - received));
  return {
    offsetMs: Math.round((sentMs - received + (sentMs + elapsedMs - answered)) / 2),
    // Times are truncated to whole milliseconds.
    uncertaintyMs: Math.ceil(wayMs / 2) + 2,
  };
}

/**
 * `far`: deviates from the service's clock by more than `clockLimitMs`, regardless of the uncertainty. `unknown`: can't
 * be determined.
 */
export type ClockVerdict = 'near' | 'far' | 'unknown';

/** Returns true if the offset exceeds `clockLimitMs`, regardless of uncertainty. */
export const isFar = ({ offsetMs, uncertaintyMs }: ClockOffset): boolean =>
  Math.abs(offsetMs) - uncertaintyMs > clockLimitMs;

/**
 * Judges a node's clock by its reported offset and by when its request arrived: after a change of the clock, the
 * request seems to arrive before it was sent or long after.
 */
export function judgeNodeClock({ sentAt, offset }: NodeClock, receivedAt: Date): ClockVerdict {
  if (!offset) return 'unknown';
  if (isFar(offset)) return 'far';
  const { offsetMs, uncertaintyMs } = offset;
  const wayMs = receivedAt.getTime() - (Date.parse(sentAt) - offsetMs);
  const isClose = Math.abs(offsetMs) + uncertaintyMs <= clockLimitMs;
  return isClose && wayMs >= -uncertaintyMs && wayMs <= clockLimitMs ? 'near' : 'unknown';
}
