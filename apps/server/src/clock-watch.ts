import { agreedReading } from '@proofkeep/bundle';
import { askTimeServers } from '@proofkeep/bundle/time-servers';
import type { ClockOffset, ClockReading } from '@proofkeep/contract';
import { SealError } from '@proofkeep/seal';
import type { Client } from './database/client.ts';

/** How far this machine's clock is from others. */
export interface ClockComparison {
  /** From the time that outside servers agree on; null: not compared. */
  outside: ClockReading | null;
  /** From the database's; null: it could not be asked. */
  database: ClockOffset | null;
  /** Nothing that it was compared with shows it to be off by more than `clockDriftLimitMs`. */
  isRight: boolean;
}

export interface ClockWatch {
  /** As of now: a clock that was set since the last comparison is off by that much more. */
  comparison(): ClockComparison;
  /** Waits for the first comparison. @throws SealError CLOCK_OFF where the clock is not right */
  requireRight(): Promise<void>;
  close(): void;
}

/** The accuracy that the installation's timestamps claim (RFC 3161 §2.4.2); further off it issues none. */
export const clockDriftLimitMs = 1_000;

const askMs = 2_000;
const againMs = 256_000;

interface Compared {
  outside: ClockReading | null;
  database: ClockOffset | null;
  /** The clock, and a steady one, at that moment. */
  clockMs: number;
  steadyMs: number;
}

/** Compares the clock with time servers and the database, now and every few minutes. Nothing waits for the first time but a timestamp. */
export function watchClock(o: {
  servers: readonly string[];
  db: Client;
  clock?: () => number;
  againMs?: number;
}): ClockWatch {
  const { servers, db, clock = Date.now } = o;
  const closing = new AbortController();
  let last: Compared | null = null;
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
    // The database may stand on another machine whose clock is the one that is off: outside servers have the last word.
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
