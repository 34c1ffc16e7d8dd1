import type { RechargeOffer } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

/** A version of the suggested recharge amounts. */
export type StoredOffer = Omit<RechargeOffer, 'minCents' | 'maxCents'>;

export async function findRechargeOffer(db: Client): Promise<StoredOffer> {
  const { rows } = await db.query<Omit<StoredOffer, 'since'> & { since: Date }>(
    `select o.version, o.amounts_cents::float8[] as "amountsCents", o.made_at as since, s.name as by
     from recharge_offer o left join staff s on s.id = o.staff_id order by o.version desc limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('There is no version of the amounts that recharges are offered with.');
  return { ...row, since: row.since.toISOString() };
}

/**
 * Adds the version after `version`. The version is the key, so one of two operators who change the same version
 * concurrently is refused. @returns false if `version` is no longer the latest
 */
export async function insertRechargeOffer(
  db: Client,
  o: { version: number; amountsCents: readonly number[]; staffId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into recharge_offer (version, amounts_cents, staff_id, made_at)
     select $1 + 1, $2, $3, $4 where $1 = (select max(version) from recharge_offer) on conflict do nothing`,
    [o.version, o.amountsCents, o.staffId, o.now],
  );
  return rowCount === 1;
}
