import type { behaviorCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { insertEvents } from './store.ts';

export const behaviorRoutes: Handlers<typeof behaviorCalls> = {
  /** Keeps names of pages and actions with their time, but no user and no network address. */
  async behavior({ events }, { db, isUntracked }) {
    if (!isUntracked) await insertEvents(db, events);
    return null;
  },
};
