import { accountDay, type DaySpan, type SessionHours, type SessionSlot } from '@proofkeep/contract';
import { isHoliday } from '../clock/working-days.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** A time in which a session can't take place; `end` is exclusive. */
export interface BusySpan {
  from: Date;
  to: Date;
}

/** The time spans of a day, `YYYY-MM-DD` in China. */
function spansOf(hours: SessionHours, day: string): readonly DaySpan[] {
  const exception = hours.exceptions.find((one) => one.day === day);
  if (exception) return exception.spans;
  if (isHoliday(day)) return [];
  const fromMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return hours.weekly[fromMonday] ?? [];
}

/** The instant of a time of day in China, which has had no daylight saving time since 1991. */
const instantOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`);

/**
 * Returns the times that can be booked, earliest first: within the notary's hours, after the minimum notice, inside the
 * window, and not overlapping a busy span, the following break included.
 */
export function freeSlots(hours: SessionHours, { busy, now }: { busy: readonly BusySpan[]; now: Date }): SessionSlot[] {
  const { minutes, breakMinutes, noticeHours, windowDays } = hours;
  const earliest = now.getTime() + noticeHours * 60 * minuteMs;
  const today = Date.parse(`${accountDay(now)}T00:00:00Z`);
  const slots: SessionSlot[] = [];
  for (let ahead = 0; ahead <= windowDays; ahead++) {
    const day = new Date(today + ahead * dayMs).toISOString().slice(0, 10);
    for (const { from, to } of spansOf(hours, day)) {
      const end = instantOf(day, to);
      for (let at = instantOf(day, from); at + minutes * minuteMs <= end; at += (minutes + breakMinutes) * minuteMs) {
        const endsAt = at + minutes * minuteMs;
        if (at < earliest || isBusy(busy, at, endsAt + breakMinutes * minuteMs)) continue;
        slots.push({ startsAt: new Date(at).toISOString(), endsAt: new Date(endsAt).toISOString() });
      }
    }
  }
  return slots.sort((a, b) => a.startsAt.localeCompare(b.startsAt));
}

const isBusy = (busy: readonly BusySpan[], from: number, to: number): boolean =>
  busy.some((span) => span.from.getTime() < to && from < span.to.getTime());
