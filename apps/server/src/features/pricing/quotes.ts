import type { Quote, Service } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { written } from '../billing/amounts.ts';
import { balanceOf } from '../billing/ledger.ts';
import { unitPriceOf } from '../billing/prices.ts';
import { spentInMonth } from '../billing/spending.ts';

export interface Asked {
  accountId: string;
  /** Whose limit holds. */
  loginId: string;
  service: Service;
  quantity: number;
  now: Date;
}

/** What `hold` would take if all of it were ordered together in this moment. */
export async function quoteOf(db: Client, { accountId, loginId, service, quantity, now }: Asked): Promise<Quote> {
  const { version, unitCents } = await unitPriceOf(db, service, quantity, now);
  const packageUnits = Math.min(quantity, await leftInPackages(db, { accountId, service, now }));
  const amountCents = (quantity - packageUnits) * unitCents;
  const { balanceCents } = await balanceOf(db, accountId);
  return {
    service,
    quantity,
    version,
    unitCents,
    packageUnits,
    amountCents,
    balanceCents,
    missingCents: Math.max(0, amountCents - balanceCents),
    limitLeftCents: await limitLeft(db, loginId, now),
  };
}

/**
 * Refuses what cannot be paid before any of it is ordered, saying what is missing. Until the transaction ends nobody else
 * takes what was found: quotas, limit and balance are locked in this order, which is also that in which they are taken.
 * @throws Refusal BALANCE_SHORT, SPENDING_LIMIT
 */
export async function requireMeans(db: Client, asked: Asked): Promise<void> {
  await lockMeans(db, asked);
  const { amountCents, missingCents, limitLeftCents } = await quoteOf(db, asked);
  if (amountCents === 0) return;
  if (limitLeftCents !== null && amountCents > limitLeftCents)
    throw new Refusal('SPENDING_LIMIT', { values: { left: written(limitLeftCents) } });
  if (missingCents > 0) throw new Refusal('BALANCE_SHORT', { values: { missing: written(missingCents) } });
}

async function lockMeans(db: Client, { accountId, loginId, service, now }: Asked): Promise<void> {
  // Those that are used up, too: what was held of them may come back, and is then taken.
  await db.query(
    `select from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2 order by p.expires_at, p.id for no key update of p, q`,
    [accountId, service, now],
  );
  await db.query('select from login where id = $1 and spending_limit_cents is not null for no key update', [loginId]);
  await db.query(`select from ledger_account where account_id = $1 and kind = 'balance' for update`, [accountId]);
}

async function leftInPackages(
  db: Client,
  { accountId, service, now }: Pick<Asked, 'accountId' | 'service' | 'now'>,
): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    `select coalesce(sum(q.quota - q.used), 0)::float8 as left from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2`,
    [accountId, service, now],
  );
  return rows[0]?.left ?? 0;
}

/** Null where nobody has set a limit; nothing is left where it was lowered below what is spent. */
async function limitLeft(db: Client, loginId: string, now: Date): Promise<number | null> {
  const { rows } = await db.query<{ limit: string | null }>(
    'select spending_limit_cents as limit from login where id = $1',
    [loginId],
  );
  const limit = rows[0]?.limit;
  return limit == null ? null : Math.max(0, Number(limit) - (await spentInMonth(db, loginId, now)));
}
