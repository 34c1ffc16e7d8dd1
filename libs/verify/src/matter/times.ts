import type { JournalEntry } from '@proofkeep/bundle';
import { detail, detailOf, problem } from '../details.ts';
import type { MatterContext } from './context.ts';

/**
 * Maximum clock difference between the service and its timestamp authority; concurrent calls may be recorded in any
 * order.
 */
const toleranceMs = 5 * 60_000;
/** A job timestamps each entry at once. If that failed for longer than this, the journal itself says so. */
const longestMs = 24 * 3_600_000;
/**
 * A statement excuses entries older than this. The service states an outage after twelve hours, and again before each
 * timestamp, so an entry that no statement excuses is timestamped within a day, with an hour to spare for the log.
 */
const outageMs = 11 * 3_600_000;

/**
 * Checks the times of entries against each other and against the timestamps. An entry must be no earlier than a
 * timestamp that doesn't cover it, no later than one that does, and soon followed by one, so it can't be back-dated or
 * post-dated. An outage stated in the journal leaves the times of its entries, and so the verdict, unproven.
 */
export function checkJournalTimes({ entries, stamps, note }: Pick<MatterContext, 'entries' | 'stamps' | 'note'>): void {
  const { covered, uncovered } = boundsOf(entries.length, stamps);
  const outages = outagesIn(entries.map(({ entry }) => entry));
  const late: number[] = [];
  try {
    let latest = 0;
    for (const [index, { entry }] of entries.entries()) {
      const { seq } = entry;
      const at = Date.parse(entry.at);
      if (at < latest - toleranceMs) throw problem('journal-time-order', { entry: seq });
      latest = Math.max(latest, at);
      if (at < (uncovered[index] ?? 0) - toleranceMs) throw problem('journal-time-earlier', { entry: seq });
      const first = covered[index] ?? Number.POSITIVE_INFINITY;
      if (at > first + toleranceMs) throw problem('journal-time-later', { entry: seq });
      if (Number.isFinite(first) && first - at > longestMs) late.push(seq);
      if (late.at(-1) === seq && !outages.some((outage) => excuses(outage, entry)))
        throw problem('journal-time-unproven', { entry: seq });
    }
    note('journal-time', 'passed', { detail: detail('journal-times', { count: entries.length - late.length }) });
    const [first] = late;
    if (first !== undefined)
      note('journal-time', 'not-checked', { detail: detail('journal-time-late', { entry: first }) });
  } catch (error) {
    note('journal-time', 'failed', { detail: detailOf(error) });
  }
}

/** For each entry, the time of the first timestamp that covers it and of the last one that doesn't. */
function boundsOf(count: number, stamps: MatterContext['stamps']): { covered: number[]; uncovered: number[] } {
  const times = new Map(stamps.map(({ seq, at }) => [seq, at.getTime()]));
  const covered: number[] = [];
  let first = Number.POSITIVE_INFINITY;
  for (let seq = count; seq > 0; seq--) {
    first = Math.min(first, times.get(seq) ?? first);
    covered[seq - 1] = first;
  }
  let last = Number.NEGATIVE_INFINITY;
  const uncovered = Array.from({ length: count }, (_, index) => {
    last = Math.max(last, times.get(index) ?? last);
    return last;
  });
  return { covered, uncovered };
}

/** Entries `from` to `until`, written before a given time, had no timestamp. */
interface Outage {
  from: number;
  until: number;
  before: number;
}

/** The outages stated by the service itself, each about earlier entries that were old enough at the time. */
const outagesIn = (entries: readonly JournalEntry[]): Outage[] =>
  entries.flatMap(({ event, actor, seq, at, detail: { from, until } }) => {
    if (event !== 'stamped-late' || actor.role !== 'system' || actor.id !== null) return [];
    if (!isNumber(from) || !isNumber(until) || from > until || until >= seq) return [];
    return [{ from, until, before: Date.parse(at) - outageMs }];
  });

const isNumber = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

const excuses = ({ from, until, before }: Outage, { seq, at }: JournalEntry): boolean =>
  from <= seq && seq <= until && Date.parse(at) < before;
