import type { behaviorCalls, InputOf, PageUsage } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

type Events = InputOf<typeof behaviorCalls.behavior>['events'];

export async function insertEvents(db: Client, events: Events): Promise<void> {
  await db.query(
    `insert into behavior (kind, name, at)
     select kind, name, at from jsonb_to_recordset($1) as event (kind text, name text, at timestamptz)`,
    [JSON.stringify(events)],
  );
}

/** Maximum number of pages that the console compares. */
const mostPages = 100;

export async function pageUsage(db: Client, since: Date): Promise<PageUsage[]> {
  const { rows } = await db.query<PageUsage>(
    `select name, count(*) filter (where kind = 'page')::int as opened, count(*) filter (where kind = 'leave')::int as "left"
     from behavior where at >= $1 and kind in ('page', 'leave') group by name
     having count(*) filter (where kind = 'page') > 0 order by opened desc, name limit ${mostPages}`,
    [since],
  );
  return rows;
}
