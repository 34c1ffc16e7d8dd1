import type { RecoveryCase, RecoveryState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage } from '../../database/listing.ts';

export interface RecoveryRow {
  id: string;
  personId: string;
  state: RecoveryState;
  statement: string;
  address: string;
  userAgent: string;
  askedAt: Date;
  note: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  effectiveAt: Date | null;
  endedAt: Date | null;
}

const columns = `r.id, r.person_id as "personId", r.state, r.statement, r.address, r.user_agent as "userAgent",
  r.asked_at as "askedAt", r.note, r.decided_by as "decidedBy", r.decided_at as "decidedAt",
  r.effective_at as "effectiveAt", r.ended_at as "endedAt"`;

/** @returns undefined if the person has an open request */
export async function insertRecovery(
  db: Client,
  o: { personId: string; statement: string; address: string; userAgent: string; now: Date },
): Promise<RecoveryRow | undefined> {
  const { rows } = await db.query(
    `insert into recovery as r (person_id, state, statement, address, user_agent, asked_at) values ($1, 'asked', $2, $3, $4, $5)
     on conflict (person_id) where ended_at is null do nothing returning ${columns}`,
    [o.personId, o.statement, o.address, o.userAgent.slice(0, 300), o.now],
  );
  return rows[0] as unknown as RecoveryRow | undefined;
}

export async function findOpen(db: Client, personId: string): Promise<RecoveryRow | undefined> {
  const { rows } = await db.query(`select ${columns} from recovery r where r.person_id = $1 and r.ended_at is null`, [
    personId,
  ]);
  return rows[0] as unknown as RecoveryRow | undefined;
}

export async function findById(db: Client, id: string): Promise<RecoveryRow | undefined> {
  const { rows } = await db.query(`select ${columns} from recovery r where r.id = $1`, [id]);
  return rows[0] as unknown as RecoveryRow | undefined;
}

export interface DueRecovery {
  id: string;
  personId: string;
  event: 'finish' | 'expire';
}

const due = `(state = 'scheduled' and effective_at <= $1 or state = 'asked' and asked_at <= $2)`;
const dueColumns = `id, person_id as "personId", case state when 'scheduled' then 'finish' else 'expire' end as event`;

/** Finds requests that are due: approved and past their delay, or undecided for too long. */
export async function findDue(db: Client, o: { now: Date; askedBefore: Date }): Promise<DueRecovery[]> {
  const { rows } = await db.query(`select ${dueColumns} from recovery where ${due} order by id`, [
    o.now,
    o.askedBefore,
  ]);
  return rows as unknown as DueRecovery[];
}

/** Checks again, with the person's login locked, that the same event is still due. */
export async function isStillDue(
  db: Client,
  { id, event }: DueRecovery,
  o: { now: Date; askedBefore: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ event: string }>(`select ${dueColumns} from recovery where ${due} and id = $3`, [
    o.now,
    o.askedBefore,
    id,
  ]);
  return rows[0]?.event === event;
}

export type Listed = RecoveryRow & { name: string; phone: string; accountName: string; accountId: string };

const listed = `${columns}, p.name, coalesce(p.phone, '') as phone, a.name as "accountName", p.account_id as "accountId"`;
const joined = 'join login p on p.id = r.person_id join account a on a.id = p.account_id';
const from = `recovery r ${joined}`;

export function listRecoveries(
  db: Client,
  { state, page, size }: { state: RecoveryState; page: number; size: number },
): Promise<{ rows: Listed[]; total: number }> {
  const listing = { columns: listed, from: 'recovery r', where: 'r.state = $1', joins: joined, by: 'r.asked_at, r.id' };
  return listPage<Listed>(db, { ...listing, values: [state] }, { page, size });
}

export type Known = Listed & { registeredAt: Date; decider: string | null };

export async function findKnown(db: Client, id: string): Promise<Known | undefined> {
  const { rows } = await db.query(
    `select ${listed}, p.created_at as "registeredAt", s.name as decider
     from ${from} left join staff s on s.id = r.decided_by where r.id = $1`,
    [id],
  );
  return rows[0] as unknown as Known | undefined;
}

/** The audit events of signing in, and of changes to how the person signs in. */
const signInEvents = [
  'session.begun',
  'second-step.asked',
  'password.reset',
  'password.changed',
  'password.chosen',
  'phone.bound',
  'email.set',
];

export async function signInsOf(db: Client, personId: string): Promise<RecoveryCase['signIns']> {
  const { rows } = await db.query<{ at: Date; event: string; isRefused: boolean; address: string }>(
    `select at, event, coalesce(subject ->> 'outcome' = 'refused', false) as "isRefused", address from audit
     where person_id = $1 and event = any($2) order by id desc limit 20`,
    [personId, signInEvents],
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export async function earlierOf(db: Client, { personId, id }: RecoveryRow): Promise<RecoveryCase['earlier']> {
  const { rows } = await db.query<{ state: RecoveryState; askedAt: Date }>(
    `select state, asked_at as "askedAt" from recovery where person_id = $1 and id < $2 order by id desc limit 10`,
    [personId, id],
  );
  return rows.map(({ state, askedAt }) => ({ state, askedAt: askedAt.toISOString() }));
}

/** Counts requests awaiting review, with the time of the oldest. */
export async function countPending(db: Client): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(asked_at) as oldest from recovery where state = 'asked'`,
  );
  return rows[0] ?? { pending: 0, oldest: null };
}
