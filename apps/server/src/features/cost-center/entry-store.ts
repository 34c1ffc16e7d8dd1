import { accountOffsetMinutes, type BalanceEntry, type EntryKind, type Service } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { visibleNumber, visibleNumberValues } from './visible-number.ts';

export interface EntriesWanted {
  accountId: string;
  /** The attestations whose numbers may be shown; null for none. */
  evidence: EvidenceScope | null;
  kinds?: readonly EntryKind[] | undefined;
  /** Local days, inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** The login whose entries are listed. */
  userId?: string | undefined;
  service?: Service | undefined;
}

type EntryRow = Omit<BalanceEntry, 'at' | 'member' | 'charge'> & {
  at: Date;
  userId: string | null;
  userName: string | null;
  service: Service | null;
  quantity: number;
  packageUnits: number;
  state: NonNullable<BalanceEntry['charge']>['state'];
  ano: string | null;
};

/** A transfer belongs to a charge or an order by its subject; subjects of any other form belong to neither. */
const subjectId = `case when e.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.subject::uuid end`;
const tables = `ledger_entry e left join login l on l.id = e.login_id
  left join charge c on e.kind in ('hold', 'release') and c.id = ${subjectId}
  left join order_ o on e.kind in ('recharge', 'payment', 'purchase', 'refund') and o.id = ${subjectId}`;
const columns = `e.transfer_id::text as id, e.at, e.kind, e.amount_cents::float8 as "amountCents", e.balance_cents::float8 as "balanceCents",
  l.id as "userId", l.name as "userName", c.service, c.quantity, c.package_units as "packageUnits", c.state,
  o.no as "orderNo"`;

/** The start of the first local day and the end of the last one. */
const dayEnds = (day: string, gap: string) =>
  `(${gap}::date + ${day})::timestamp at time zone interval '${accountOffsetMinutes} minutes'`;

/**
 * A page evaluates the condition per entry, because a frequent service fills the page soon; the count joins all charges
 * at once, because a service may be rare. With 200,000 charges each takes 0.1 s for its purpose, and seconds for the
 * other.
 */
const ofService = {
  find: (gap: string) => `(select service from charge where id = ${subjectId}) = ${gap}`,
  count: (gap: string) =>
    `e.subject = any(array(select id::text from charge where account_id = $1 and service = ${gap}))`,
};

function conditionsOf(to: 'find' | 'count', wanted: EntriesWanted): { where: string; values: unknown[] } {
  const values: unknown[] = [wanted.accountId];
  // One value instead of a join, so the newest entries are read from the ends of two indexes.
  const conditions = [
    `e.ledger_account_id = (select id from ledger_account where account_id = $1 and kind = 'balance')`,
    'e.balance_cents is not null',
  ];
  if (wanted.kinds) conditions.push(`e.kind = any($${values.push(wanted.kinds)})`);
  if (wanted.from) conditions.push(`e.at >= ${dayEnds('0', `$${values.push(wanted.from)}`)}`);
  if (wanted.to) conditions.push(`e.at < ${dayEnds('1', `$${values.push(wanted.to)}`)}`);
  if (wanted.userId) conditions.push(`e.login_id = $${values.push(wanted.userId)}`);
  if (wanted.service)
    conditions.push(`e.kind in ('hold', 'release')`, ofService[to](`$${values.push(wanted.service)}`));
  return { where: conditions.join(' and '), values };
}

/** Entries of a balance, newest first. */
export async function findEntries(
  db: Client,
  wanted: EntriesWanted,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<BalanceEntry[]> {
  const { where, values } = conditionsOf('find', wanted);
  const { rows } = await db.query<EntryRow>(
    `select ${columns}, ${visibleNumber('c.subject', values.length + 1)} as ano
     from ${tables} where ${where} order by e.transfer_id desc
     limit $${values.length + 3} offset $${values.length + 4}`,
    [...values, ...visibleNumberValues(wanted.evidence), limit, offset],
  );
  return rows.map(entryOf);
}

export async function countEntries(db: Client, wanted: EntriesWanted, upTo: number): Promise<number> {
  const { where, values } = conditionsOf('count', wanted);
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from ${tables} where ${where} limit $${values.length + 1}) as counted`,
    [...values, upTo],
  );
  return rows[0]?.total ?? 0;
}

const entryOf = ({ at, userId, userName, service, quantity, packageUnits, state, ano, ...row }: EntryRow) => ({
  ...row,
  at: at.toISOString(),
  member: userId === null ? null : { userId, name: userName ?? '' },
  charge: service === null ? null : { service, quantity, packageUnits, state, subject: ano },
});
