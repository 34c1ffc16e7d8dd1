import type { Client } from '../../../database/client.ts';

interface KeptSlotRow extends Record<string, unknown> {
  startsAt: Date;
  keptUntil: Date;
}

interface NewKeptSlot {
  matterId: string;
  notaryId: string;
  startsAt: Date;
  /** When the notary is free again. */
  freeAt: Date;
  keptUntil: Date;
  now: Date;
}

/** The time that is kept for a matter; undefined if none is, or if it has lapsed. */
export async function findKeptSlot(db: Client, matterId: string, now: Date): Promise<KeptSlotRow | undefined> {
  const { rows } = await db.query<KeptSlotRow>(
    `select starts_at as "startsAt", kept_until as "keptUntil" from kept_slot where matter_id = $1 and kept_until > $2`,
    [matterId, now],
  );
  return rows[0];
}

/**
 * Keeps a time for a matter, in place of its earlier one and of lapsed ones. The exclusion constraint makes concurrent
 * callers wait, so one of them succeeds. @returns whether it is kept; false if it is kept for another matter
 */
export async function insertKeptSlot(db: Client, o: NewKeptSlot): Promise<boolean> {
  await db.query(
    `delete from kept_slot where matter_id in (
       select matter_id from kept_slot
       where matter_id = $1 or (notary_id = $2 and occupied && tstzrange($3, $4) and kept_until <= $5)
       order by matter_id for update)`,
    [o.matterId, o.notaryId, o.startsAt, o.freeAt, o.now],
  );
  const { rowCount } = await db.query(
    `insert into kept_slot (matter_id, notary_id, starts_at, occupied, kept_until)
     values ($1, $2, $3, tstzrange($3, $4), $5) on conflict do nothing`,
    [o.matterId, o.notaryId, o.startsAt, o.freeAt, o.keptUntil],
  );
  return rowCount === 1;
}

export async function deleteKeptSlot(db: Client, matterId: string): Promise<void> {
  await db.query('delete from kept_slot where matter_id = $1', [matterId]);
}
