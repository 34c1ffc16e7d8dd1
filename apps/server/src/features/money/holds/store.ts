import { type ChargeEvent, type ChargeState, chargeStateTable, type Service, type WhoOf } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lifecycle, transitionWhere } from '../../../kit/transition.ts';
import type { TakenUnits } from '../packages/store.ts';

/** The ledger is the history of a charge. */
export const chargeLifecycle: Lifecycle<ChargeState, ChargeEvent, WhoOf<typeof chargeStateTable>, null> = {
  table: chargeStateTable,
  relation: 'charge',
  key: 'id',
  record: () => Promise.resolve(),
};

/** The terms of an order that was paid for the subject. */
export interface OrderTerms {
  version: number;
  unitCents: number;
  /** The order whose external payment brought the money; null if the balance paid. */
  orderId: string | null;
}

export interface HoldRequest {
  accountId: string;
  /** The login that spends. */
  loginId: string;
  service: Service;
  quantity: number;
  /** The subject of the hold; it has at most one hold that isn't released. */
  subject: string;
  now: Date;
  /** Number of units ordered together, including this one; the unit price depends on it. */
  together?: number;
  /** Present if an order paid for it: uses no package, and the spending limit was checked when the order was paid. */
  ordered?: OrderTerms | undefined;
  /** Unit price if it was agreed on before; default: the current price list. */
  price?: Pick<OrderTerms, 'version' | 'unitCents'>;
}

/** Whether something is held, or was charged, for a subject. */
export async function hasHold(db: Client, subject: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'charge-of-subject',
    text: `select from charge where subject = $1 and state <> 'released'`,
    values: [subject],
  });
  return rows.length > 0;
}

/** @returns the id */
export async function insertHold(
  db: Client,
  o: Pick<HoldRequest, 'accountId' | 'loginId' | 'service' | 'quantity' | 'subject' | 'now' | 'together'> & {
    version: number;
    unitCents: number;
    packageUnits: number;
    cents: number;
    orderId: string | null;
    taken: readonly TakenUnits[];
  },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>({
    name: 'charge',
    text: `insert into charge (account_id, login_id, service, quantity, subject, price_version, unit_cents, package_units,
       balance_cents, held_at, order_id, together) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    values: [
      o.accountId,
      o.loginId,
      o.service,
      o.quantity,
      o.subject,
      o.version,
      o.unitCents,
      o.packageUnits,
      o.cents,
      o.now,
      o.orderId,
      o.together ?? o.quantity,
    ],
  });
  const id = rows[0]?.id ?? '';
  for (const { packageId, units } of o.taken)
    await db.query('insert into charge_package (charge_id, package_id, units) values ($1, $2, $3)', [
      id,
      packageId,
      units,
    ]);
  return id;
}

/** A subject of several that are held together, with its units. */
export interface HeldSubject {
  subject: string;
  quantity: number;
}

/**
 * Inserts a hold for each subject; units of `packages` cover the first ones, unit by unit. @returns the charges that
 * take money from the balance, in the order of the subjects
 */
export async function insertHolds(
  db: Client,
  o: Pick<HoldRequest, 'accountId' | 'loginId' | 'service' | 'now'> & {
    version: number;
    unitCents: number;
    /** Units ordered together: the tier of the unit price. */
    together: number;
    /** The package of each unit taken. */
    packages: readonly string[];
  },
  subjects: readonly HeldSubject[],
): Promise<{ id: string; cents: number }[]> {
  const covered = coverFirst(subjects, o.packages);
  const { rows } = await db.query<{ id: string; subject: string }>(
    `insert into charge (account_id, login_id, service, quantity, subject, price_version, unit_cents, package_units,
       balance_cents, held_at, together)
     select $1, $2, $3, s.quantity, s.subject, $4, $5, s.covered, (s.quantity - s.covered) * $5, $6, $7
     from unnest($8::text[], $9::int[], $10::int[]) with ordinality as s (subject, quantity, covered, n)
     order by s.n returning id, subject`,
    [
      o.accountId,
      o.loginId,
      o.service,
      o.version,
      o.unitCents,
      o.now,
      o.together,
      covered.map(({ subject }) => subject),
      covered.map(({ quantity }) => quantity),
      covered.map(({ packages }) => packages.length),
    ],
  );
  const ids = new Map(rows.map(({ id, subject }) => [subject, id]));
  const charges = covered.map((one) => ({ ...one, id: ids.get(one.subject) ?? '' }));
  await db.query(
    `insert into charge_package (charge_id, package_id, units)
     select c, p, count(*) from unnest($1::uuid[], $2::uuid[]) as u (c, p) group by c, p`,
    [charges.flatMap(({ id, packages }) => packages.map(() => id)), o.packages],
  );
  return charges
    .map(({ id, quantity, packages }) => ({ id, cents: (quantity - packages.length) * o.unitCents }))
    .filter(({ cents }) => cents > 0);
}

/** Assigns package units to the subjects in order, until the units run out. */
function coverFirst(subjects: readonly HeldSubject[], packages: readonly string[]) {
  let used = 0;
  return subjects.map((one) => {
    const from = used;
    used = Math.min(packages.length, from + one.quantity);
    return { ...one, packages: packages.slice(from, used) };
  });
}

/** The terms of a hold. */
export interface Hold extends Pick<HoldRequest, 'accountId' | 'loginId' | 'service' | 'quantity'> {
  version: number;
  unitCents: number;
  packageUnits: number;
  together: number;
  /** The order whose external payment brought the money; null if there is none. */
  orderId: string | null;
}

/** Terms of a subject's current hold; undefined if there is none. */
export async function lockHold(db: Client, subject: string): Promise<Hold | undefined> {
  const { rows } = await db.query<Hold & object>(
    `select account_id as "accountId", login_id as "loginId", service, quantity, price_version as version,
       unit_cents as "unitCents", package_units as "packageUnits", together, order_id as "orderId" from charge
     where subject = $1 and state = 'held' for update`,
    [subject],
  );
  return rows[0];
}

export interface EndedHold {
  id: string;
  accountId: string;
  loginId: string;
  service: Service;
  cents: number;
  heldAt: Date;
}

/** @returns undefined if the subject has no hold, or the hold has ended */
export async function endHold(
  db: Client,
  subject: string,
  event: ChargeEvent,
  now: Date,
): Promise<EndedHold | undefined> {
  // One statement: every capture ends a hold.
  const by = { column: 'subject', value: subject };
  const [row] = await transitionWhere(db, chargeLifecycle, by, {
    event,
    who: 'system',
    set: { ended_at: now },
    returning: `id, account_id as "accountId", login_id as "loginId", service, balance_cents::float8 as cents,
      held_at as "heldAt"`,
  });
  return row as unknown as EndedHold | undefined;
}

/**
 * Terms for a retry: if the subject's order was paid externally and not refunded, the released amount is held again at
 * the order's price. Undefined otherwise: the current price list applies.
 */
export async function findRetryTerms(db: Client, subject: string): Promise<OrderTerms | undefined> {
  return (await findRetryTermsOf(db, [subject])).get(subject);
}

/** Terms for retries of several subjects, by subject. */
export async function findRetryTermsOf(db: Client, subjects: readonly string[]): Promise<Map<string, OrderTerms>> {
  const { rows } = await db.query<OrderTerms & { subject: string }>(
    `select distinct on (c.subject) c.subject, c.price_version as version, c.unit_cents as "unitCents", c.order_id as "orderId"
     from charge c join payment p on p.order_id = c.order_id and p.state = 'paid' and p.refunded_cents = 0
     where c.subject = any($1) order by c.subject, c.id desc`,
    [subjects],
  );
  return new Map(rows.map(({ subject, ...terms }) => [subject, terms]));
}

/**
 * Sums of the open and the settled holds of an order, in cents; null if it never had a hold. Released holds don't count:
 * a retry holds the same money again, also for another subject.
 */
export async function sumHoldsOfOrder(
  db: Client,
  orderId: string,
): Promise<{ heldCents: number; settledCents: number } | null> {
  const { rows } = await db.query<{ count: number; heldCents: number; settledCents: number }>(
    `select count(*)::int as count, coalesce(sum(balance_cents) filter (where state = 'held'), 0)::float8 as "heldCents",
       coalesce(sum(balance_cents) filter (where state = 'settled'), 0)::float8 as "settledCents"
     from charge where order_id = $1`,
    [orderId],
  );
  const [{ count, ...sums }] = rows as [{ count: number; heldCents: number; settledCents: number }];
  return count > 0 ? sums : null;
}

export interface HoldCost {
  state: ChargeState;
  /** Cents from the balance. */
  amountCents: number;
  packageUnits: number;
}

/** Cost of each subject by its latest hold; omits subjects without a hold. */
export async function findCosts(db: Client, subjects: readonly string[]): Promise<Map<string, HoldCost>> {
  const { rows } = await db.query<HoldCost & { subject: string }>(
    `select distinct on (subject) subject, state, balance_cents::float8 as "amountCents", package_units as "packageUnits"
     from charge where subject = any($1) order by subject, id desc`,
    [subjects],
  );
  return new Map(rows.map(({ subject, ...cost }) => [subject, cost]));
}
