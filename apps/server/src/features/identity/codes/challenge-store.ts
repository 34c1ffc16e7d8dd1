import type { Client } from '../../../database/client.ts';

/** Inserts a challenge and deletes expired ones. @returns its id */
export async function insertChallenge(
  db: Client,
  o: { salt: string; zeroBits: number; now: Date; expiresAt: Date },
): Promise<string> {
  await db.query('delete from challenge where expires_at < $1', [o.now]);
  const { rows } = await db.query<{ id: string }>(
    'insert into challenge (salt, zero_bits, expires_at) values ($1, $2, $3) returning id',
    [o.salt, o.zeroBits, o.expiresAt],
  );
  return rows[0]?.id ?? '';
}

/** Deletes and returns a challenge, so that it can be used once. */
export async function takeChallenge(
  db: Client,
  id: string,
  now: Date,
): Promise<{ salt: string; zeroBits: number } | undefined> {
  const { rows } = await db.query<{ salt: string; zeroBits: number }>(
    'delete from challenge where id::text = $1 and expires_at > $2 returning salt, zero_bits as "zeroBits"',
    [id, now],
  );
  return rows[0];
}
