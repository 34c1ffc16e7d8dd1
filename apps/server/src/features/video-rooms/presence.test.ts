import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { absenceMs, Presence, type PresenceEntry, separateEntries, summaryMs, type WritePresence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const who = { roomId: 'room', personId: 'person' };

const msOf = (at: string) => Date.parse(at);

function watched() {
  const entries: string[] = [];
  const presence = new Presence((error) => entries.push(String(error)));
  const write = async ({ event, detail }: PresenceEntry) => {
    if (event === 'room-presence')
      entries.push(...detail.changes.map((one) => `summed up: ${one.event} ${msOf(one.at)}`));
    else entries.push('leftAt' in detail ? `${event} ${msOf(String(detail.leftAt))}` : event);
  };
  return {
    entries,
    presence,
    enter: (connection: object, atMs = 0) => presence.enter(connection, { ...who, now: new Date(atMs), write }),
    leave: (connection: object, atMs: number, isFinal = false) =>
      presence.leave(connection, { ...who, now: new Date(atMs), isFinal }),
  };
}

it('a person whose other window takes over stays in the room', async () => {
  const { entries, enter, leave } = watched();
  const [first, second] = [{}, {}];
  await enter(first);
  await enter(second);
  leave(first, 1);
  await vi.advanceTimersByTimeAsync(2 * absenceMs);

  expect(entries).toEqual(['room-entered']);
});

it('a hundred reconnects count as one stay, which ends with the last departure', async () => {
  const { entries, enter, leave } = watched();
  for (let at = 0; at < 100; at++) {
    const connection = {};
    await enter(connection);
    leave(connection, at);
    await vi.advanceTimersByTimeAsync(absenceMs - 1);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(entries).toEqual(['room-entered', 'room-left 99']);

  await enter({});
  expect(entries).toEqual(['room-entered', 'room-left 99', 'room-entered']);
});

/** A person comes and goes, each time for more than a minute. */
async function comeAndGo({ enter, leave }: ReturnType<typeof watched>, times: { from: number; to: number }) {
  for (let at = times.from; at < times.to; at += 2) {
    const connection = {};
    await enter(connection, at);
    leave(connection, at + 1);
    await vi.advanceTimersByTimeAsync(absenceMs + 1_000);
  }
}

it('an absence of more than a minute is stated, however many came before', async () => {
  const room = watched();
  await comeAndGo(room, { from: 0, to: separateEntries });
  expect(room.entries).toHaveLength(separateEntries);

  await comeAndGo(room, { from: 10, to: 14 });
  expect(room.entries).toHaveLength(separateEntries);
  await vi.advanceTimersByTimeAsync(summaryMs);
  const summary = ['room-entered 10', 'room-left 11', 'room-entered 12', 'room-left 13'];
  expect(room.entries.slice(separateEntries)).toEqual(summary.map((change) => `summed up: ${change}`));
});

it('a person who keeps coming and going adds four summaries an hour', async () => {
  const room = watched();
  const write = vi.fn<WritePresence>(async () => {});
  await comeAndGo(room, { from: 0, to: separateEntries });
  for (let at = 0; at < 60; at++) {
    const connection = {};
    await room.presence.enter(connection, { ...who, now: new Date(at), write });
    room.leave(connection, at);
    await vi.advanceTimersByTimeAsync(absenceMs);
  }

  expect(write.mock.calls.length).toBeLessThanOrEqual(4);
  expect(write).toHaveBeenCalledWith(expect.objectContaining({ event: 'room-presence' }));
});

it('the end of the room writes what a summary was still waiting for', async () => {
  const room = watched();
  await comeAndGo(room, { from: 0, to: separateEntries });
  const connection = {};
  await room.enter(connection, 10);
  room.leave(connection, 11, true);
  await vi.advanceTimersByTimeAsync(0);

  expect(room.entries.slice(separateEntries)).toEqual(['summed up: room-entered 10', 'summed up: room-left 11']);
});

it('departures are written at once when the room is over', async () => {
  const { entries, presence, enter, leave } = watched();
  const connection = {};
  await enter(connection);
  leave(connection, 5);
  await presence.flush('another');
  expect(entries).toEqual(['room-entered']);
  await presence.flush('room');
  const again = {};
  await enter(again);
  leave(again, 6, true);
  await vi.advanceTimersByTimeAsync(0);

  expect(entries).toEqual(['room-entered', 'room-left 5', 'room-entered', 'room-left 6']);
});

it('an arrival whose write failed is written with the next connection', async () => {
  const { entries, presence, enter } = watched();
  const write = async () => {
    throw new Error('no database');
  };
  await expect(presence.enter({}, { ...who, now: new Date(0), write })).rejects.toThrow('no database');
  await enter({});

  expect(entries).toEqual(['room-entered']);
});
