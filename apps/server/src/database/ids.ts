import type { Client } from './client.ts';

/** A version 7 UUID: its first 48 bits are the time (RFC 9562 §5.7). */
export async function newId(db: Client): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select uuidv7() as id');
  return rows[0]?.id ?? '';
}

/** The creation time of an id: Unix milliseconds in its first 48 bits (RFC 9562 §5.7). */
export const idTime = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
