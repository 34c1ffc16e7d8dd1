import type { Client } from '../../database/client.ts';

/** Stores the ticket of a user who verified one factor and needs a second. Deletes expired tickets. */
export async function insertSecondStep(
  db: Client,
  o: { ticketSha256: Buffer; personId: string; tries: number; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query('delete from second_step where expires_at < $1', [o.now]);
  await db.query('insert into second_step (ticket_sha256, person_id, tries_left, expires_at) values ($1, $2, $3, $4)', [
    o.ticketSha256,
    o.personId,
    o.tries,
    o.expiresAt,
  ]);
}

/**
 * Counts an attempt before the comparison, so that concurrent attempts can't exceed the limit. @returns false if none
 * is left
 */
export async function countStepTry(db: Client, ticketSha256: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update second_step set tries_left = tries_left - 1
     where ticket_sha256 = $1 and tries_left > 0 and expires_at > $2`,
    [ticketSha256, now],
  );
  return rowCount === 1;
}

/** @returns the person who holds a valid ticket */
export async function stepOwner(db: Client, ticketSha256: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await db.query<{ personId: string }>(
    `select person_id as "personId" from second_step where ticket_sha256 = $1 and tries_left > 0 and expires_at > $2`,
    [ticketSha256, now],
  );
  return rows[0]?.personId;
}

export async function deleteSecondStep(db: Client, ticketSha256: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('delete from second_step where ticket_sha256 = $1', [ticketSha256]);
  return rowCount === 1;
}

export async function deleteSecondSteps(db: Client, personId: string): Promise<void> {
  await db.query('delete from second_step where person_id = $1', [personId]);
}
