/** Pause after an authority delayed a seal: without it, every seal would be delayed. */
export const restMs = 5 * 60_000;
/** Faster failures don't delay a seal noticeably, so such an authority is asked every time. */
const slowMs = 3_000;

/** An outside authority that is currently paused. */
export interface RestingAuthority {
  /** Its URL without the query. */
  readonly authority: string;
  readonly since: Date;
  /** The next seal after this time asks it again. */
  readonly until: Date;
  /** Outcome of the last request. */
  readonly detail: string;
}

/** Remembers unreachable authorities for all seals of a process. */
export interface AuthorityRest {
  /** Undefined if the authority should be asked; the caller must then report `answered` or `failed`. */
  restOf(authority: string): RestingAuthority | undefined;
  answered(authority: string): void;
  /** @param elapsedMs how long the seal waited */
  failed(authority: string, elapsedMs: number, detail: string): void;
  /** Authorities that are paused, or have not answered since their pause. */
  resting(): RestingAuthority[];
  /** Calls the listener when an authority stops answering (`rest`) and when it answers again (null). */
  onChange(listener: RestListener): void;
}

/** Receives the URL of an authority, without the query, and its pause; null when it answers again. */
export type RestListener = (authority: string, rest: RestingAuthority | null) => void;

/**
 * A circuit breaker for each outside authority. After the pause, one seal asks it; other seals continue without it
 * until it has answered.
 */
export function restDeadAuthorities(nowMs: () => number = Date.now): AuthorityRest {
  const listeners: RestListener[] = [];
  const onChange: RestListener = (...change) => {
    for (const listener of listeners) listener(...change);
  };
  const rests = new Map<string, RestingAuthority>();
  return {
    restOf(authority) {
      const rest = rests.get(authority);
      if (!rest || nowMs() < rest.until.getTime()) return rest;
      // This seal asks it; for other seals the pause continues.
      rests.set(authority, { ...rest, until: new Date(nowMs() + restMs) });
      return undefined;
    },
    answered(authority) {
      if (rests.delete(authority)) onChange(authority, null);
    },
    failed(authority, elapsedMs, detail) {
      if (elapsedMs < slowMs) return;
      const known = rests.get(authority);
      const rest = {
        authority,
        since: known?.since ?? new Date(nowMs()),
        until: new Date(nowMs() + restMs),
        detail,
      };
      rests.set(authority, rest);
      if (!known) onChange(authority, rest);
    },
    resting: () => [...rests.values()],
    onChange: (listener) => void listeners.push(listener),
  };
}
