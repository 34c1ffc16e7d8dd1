import type { behaviorCalls, InputOf } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

type Events = InputOf<typeof behaviorCalls.behavior>['events'];

export async function insertEvents(db: Client, events: Events): Promise<void> {
  await db.query(
    `insert into behavior (kind, name, at)
     select kind, name, at from jsonb_to_recordset($1) as event (kind text, name text, at timestamptz)`,
    [JSON.stringify(events)],
  );
}
