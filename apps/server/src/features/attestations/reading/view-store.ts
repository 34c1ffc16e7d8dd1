import type { SavedView } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

export async function listViews(db: Client, loginId: string): Promise<SavedView[]> {
  const { rows } = await db.query<SavedView & object>(
    'select id, name, query from saved_view where login_id = $1 order by created_at, id',
    [loginId],
  );
  return rows;
}

/** Adds a view, or replaces the one of this name. @returns undefined if the user has `most` others */
export async function upsertView(
  db: Client,
  loginId: string,
  { name, query }: Pick<SavedView, 'name' | 'query'>,
  most: number,
): Promise<SavedView | undefined> {
  const { rows } = await db.query<SavedView & object>(
    `insert into saved_view (login_id, name, query)
     select $1, $2, $3 where (select count(*) from saved_view where login_id = $1 and name <> $2) < $4
     on conflict (login_id, name) do update set query = excluded.query returning id, name, query`,
    [loginId, name, query, most],
  );
  return rows[0];
}

export async function removeView(db: Client, loginId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from saved_view where login_id = $1 and id = $2', [loginId, id]);
  return rowCount === 1;
}
