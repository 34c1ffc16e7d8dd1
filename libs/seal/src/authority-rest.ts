/** An authority that let a seal wait is not asked again for this time: otherwise each seal would wait for it. */
export const restMs = 5 * 60_000;
/** A failure that takes less time delays no seal noticeably: such an authority is asked each time. */
const slowMs = 3_000;

/** An outside authority that is not asked at present. */
export interface RestingAuthority {
  /** Its URL without the query. */
  readonly authority: string;
  readonly since: Date;
  /** The next seal after that asks it again. */
  readonly until: Date;
  /** Outcome of the last request. */
  readonly detail: string;
}

/** Remembers unreachable authorities, for all seals of a process. */
export interface AuthorityRest {
  /** Undefined if the authority is to be asked: then `answered` or `failed` must follow. */
  restOf(authority: string): RestingAuthority | undefined;
  answered(authority: string): void;
  /** @param elapsedMs how long the seal waited */
  failed(authority: string, elapsedMs: number, detail: string): void;
  /** Authorities that are not asked at present, or were not reached since. */
  resting(): RestingAuthority[];
  /** Calls the listener when an authority stops answering (`rest`), and when it answers again (null). */
  onChange(listener: RestListener): void;
}

export type RestListener = (authority: string, rest: RestingAuthority | null) => void;

/**
 * A circuit breaker for each outside authority. When its rest is over, one seal asks it, and the others go on without it until
 * it has answered.
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
      // This seal asks it; its rest goes on for the others.
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
