import { agreedReading, type ClockRecord, type ClockSample } from '@proofkeep/bundle';
import { askTimeServers } from '@proofkeep/bundle/time-servers';
import type { Capture } from '../capture.ts';

const askMs = 2_000;
/** Limit for the second reading if no server answered the first one. */
const askAgainMs = 500;

/** Queries the time servers from this process, without the browser's proxy. The answers are awaited only at the end. */
export function startClock(capture: Capture): void {
  const asking = askTimeServers(capture.config.NTP_SERVERS, { limitMs: askMs });
  capture.timeBefore.set(asking);
}

/** Queries the servers again; call after the page's last request. */
export async function endClock(capture: Capture): Promise<ClockRecord> {
  const before = (await capture.timeBefore.peek()) ?? [];
  const servers = capture.interruption?.code === 'ABORTED' ? [] : capture.config.NTP_SERVERS;
  const after = await askTimeServers(servers, { limitMs: before.some(hasAnswer) ? askMs : askAgainMs });
  return { before, after };
}

const hasAnswer = ({ answer }: ClockSample): boolean => answer !== null;

/** Writes every packet as sent and received, and the result into the cleanliness report. */
export async function writeClock(capture: Capture, record: ClockRecord): Promise<void> {
  await capture.sink.put('clock', 'clock.json', 'application/json', Buffer.from(noteClock(capture, record)));
}

/** Records the clock reading before a live session. @returns `clock.json` in case no second reading follows */
export const noteStartClock = (capture: Capture, before: ClockSample[]): string =>
  noteClock(capture, { before, after: [] });

function noteClock(capture: Capture, record: ClockRecord): string {
  const clock = { before: agreedReading(record.before), after: agreedReading(record.after) };
  if (capture.environment) capture.environment = { ...capture.environment, clock };
  return `${JSON.stringify({ ...record, agreed: clock }, null, 2)}\n`;
}
