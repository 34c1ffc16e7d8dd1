import type { Client } from './client.ts';

/** An id of version 7: the time of it stands in its first 48 bits (RFC 9562 §5.7). */
export async function newId(db: Client): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select uuidv7() as id');
  return rows[0]?.id ?? '';
}
