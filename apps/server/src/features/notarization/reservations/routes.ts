import type { consoleReservationCalls, reservationCalls } from '@proofkeep/contract';
import type { Handlers } from '../../../http/context.ts';
import { bookSession, keepSlot, releaseSession, reservations, sessionCalendar, sessionSlots } from './booking.ts';
import { missSession, moveMatterSession, officeSessions, saveSessionHours, sessionHours } from './console.ts';

export const reservationRoutes: Handlers<typeof reservationCalls> = {
  reservations,
  sessionSlots,
  keepSlot,
  bookSession,
  releaseSession,
  sessionCalendar,
};

export const consoleReservationRoutes: Handlers<typeof consoleReservationCalls> = {
  sessionHours,
  saveSessionHours,
  officeSessions,
  moveMatterSession,
  missSession,
};
