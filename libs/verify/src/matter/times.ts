import { detail, detailOf, problem } from '../details.ts';
import type { MatterContext } from './context.ts';

/** Clocks of the service and its timestamp authority may differ by this much; calls at the same time are recorded in any order. */
const toleranceMs = 5 * 60_000;
/** A job timestamps each entry at once. The journal itself says if that failed for longer. */
const longestMs = 24 * 3_600_000;

/**
 * Checks the times that entries state against each other and against the timestamps. An entry is no earlier than a timestamp
 * that doesn't cover it, no later than one that does, and soon followed by one: so none was back-dated or post-dated.
 */
export function checkJournalTimes({ entries, stamps, note, manifest }: MatterContext): void {
  if (manifest.v === 1) return;
  const late: number[] = [];
  try {
    let latest = 0;
    for (const { entry } of entries) {
      const at = Date.parse(entry.at);
      const { seq } = entry;
      if (at < latest - toleranceMs) throw problem('journal-time-order', { entry: seq });
      latest = Math.max(latest, at);
      const earlier = stamps.filter((stamp) => stamp.seq < seq && at < stamp.at.getTime() - toleranceMs);
      if (earlier.length > 0) throw problem('journal-time-earlier', { entry: seq });
      const covering = stamps.filter((stamp) => stamp.seq >= seq).map((stamp) => stamp.at.getTime());
      if (covering.some((time) => at > time + toleranceMs)) throw problem('journal-time-later', { entry: seq });
      if (covering.length > 0 && Math.min(...covering) - at > longestMs) late.push(seq);
    }
    const unstated = late.find((seq) => !isStatedLate(entries, seq));
    if (unstated !== undefined) throw problem('journal-time-unproven', { entry: unstated });
    note('journal-time', 'passed', { detail: detail('journal-times', { count: entries.length - late.length }) });
    const [first] = late;
    if (first !== undefined)
      note('journal-time', 'not-checked', { required: false, detail: detail('journal-time-late', { entry: first }) });
  } catch (error) {
    note('journal-time', 'failed', { detail: detailOf(error) });
  }
}

/** The service states an outage that kept entries without a timestamp. */
const isStatedLate = (entries: MatterContext['entries'], seq: number): boolean =>
  entries.some(
    ({
      entry: {
        event,
        detail: { from, until },
      },
    }) => event === 'stamped-late' && Number(from) <= seq && seq <= Number(until),
  );
