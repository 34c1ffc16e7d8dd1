import type { Quote, Service } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { formatYuan } from '../../../kit/yuan.ts';
import { findBalance } from '../ledger/store.ts';
import { spentInMonth } from '../spending-store.ts';
import { findUnitPrice } from './in-force.ts';

export interface Asked {
  accountId: string;
  /** Whose limit holds. */
  loginId: string;
  service: Service;
  quantity: number;
  /** Whether who asks may see what the account has. */
  seesAccount: boolean;
  now: Date;
}

interface Taken {
  version: number;
  unitCents: number;
  packageUnits: number;
  amountCents: number;
}

export interface Means {
  balanceCents: number;
  limitLeftCents: number | null;
}

/** What `hold` would take if all of it were ordered together in this moment. */
export async function priceAfterPackages(
  db: Client,
  { accountId, service, quantity, now }: Pick<Asked, 'accountId' | 'service' | 'quantity' | 'now'>,
): Promise<Taken> {
  const { version, unitCents } = await findUnitPrice(db, service, quantity, now);
  const packageUnits = Math.min(quantity, await leftInPackages(db, { accountId, service, now }));
  return { version, unitCents, packageUnits, amountCents: (quantity - packageUnits) * unitCents };
}

export async function findFunds(
  db: Client,
  { accountId, loginId, now }: Pick<Asked, 'accountId' | 'loginId' | 'now'>,
): Promise<Means> {
  const { balanceCents } = await findBalance(db, accountId);
  return { balanceCents, limitLeftCents: await limitLeft(db, loginId, now) };
}

/** Whether so much can be spent, and for who may see it by how much not. */
export function standingOf(amountCents: number, { balanceCents, limitLeftCents }: Means, seesAccount: boolean) {
  const missingCents = Math.max(0, amountCents - balanceCents);
  const isOver = limitLeftCents !== null && amountCents > limitLeftCents;
  return {
    balanceCents: seesAccount ? balanceCents : null,
    missingCents: seesAccount ? missingCents : null,
    limitLeftCents,
    whyNot: isOver ? 'over' : missingCents > 0 ? 'short' : null,
  } satisfies Partial<Quote>;
}

/** Who may not see what the account has is told the price without its packages. */
export async function quoteOf(db: Client, asked: Asked): Promise<Omit<Quote, 'mayOrder'>> {
  const { service, quantity, seesAccount } = asked;
  const { version, unitCents, packageUnits, amountCents } = await priceAfterPackages(db, asked);
  return {
    service,
    quantity,
    version,
    unitCents,
    packageUnits: seesAccount ? packageUnits : null,
    amountCents: seesAccount ? amountCents : quantity * unitCents,
    ...standingOf(amountCents, await findFunds(db, asked), seesAccount),
  };
}

/**
 * Refuses what cannot be paid before any of it is ordered, saying what is missing. Until the transaction ends nobody else
 * takes what was found: quotas, limit and balance are locked in this order, which is also that in which they are taken.
 * @throws Refusal BALANCE_SHORT, SPENDING_LIMIT
 */
export async function requireFunds(db: Client, asked: Asked): Promise<void> {
  const { packageUnits, ...means } = await lockFunds(db, asked);
  const { unitCents } = await findUnitPrice(db, asked.service, asked.quantity, asked.now);
  const amountCents = Math.max(0, asked.quantity - packageUnits) * unitCents;
  const { whyNot, missingCents, limitLeftCents } = standingOf(amountCents, means, asked.seesAccount);
  if (whyNot === 'over') throw new Refusal('SPENDING_LIMIT', { values: { left: formatYuan(limitLeftCents ?? 0) } });
  if (whyNot === 'short')
    throw new Refusal('BALANCE_SHORT', missingCents === null ? {} : { values: { missing: formatYuan(missingCents) } });
}

/** All that there is, as whoever has locked it finds it. */
async function lockFunds(db: Client, asked: Asked): Promise<Means & { packageUnits: number }> {
  const { accountId, loginId, now } = asked;
  const packageUnits = await lockPackages(db, asked);
  const limits = await db.query<{ limit: number }>({
    name: 'lock-limit',
    text: `select spending_limit_cents::float8 as limit from login where id = $1 and spending_limit_cents is not null
     for no key update`,
    values: [loginId],
  });
  const balances = await db.query<{ cents: number }>({
    name: 'lock-balance',
    text: `select balance_cents::float8 as cents from ledger_account where account_id = $1 and kind = 'balance'
     for no key update`,
    values: [accountId],
  });
  const limit = limits.rows[0]?.limit;
  return {
    packageUnits,
    balanceCents: balances.rows[0]?.cents ?? 0,
    limitLeftCents: limit === undefined ? null : await leftOf(db, limit, loginId, now),
  };
}

/** How many units packages hold; until the transaction ends nobody else takes them. */
export async function lockPackages(
  db: Client,
  { accountId, service, now }: Pick<Asked, 'accountId' | 'service' | 'now'>,
): Promise<number> {
  // Those that are used up, too: what was held of them may come back, and is then taken.
  const { rows } = await db.query<{ left: number }>({
    name: 'lock-packages',
    text: `select q.quota - q.used as left from package p join package_quota q on q.package_id = p.id
     where p.account_id = $1 and p.expires_at > $3 and q.service = $2 order by p.expires_at, p.id for no key update of p, q`,
    values: [accountId, service, now],
  });
  return rows.reduce((sum, { left }) => sum + left, 0);
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
  return limit == null ? null : leftOf(db, Number(limit), loginId, now);
}

const leftOf = async (db: Client, limitCents: number, loginId: string, now: Date): Promise<number> =>
  Math.max(0, limitCents - (await spentInMonth(db, loginId, now)));
