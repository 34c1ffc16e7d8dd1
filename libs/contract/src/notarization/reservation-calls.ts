import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { Count } from '../shared/lists.ts';
import { MatterKind } from './kinds.ts';
import { ReservationState, SessionHours, SessionWay, sessionReasonLength } from './reservations.ts';

const time = z.iso.datetime();
const one = z.strictObject({ id: z.uuid().toLowerCase() });
const Reason = z.string().trim().min(sessionReasonLength.min).max(sessionReasonLength.max);
const booking = [{ per: 'login', times: 60, seconds: 3_600 }] as const;
const deciding = [{ per: 'login', times: 600, seconds: 3_600 }] as const;

/** A reserved session. */
export const Reservation = z.strictObject({
  id: z.string(),
  matterId: z.string(),
  matterNo: z.string(),
  kind: MatterKind,
  state: ReservationState,
  way: SessionWay,
  startsAt: time,
  endsAt: time,
  notaryName: z.string(),
  office: z.strictObject({ name: z.string(), address: z.string(), phone: z.string() }),
  /** Why it was moved or missed; null otherwise. */
  reason: z.string().nullable(),
});
export type Reservation = z.infer<typeof Reservation>;

/** A session in the office's calendar, with its participants. */
export const OfficeSession = Reservation.extend({
  parties: z.array(z.string()),
  /** Whether it is the calling notary's. */
  isMine: z.boolean(),
  /** Version of the matter; decisions about the session must state it. */
  version: Count,
});
export type OfficeSession = z.infer<typeof OfficeSession>;

/** A time that can be booked. */
export const SessionSlot = z.strictObject({ startsAt: time, endsAt: time });
export type SessionSlot = z.infer<typeof SessionSlot>;

/** A time that other users can't book until `keptUntil`. */
export const KeptSlot = SessionSlot.extend({ keptUntil: time });
export type KeptSlot = z.infer<typeof KeptSlot>;

/** A matter whose session has no time yet. */
export const MatterToBook = z.strictObject({
  id: z.string(),
  no: z.string(),
  kind: MatterKind,
  parties: z.array(z.string()),
  officeName: z.string(),
  notaryName: z.string(),
});
export type MatterToBook = z.infer<typeof MatterToBook>;

/** Records of the calls about sessions, for the account that applied. */
export const reservationCalls = {
  reservations: call({
    method: 'GET',
    path: '/creditor/notarization/reservation/list',
    who: 'user',
    needs: 'matters',
    summary: "Lists the matters that need a time, the booked sessions, and the account's last twenty earlier ones.",
    input: nothing,
    reply: z.strictObject({
      toBook: z.array(MatterToBook),
      booked: z.array(Reservation),
      earlier: z.array(Reservation),
    }),
  }),
  sessionSlots: call({
    method: 'GET',
    path: '/creditor/notarization/reservation/slots/{id}',
    who: 'user',
    needs: 'matters',
    summary: "Lists the free times of a matter's notary, in which its parties have no other session.",
    input: one,
    reply: z.strictObject({
      slots: z.array(SessionSlot),
      ways: z.array(SessionWay),
      minutes: z.int(),
      notaryName: z.string(),
      office: Reservation.shape.office,
      /** The session that a new time would replace; null if none is booked. */
      booked: Reservation.nullable(),
      /** The time that is kept for this matter; null if none is. It is among the free ones. */
      kept: KeptSlot.nullable(),
      /** How many times the session can still be moved. */
      movesLeft: Count,
    }),
    refusals: ['STATE_FORBIDS'],
  }),
  keepSlot: call({
    method: 'POST',
    path: '/creditor/notarization/reservation/keep/{id}',
    who: 'user',
    needs: 'matters',
    summary:
      'Keeps a free time for the session of a matter for ten minutes, in place of any other kept time. Keeping the same time again does not prolong it.',
    input: z.strictObject({ ...one.shape, startsAt: time }),
    reply: KeptSlot,
    refusals: ['STATE_FORBIDS', 'SLOT_TAKEN'],
    limits: [{ per: 'login', times: 240, seconds: 3_600 }],
    audit: 'matter.slot-kept',
  }),
  bookSession: call({
    method: 'POST',
    path: '/creditor/notarization/reservation/{id}',
    who: 'user',
    needs: 'matters',
    summary: 'Books a free time for the session of a matter, replacing any earlier booking.',
    input: z.strictObject({
      ...one.shape,
      startsAt: time,
      way: SessionWay,
      /** Why the booked session is moved; unused if none is booked. */
      reason: z.string().trim().max(sessionReasonLength.max).default(''),
    }),
    reply: Reservation,
    refusals: ['STATE_FORBIDS', 'SLOT_TAKEN', 'MOVES_USED_UP'],
    limits: booking,
    audit: 'matter.session-booked',
  }),
  releaseSession: call({
    method: 'POST',
    path: '/creditor/notarization/reservation/release/{id}',
    who: 'user',
    needs: 'matters',
    summary: 'Cancels the booked session of a matter, so that another time can be chosen later.',
    input: z.strictObject({ ...one.shape, reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'MOVES_USED_UP'],
    limits: booking,
    audit: 'matter.session-moved',
  }),
  sessionCalendar: call({
    method: 'GET',
    path: '/creditor/notarization/reservation/calendar/{id}',
    who: 'user',
    needs: 'matters',
    summary: 'Downloads the booked session of a matter as a calendar file (RFC 5545).',
    input: one,
    produces: 'text/calendar',
    reply: bytes,
    refusals: ['STATE_FORBIDS'],
  }),
};

/** Records of the calls about sessions, for notaries in the console. */
export const consoleReservationCalls = {
  sessionHours: call({
    method: 'GET',
    path: '/creditor/console/session-hours',
    who: 'notary',
    summary: 'Returns when the calling notary holds sessions.',
    input: nothing,
    reply: SessionHours,
  }),
  saveSessionHours: call({
    method: 'PUT',
    path: '/creditor/console/session-hours',
    who: 'notary',
    summary: 'Sets when the calling notary holds sessions. Booked sessions stay.',
    input: SessionHours,
    reply: nil,
    limits: deciding,
    audit: 'session-hours.set',
  }),
  officeSessions: call({
    method: 'GET',
    path: '/creditor/console/sessions',
    who: 'notary',
    summary: "Lists the office's booked sessions, and those of the last seven days.",
    input: nothing,
    reply: z.strictObject({ list: z.array(OfficeSession) }),
  }),
  moveMatterSession: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/session/move',
    who: 'notary',
    summary: 'Cancels the booked session of a matter; the applicant chooses another time.',
    input: z.strictObject({ ...one.shape, version: Count.min(1), reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.session-moved',
  }),
  missSession: call({
    method: 'POST',
    path: '/creditor/console/matters/{id}/session/missed',
    who: 'notary',
    summary:
      'Records that a participant did not come, from fifteen minutes after the start; the applicant chooses another time.',
    input: z.strictObject({ ...one.shape, version: Count.min(1), reason: Reason }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    limits: deciding,
    audit: 'matter.session-missed',
  }),
};
