import {
  type AccountPage,
  type AttestationState,
  attestationStateTable,
  type CaptureCount,
  type ConsoleCapture,
  type consoleCalls,
  type NodePlace,
  type ReplyOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { type Listing, listPage } from '../../database/listing.ts';
import { nodeSeenMs } from '../../http/health.ts';
import { clockIsFar } from '../../kit/node-clocks.ts';

type Overview = ReplyOf<typeof consoleCalls.consoleOverview>;
type Captures = Overview['captures'];

/**
 * Counts captures that wait or run, captures that ended since a given time with the five most frequent failures, and
 * faults of the platform.
 */
export async function countCaptures(db: Client, since: Date): Promise<Captures> {
  const counted = await db.query<
    Omit<Captures, 'failures' | 'failedAttempts' | 'faults' | 'oldestQueuedAt'> & { oldest: Date | null }
  >(
    `select count(*) filter (where state = 'queuing')::int as queuing,
       count(*) filter (where state = 'capturing')::int as capturing,
       count(*) filter (where state = 'failed' and changed_at > $1)::int as failed,
       count(*) filter (where state = 'succeeded' and changed_at > $1)::int as succeeded,
       min(changed_at) filter (where state = 'queuing') as oldest
     from attestation where state in ('queuing', 'capturing') or changed_at > $1`,
    [since],
  );
  const failed = await db.query<{ code: string; count: number }>(
    `select failure->>'code' as code, count(*)::int as count from attestation
     where state = 'failed' and changed_at > $1 and failure is not null group by 1 order by 2 desc, 1 limit 5`,
    [since],
  );
  const { oldest = null, ...counts } = counted.rows[0] ?? { queuing: 0, capturing: 0, failed: 0, succeeded: 0 };
  return {
    ...counts,
    failedAttempts: await countFailedAttempts(db, since),
    oldestQueuedAt: oldest?.toISOString() ?? null,
    failures: failed.rows,
    faults: await listFaults(db, since),
  };
}

const accountOf = {
  columns: 'a.account_id as "accountId", acc.name as "accountName"',
  join: 'left join account acc on acc.id = a.account_id',
};

/** The captures behind one of `countCaptures`' numbers. */
export async function listCaptures(
  db: Client,
  {
    show,
    code,
    since,
    ...page
  }: { show: CaptureCount; code?: string | undefined; since: Date; page: number; size: number },
): Promise<{ list: ConsoleCapture[]; total: number }> {
  const listing = show === 'failedAttempts' ? failedAttempts(since, code) : capturesIn(show, since, code);
  const { rows, total } = await listPage<Omit<ConsoleCapture, 'at'> & { at: Date }>(db, listing, page);
  return { list: rows.map(({ at, ...capture }) => ({ ...capture, at: at.toISOString() })), total };
}

function capturesIn(state: Exclude<CaptureCount, 'failedAttempts'>, since: Date, code: string | undefined): Listing {
  const isOpen = state === 'queuing' || state === 'capturing';
  const conditions = new Conditions()
    .add('a.state = $', state)
    .add('a.changed_at > $', isOpen ? undefined : since)
    .add(`a.failure->>'code' = $`, code);
  return {
    columns: `a.ano, a.state, ${accountOf.columns}, a.attempt, a.changed_at as at, a.failure->>'code' as code,
      null as node, null as "traceId"`,
    from: 'attestation a',
    joins: accountOf.join,
    where: `${conditions}`,
    by: state === 'queuing' ? 'a.changed_at, a.ano' : 'a.changed_at desc, a.ano',
    values: conditions.values,
  };
}

/** One row for each attempt; what a node reported says more than the event. */
function failedAttempts(since: Date, code: string | undefined): Listing {
  const values: unknown[] = [since];
  const ofCode = code === undefined ? 'true' : `f.code = $${values.push(code)}`;
  return {
    columns: `f.ano, a.state, ${accountOf.columns}, f.attempt, f.at, f.code, f.node, f.trace_id as "traceId"`,
    from: `(select distinct on (ano, attempt) * from (
        select ano, attempt, at, code, node, trace_id, 0 as rank from capture_fault where at > $1
        union all
        select e.ano, e.attempt, e.at, case when o.attempt = e.attempt then o.failure->>'code' end, null, null, 1
          from attestation_event e join attestation o on o.ano = e.ano where e.event = 'failed' and e.at > $1
      ) every order by ano, attempt, rank, at desc) f`,
    joins: `join attestation a on a.ano = f.ano ${accountOf.join}`,
    where: ofCode,
    by: 'f.at desc, f.ano, f.attempt',
    values,
  };
}

/** Includes `capture_fault`: a platform fault that was retried is not an event of the custody record. */
async function countFailedAttempts(db: Client, since: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select ano, attempt from attestation_event where event = 'failed' and at > $1
       union select ano, attempt from capture_fault where at > $1) as failed`,
    [since],
  );
  return rows[0]?.count ?? 0;
}

async function listFaults(db: Client, since: Date): Promise<Captures['faults']> {
  const { rows } = await db.query<Omit<Captures['faults'][number], 'lastAt'> & { lastAt: Date }>(
    `select code, node, count(*)::int as count, max(at) as "lastAt",
       (array_agg(ano order by id desc))[1] as "lastAno", (array_agg(trace_id order by id desc))[1] as "traceId"
     from capture_fault where at > $1 group by code, node order by count desc, code, node limit 20`,
    [since],
  );
  return rows.map(({ lastAt, ...fault }) => ({ ...fault, lastAt: lastAt.toISOString() }));
}

/** The capture nodes seen since a given time, most recently seen first, at most 50. */
export async function listNodes(
  db: Client,
  { now, seenSince }: { now: Date; seenSince: Date },
): Promise<Overview['nodes']> {
  const { rows } = await db.query<{
    name: string;
    seenAt: Date;
    clockOffsetMs: number | null;
    isClockFar: boolean;
    place: NodePlace | null;
    captures: number | null;
    sessions: number | null;
  }>(
    `select name, place, captures, sessions, seen_at as "seenAt", clock_offset_ms::float8 as "clockOffsetMs", ${clockIsFar} as "isClockFar"
     from capture_node where seen_at > $1 order by seen_at desc limit 50`,
    [seenSince],
  );
  return rows.map(({ seenAt, ...node }) => ({
    ...node,
    seenAt: seenAt.toISOString(),
    isThere: now.getTime() - seenAt.getTime() < nodeSeenMs,
  }));
}

/** Result of the newest check of the store; null before the first. */
export async function lastStoreCheck(db: Client): Promise<Overview['storeCheck']> {
  const { rows } = await db.query<{ at: Date; attestations: number; files: number; problems: number }>(
    'select at, attestations, files::float8 as files, problems from store_check order by at desc limit 1',
  );
  return rows[0] ? { ...rows[0], at: rows[0].at.toISOString() } : null;
}

/** Counts the attestations of an account by state. */
export async function countByState(db: Client, accountId: string): Promise<AccountPage['attestations']> {
  const { rows } = await db.query<{ state: AttestationState; count: number }>(
    'select state, count(*)::int as count from attestation where account_id = $1 group by state',
    [accountId],
  );
  return rows.toSorted(
    (a, b) => attestationStateTable.states.indexOf(a.state) - attestationStateTable.states.indexOf(b.state),
  );
}

/** The account of an attestation; undefined if the number is unknown or belongs to the command line. */
export async function findAccountId(db: Client, ano: string): Promise<string | undefined> {
  const { rows } = await db.query<{ accountId: string | null }>(
    'select account_id as "accountId" from attestation where ano = $1',
    [ano],
  );
  return rows[0]?.accountId ?? undefined;
}
