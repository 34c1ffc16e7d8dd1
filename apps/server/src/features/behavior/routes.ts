import { type behaviorCalls, usageDays } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { insertEvents, pageUsage } from './store.ts';

const dayMs = 86_400_000;

export const behaviorRoutes: Handlers<typeof behaviorCalls> = {
  /** Stores names of pages and actions with their time, but no user and no network address. */
  async behavior({ events }, { db, isUntracked }) {
    if (!isUntracked) await insertEvents(db, events);
    return null;
  },
  async usage(_input, { db, now }) {
    return { list: await pageUsage(db, new Date(now.getTime() - usageDays * dayMs)) };
  },
};
