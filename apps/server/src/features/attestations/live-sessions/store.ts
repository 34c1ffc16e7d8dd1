import { RecordingChunk } from '@proofkeep/bundle';
import type { CaptureReport, LiveDevice } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Lease } from '../../evidence/service.ts';

/** A row of `live_session` with the limit in its attestation's job. */
export interface LiveRow {
  ano: string;
  device: LiveDevice;
  minutes: number;
  /** The session ends after its user was away for this long. */
  awayMs: number;
  startedAt: Date | null;
  stopAt: Date | null;
  isFull: boolean;
  /** Length of the recording at its newest announced chunk; null before the first one. */
  recordedMs: number | null;
}

const columns = `l.ano, l.device, l.minutes, (a.job #>> '{session,awayMs}')::int as "awayMs",
  l.started_at as "startedAt", l.stop_at as "stopAt", l.is_full as "isFull",
  (select max(h.to_ms) from live_head h where h.fence = a.fence) as "recordedMs"`;
/** Channel whose payload is the number of a changed session, which hubs then read again. */
export const liveChannel = 'live';

export async function insertLive(
  db: Client,
  { ano, device, minutes }: Pick<LiveRow, 'ano' | 'device' | 'minutes'>,
): Promise<void> {
  await db.query('insert into live_session (ano, device, minutes) values ($1, $2, $3)', [ano, device, minutes]);
}

export async function findLive(db: Client, ano: string): Promise<LiveRow | undefined> {
  const sql = `select ${columns} from live_session l join attestation a using (ano) where ano = $1`;
  return (await db.query<LiveRow & object>(sql, [ano])).rows[0];
}

/** Device and times of a session; times of its recording once that was delivered. */
export interface LiveLength {
  ano: string;
  device: LiveDevice;
  startedAt: Date | null;
  endedAt: Date | null;
}

export async function listLengths(db: Client, anos: readonly string[]): Promise<LiveLength[]> {
  const { rows } = await db.query<LiveLength & object>(
    `select l.ano, l.device, coalesce((d.report #>> '{session,startedAt}')::timestamptz, l.started_at) as "startedAt",
       (d.report #>> '{session,endedAt}')::timestamptz as "endedAt"
     from live_session l join attestation a using (ano) left join delivery d on d.fence = a.fence
     where l.ano = any($1)`,
    [anos],
  );
  return rows;
}

/** Notifies the hubs of all servers, at COMMIT, that a session has changed or ended. */
export async function notifyLive(db: Client, ano: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [liveChannel, ano]);
}

export async function markStarted(db: Client, ano: string, at: Date): Promise<void> {
  await db.query('update live_session set started_at = $2 where ano = $1 and started_at is null', [ano, at]);
}

export async function markStopped(db: Client, ano: string, o: { at: Date; isFull: boolean }): Promise<void> {
  await db.query('update live_session set stop_at = coalesce(stop_at, $2), is_full = $3 where ano = $1', [
    ano,
    o.at,
    o.isFull,
  ]);
}

export async function setMinutes(db: Client, ano: string, minutes: number): Promise<void> {
  await db.query('update live_session set minutes = $2 where ano = $1', [ano, minutes]);
}

export async function markRemoved(db: Client, ano: string, at: Date): Promise<void> {
  await db.query('update live_session set removed_at = $2 where ano = $1', [ano, at]);
}

/**
 * Counts the waiting and running sessions of a login under a lock held until the transaction ends, so that concurrent
 * requests can't exceed the limit.
 */
export async function lockAndCountOpen(db: Client, loginId: string): Promise<number> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('live:' || $1, 0))`, [loginId]);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from attestation
     where login_id = $1 and kind = 'live' and state in ('queuing', 'capturing') and (leased_until is not null or state = 'queuing')`,
    [loginId],
  );
  return rows[0]?.count ?? 0;
}

/** How many sessions of any account have waited longer than this one. */
export async function countAhead(db: Client, ano: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from attestation w, attestation own
     where own.ano = $1 and w.state = 'queuing' and w.kind = 'live' and (w.created_at, w.ano) < (own.created_at, own.ano)`,
    [ano],
  );
  return rows[0]?.count ?? 0;
}

/** Whether the lease still belongs to a running session. */
export async function isRunning(db: Client, { ano, fence }: Lease): Promise<boolean> {
  const { rows } = await db.query(
    `select from attestation where ano = $1 and fence = $2 and kind = 'live' and state = 'capturing' and leased_until is not null`,
    [ano, fence],
  );
  return rows.length > 0;
}

/** A sign-in's right to control a session from one of its windows. */
export interface Ticket {
  tokenSha256: Buffer;
  windowId: string;
  /** It takes over from another window. */
  takesOver: boolean;
}

export async function insertTicket(
  db: Client,
  o: Ticket & { sha256: Buffer; ano: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db.query('delete from live_ticket where expires_at <= $1', [o.now]);
  await db.query(
    `insert into live_ticket (sha256, ano, token_sha256, window_id, takes_over, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [o.sha256, o.ano, o.tokenSha256, o.windowId, o.takesOver, o.expiresAt],
  );
}

/** Uses up a ticket. @returns undefined if it is unknown, used or expired */
export async function takeTicket(
  db: Client,
  { sha256, ano, now }: { sha256: Buffer; ano: string; now: Date },
): Promise<Ticket | undefined> {
  const { rows } = await db.query<Ticket & object>(
    `delete from live_ticket where sha256 = $1 and ano = $2 and expires_at > $3
     returning token_sha256 as "tokenSha256", window_id as "windowId", takes_over as "takesOver"`,
    [sha256, ano, now],
  );
  return rows[0];
}

export interface Begun {
  report: CaptureReport;
  /** Content of `clock.json`. */
  clock: string | null;
}

/** Keeps what report and clock of a session would say if its node were lost now. */
export async function setBegun(db: Client, ano: string, { report, clock }: Begun): Promise<void> {
  await db.query('update live_session set begun = $2, begun_clock = $3 where ano = $1', [
    ano,
    JSON.stringify(report),
    clock,
  ]);
}

export async function findBegun(db: Client, ano: string): Promise<Begun | null> {
  const { rows } = await db.query<{ report: CaptureReport | null; clock: string | null }>(
    'select begun as report, begun_clock as clock from live_session where ano = $1',
    [ano],
  );
  const [found] = rows;
  return found?.report ? { report: found.report, clock: found.clock } : null;
}

/** @returns whether it is new */
export async function insertChunk(
  db: Client,
  { ano, fence }: Lease,
  chunk: RecordingChunk,
  at: Date,
): Promise<boolean> {
  const { n, toMs, head } = chunk;
  const { rowCount } = await db.query(
    `insert into live_head (fence, n, ano, to_ms, head, chunk, announced_at)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7) on conflict do nothing`,
    [fence, n, ano, toMs, head, JSON.stringify(chunk), at],
  );
  return rowCount === 1;
}

export async function findChunk(db: Client, { fence }: Lease, n: number): Promise<RecordingChunk | undefined> {
  const sql = 'select chunk from live_head where fence = $1 and n = $2';
  return (await db.query<{ chunk: RecordingChunk }>(sql, [fence, n])).rows[0]?.chunk;
}

export async function markChunkStored(db: Client, { fence }: Lease, n: number): Promise<void> {
  await db.query('update live_head set is_stored = true where fence = $1 and n = $2', [fence, n]);
}

/** The stored chunks from the first one up to the first gap. */
export async function listStoredChunks(db: Client, { fence }: Lease): Promise<RecordingChunk[]> {
  const { rows } = await db.query<{ chunk: RecordingChunk }>(
    `select chunk from live_head h where fence = $1 and not exists
       (select from live_head g where g.fence = h.fence and g.n <= h.n and not g.is_stored)
     order by n`,
    [fence],
  );
  // jsonb sorts the members; VERIFY.txt reads them in the recorder's order, which the schema has.
  return rows.map(({ chunk }) => RecordingChunk.parse(chunk)).filter(({ n }, i) => n === i);
}

/** Whether anything was recorded under a lease. */
export async function hasHead(db: Client, { fence }: Lease): Promise<boolean> {
  const { rows } = await db.query('select from live_head where fence = $1 limit 1', [fence]);
  return rows.length > 0;
}

/** The recording time at the newest timestamped head. */
export async function lastStampedMs(db: Client, { fence }: Lease): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    'select max(to_ms) as at from live_head where fence = $1 and token is not null',
    [fence],
  );
  return rows[0]?.at ?? null;
}

interface NewestHead {
  n: number;
  /** Hex. */
  head: string;
  hasToken: boolean;
}

/** The newest head of a running session, locked with its attestation; undefined once the lease has ended. */
export async function lockNewestHead(db: Client, lease: Lease): Promise<NewestHead | undefined> {
  const { ano, fence } = lease;
  const running = await db.query(
    `select from attestation where ano = $1 and fence = $2 and state = 'capturing' and leased_until is not null for update`,
    [ano, fence],
  );
  if (running.rowCount !== 1) return undefined;
  const { rows } = await db.query<NewestHead>(
    `select n, encode(head, 'hex') as head, token is not null as "hasToken" from live_head
     where fence = $1 order by n desc limit 1`,
    [fence],
  );
  return rows[0];
}

export async function setToken(db: Client, { fence }: Lease, n: number, token: Uint8Array): Promise<void> {
  await db.query('update live_head set token = $3 where fence = $1 and n = $2', [fence, n, token]);
}

/** The timestamped heads, in order. */
export async function listStamped(db: Client, { fence }: Lease): Promise<{ n: number; head: string; token: Buffer }[]> {
  const { rows } = await db.query<{ n: number; head: string; token: Buffer }>(
    `select n, encode(head, 'hex') as head, token from live_head where fence = $1 and token is not null order by n`,
    [fence],
  );
  return rows;
}

/** Leases of sessions that are still unsealed a number of days after their recording. */
export async function findUnsealable(db: Client, days: number): Promise<Lease[]> {
  const { rows } = await db.query<{ ano: string; fence: string }>(
    `select ano, fence from attestation a
     where kind = 'live' and state = 'capturing' and leased_until is null
       and (select max(announced_at) from live_head h where h.fence = a.fence) < now() - make_interval(days => $1)
     order by created_at limit 1000`,
    [days],
  );
  return rows;
}

/** Leases of sessions whose nodes were lost at least this many hours ago and whose recording has not been assembled since. */
export async function findUnrecovered(db: Client, hours: number): Promise<Lease[]> {
  const { rows } = await db.query<{ ano: string; fence: string }>(
    `select ano, fence from attestation a
     where kind = 'live' and state = 'capturing' and leased_until is null
       and not exists (select from delivery d where d.fence = a.fence)
       and (select max(announced_at) from live_head h where h.fence = a.fence) < now() - make_interval(hours => $1)
     order by created_at limit 1000`,
    [hours],
  );
  return rows;
}
