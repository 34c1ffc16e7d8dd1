/** A frame that is acknowledged later than this is late. On a good connection it takes less than 200 ms. */
const lateMs = 800;
/** Number of late frames in a row after which a viewer falls behind: one alone may be a busy page. */
const lateInRow = 3;
/** Time without a late frame after which the original pictures are tried again; doubled after each failed try. */
const tryAgainMs = { first: 10_000, longest: 5 * 60_000 };

/** Frames beyond this number of unacknowledged ones are not timed; a node sends two (`unackedFrames`). */
const mostUnanswered = 32;

/** Decides whether a viewer gets reduced pictures, by how long it takes to acknowledge them. Times in ms. */
export class ViewerPace {
  isReduced = false;
  readonly #sentAt = new Map<number, number>();
  #late = 0;
  #lastLateMs = 0;
  #waitMs = tryAgainMs.first;
  #triedAtMs = Number.NEGATIVE_INFINITY;

  noteSent(frame: number, nowMs: number): void {
    if (this.#sentAt.size < mostUnanswered) this.#sentAt.set(frame, nowMs);
  }

  /** An acknowledgement includes all earlier frames. */
  noteAck(frame: number, nowMs: number): void {
    const sentAtMs = this.#sentAt.get(frame);
    for (const known of this.#sentAt.keys()) if (known <= frame) this.#sentAt.delete(known);
    if (sentAtMs === undefined) return;
    const isLate = nowMs - sentAtMs > lateMs;
    this.#late = isLate ? this.#late + 1 : 0;
    if (isLate) this.#lastLateMs = nowMs;
    if (!this.isReduced && this.#late >= lateInRow) this.#reduce(nowMs);
    else if (this.isReduced && nowMs - this.#lastLateMs > this.#waitMs) {
      this.isReduced = false;
      this.#triedAtMs = nowMs;
    }
  }

  /** A viewer that falls behind soon after the original pictures came back waits longer for the next try. */
  #reduce(nowMs: number): void {
    const hasFailed = nowMs - this.#triedAtMs < 2 * this.#waitMs;
    this.#waitMs = hasFailed ? Math.min(2 * this.#waitMs, tryAgainMs.longest) : tryAgainMs.first;
    this.isReduced = true;
  }
}
