import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/**
 * The life cycle of a reserved session. It begins booked; in every other state its notary and people are free for
 * another one.
 */
export const reservationStateTable = stateTable({
  states: ['booked', 'held', 'moved', 'missed', 'cancelled'],
  initial: ['booked'],
  rows: [
    { from: 'booked', event: 'hold', to: 'held', who: 'notary', because: 'the session began' },
    { from: 'booked', event: 'move', to: 'moved', who: ['applicant', 'notary'], because: 'the time does not suit' },
    { from: 'booked', event: 'miss', to: 'missed', who: 'notary', because: 'a party did not come' },
    {
      from: 'booked',
      event: 'cancel',
      to: 'cancelled',
      who: ['applicant', 'notary', 'system'],
      because: 'the matter ended before its session',
    },
  ],
});
/** States of a reserved session. */
export const ReservationState = z.enum(reservationStateTable.states);
export type ReservationState = z.infer<typeof ReservationState>;
/** Event that can change the state of a reserved session. */
export type ReservationEvent = EventOf<typeof reservationStateTable>;
/** Role that can cause an event of a reserved session. */
export type ReservationRole = WhoOf<typeof reservationStateTable>;

/** Whether a session can still take place or is taking place: its notary may hold it, or does. */
export const isSessionAhead = (state: ReservationState): boolean =>
  state === 'held' || reservationStateTable.allowed(state, 'notary').includes('hold');

/** Words for the states of a reserved session. */
export const reservationStateWords: Record<ReservationState, Word> = {
  booked: ['已预约', 'Booked'],
  held: ['已面谈', 'Held'],
  moved: ['已改期', 'Rescheduled'],
  missed: ['未到场', 'No-show'],
  cancelled: ['已取消', 'Cancelled'],
};

/** Ways to hold a session: at the office, or in a video room of the service. */
export const sessionWays = ['in-person', 'video'] as const;
/** Way to hold a session. */
export const SessionWay = z.enum(sessionWays);
export type SessionWay = z.infer<typeof SessionWay>;

/** Words for the ways to hold a session. */
export const sessionWayWords: Record<SessionWay, Word> = {
  'in-person': ['到公证处', 'At the office'],
  video: ['视频', 'Video call'],
};

/** Length of the reason for which a session is given up. */
export const sessionReasonLength = { min: 2, max: 300 } as const;

/** Minutes for which a chosen time is kept for its applicant. */
export const slotKeptMinutes = 10;
/** How many times an applicant may move the session of a matter. */
export const movesPerMatter = 3;
/** Minutes after its start from which a notary may record that a participant did not come. */
export const missedAfterMinutes = 15;

/** A time of day in China, `HH:MM`. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay');

/** A span of a day; its end is exclusive. */
export const DaySpan = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from < to, { path: ['to'], params: { says: 'after start' } });
export type DaySpan = z.infer<typeof DaySpan>;

const isApart = (spans: readonly DaySpan[]): boolean =>
  spans
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .every(({ from }, at, sorted) => at === 0 || (sorted[at - 1] as DaySpan).to <= from);

const Spans = z
  .array(DaySpan)
  .max(6)
  .refine(isApart, { params: { says: 'spans apart' } });

/** Hours in which a notary holds sessions, in Beijing time. */
export const SessionHours = z.strictObject({
  /** Spans by weekday, Monday first. They don't apply on public holidays. */
  weekly: z.tuple([Spans, Spans, Spans, Spans, Spans, Spans, Spans]),
  /** Exceptions from the week, with their spans; without spans the notary holds no sessions. */
  exceptions: z
    .array(z.strictObject({ day: z.iso.date(), spans: Spans }))
    .max(120)
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, { params: { says: 'each once' } }),
  /** Length of a session in minutes. */
  minutes: z.int().min(15).max(240),
  /** Minutes that stay free after each session. */
  breakMinutes: z.int().min(0).max(120),
  /** Minimum hours between a booking and its session. */
  noticeHours: z.int().min(1).max(240),
  /** Days ahead that can be booked. */
  windowDays: z.int().min(1).max(90),
  /** Sessions may be by video. */
  offersVideo: z.boolean(),
});
export type SessionHours = z.infer<typeof SessionHours>;

const officeDay: readonly DaySpan[] = [
  { from: '09:00', to: '12:00' },
  { from: '14:00', to: '17:00' },
];

/** The hours of a notary who has set none. */
export const usualSessionHours: SessionHours = {
  weekly: [[...officeDay], [...officeDay], [...officeDay], [...officeDay], [...officeDay], [], []],
  exceptions: [],
  minutes: 45,
  breakMinutes: 15,
  noticeHours: 24,
  windowDays: 30,
  offersVideo: true,
};
