import type { liveSessionCalls } from '@proofkeep/contract';
import type { Handlers } from '../../../http/context.ts';
import { edit } from '../reading/lists.ts';
import { cancelSession, deleteSession, openSession, sessionTicket, sessionTime, stopSession } from './acts.ts';
import { sessionInfo, sessionList, sessionUser } from './reading.ts';

export const liveSessionRoutes: Handlers<typeof liveSessionCalls> = {
  openSession,
  sessionInfo,
  sessionUser,
  sessionList,
  cancelSession,
  stopSession,
  sessionTime,
  editSession: edit,
  deleteSession,
  sessionTicket,
};
