import { agreedReading } from '@proofkeep/bundle';
import { askTimeServers } from '@proofkeep/bundle/time-servers';
import type { ClockOffset, ClockReading } from '@proofkeep/contract';
import { SealError } from '@proofkeep/seal';
import type { Client } from './database/client.ts';

/** Offsets of this machine's clock. */
export interface ClockComparison {
  /** Offset from the time that outside servers agree on; null if not compared. */
  outside: ClockReading | null;
  /** Offset from the database's clock; null if it could not be read. */
  database: ClockOffset | null;
  /** False if a comparison shows an offset of more than `clockDriftLimitMs`. */
  isRight: boolean;
}

export interface ClockWatch {
  /** The current offsets, including a change of the clock since the last comparison. */
  comparison(): ClockComparison;
  /** Waits for the first comparison. @throws SealError CLOCK_OFF if the clock is not right */
  requireRight(): Promise<void>;
  close(): void;
}

/** Accuracy that the installation's timestamps claim (RFC 3161 §2.4.2). Beyond it none are issued. */
export const clockDriftLimitMs = 1_000;

const askMs = 2_000;
const againMs = 256_000;

interface ClockSample {
  outside: ClockReading | null;
  database: ClockOffset | null;
  /** Wall clock and monotonic clock at the time of the comparison. */
  clockMs: number;
  steadyMs: number;
}

/**
 * Compares the clock with time servers and the database, now and every few minutes. Only timestamps wait for the first
 * comparison.
 */
export function watchClock(o: {
  servers: readonly string[];
  db: Client;
  clock?: () => number;
  againMs?: number;
}): ClockWatch {
  const { servers, db, clock = Date.now } = o;
  const closing = new AbortController();
  let last: ClockSample | null = null;
  const compare = async (): Promise<void> => {
    const [samples, database] = await Promise.all([
      askTimeServers(servers, { limitMs: askMs, clock, signal: closing.signal }),
      databaseOffset(db, clock).catch(() => null),
    ]);
    last = { outside: agreedReading(samples), database, clockMs: clock(), steadyMs: performance.now() };
  };
  const first = compare();
  const timer = setInterval(() => void compare(), o.againMs ?? againMs).unref();

  const comparison = (): ClockComparison => {
    if (!last) return { outside: null, database: null, isRight: true };
    const setSinceMs = Math.round(clock() - last.clockMs - (performance.now() - last.steadyMs));
    const outside = last.outside && { ...last.outside, offsetMs: last.outside.offsetMs + setSinceMs };
    const database = last.database && { ...last.database, offsetMs: last.database.offsetMs + setSinceMs };
    // The database may run on another machine with a wrong clock, so outside servers take precedence.
    const reference = outside ?? database;
    return { outside, database, isRight: reference === null || !isOff(reference) };
  };
  return {
    comparison,
    async requireRight() {
      await first;
      const { outside, database, isRight } = comparison();
      const offsetMs = (outside ?? database)?.offsetMs;
      if (!isRight) throw new SealError('CLOCK_OFF', `The clock of this machine is ${offsetMs} ms off.`);
    },
    close() {
      clearInterval(timer);
      closing.abort();
    },
  };
}

const isOff = ({ offsetMs, uncertaintyMs }: ClockOffset): boolean =>
  Math.abs(offsetMs) - uncertaintyMs > clockDriftLimitMs;

async function databaseOffset(db: Client, clock: () => number): Promise<ClockOffset> {
  const askedMs = clock();
  const startedAt = performance.now();
  const { rows } = await db.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms');
  const halfMs = (performance.now() - startedAt) / 2;
  return {
    offsetMs: Math.round(askedMs + halfMs - (rows[0]?.ms ?? Number.NaN)),
    uncertaintyMs: Math.ceil(halfMs) + 1,
  };
}
