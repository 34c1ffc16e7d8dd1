import type { behaviorCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';

/** Names of pages and acts and when: not who, not from where. */
export const behaviorRoutes: Handlers<typeof behaviorCalls> = {
  async behavior({ events }, { db, isUntracked }) {
    if (isUntracked) return null;
    await db.query(
      `insert into behavior (kind, name, at)
       select kind, name, at from jsonb_to_recordset($1) as event (kind text, name text, at timestamptz)`,
      [JSON.stringify(events)],
    );
    return null;
  },
};
