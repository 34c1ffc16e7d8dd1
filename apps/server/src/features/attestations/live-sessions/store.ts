import type { LiveDevice } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Lease } from '../../evidence/service.ts';

/** A row of `live_session` with what its attestation says about the lease. */
export interface LiveRow {
  ano: string;
  device: LiveDevice;
  minutes: number;
  startedAt: Date | null;
  stopAt: Date | null;
  isFull: boolean;
}

const columns = `ano, device, minutes, started_at as "startedAt", stop_at as "stopAt", is_full as "isFull"`;
/** Channel whose payload is the number of a session that was changed: hubs read it again. */
export const liveChannel = 'live';

export async function insertLive(
  db: Client,
  { ano, device, minutes }: Pick<LiveRow, 'ano' | 'device' | 'minutes'>,
): Promise<void> {
  await db.query('insert into live_session (ano, device, minutes) values ($1, $2, $3)', [ano, device, minutes]);
}

export async function findLive(db: Client, ano: string): Promise<LiveRow | undefined> {
  const { rows } = await db.query(`select ${columns} from live_session where ano = $1`, [ano]);
  return rows[0] as LiveRow | undefined;
}

/** Tells the hubs of all servers that a session was changed or has ended, once this is committed. */
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

/** How many sessions of a login wait or run. */
export async function countOpen(db: Client, loginId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from attestation
     where login_id = $1 and kind = 'live' and state in ('queuing', 'capturing') and (leased_until is not null or state = 'queuing')`,
    [loginId],
  );
  return rows[0]?.count ?? 0;
}

/** How many sessions of any account wait longer than this one. */
export async function countAhead(db: Client, ano: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from attestation w, attestation own
     where own.ano = $1 and w.state = 'queuing' and w.kind = 'live' and (w.created_at, w.ano) < (own.created_at, own.ano)`,
    [ano],
  );
  return rows[0]?.count ?? 0;
}

/** Whether the lease is still that of a running session. */
export async function isRunning(db: Client, { ano, fence }: Lease): Promise<boolean> {
  const { rows } = await db.query(
    `select from attestation where ano = $1 and fence = $2 and kind = 'live' and state = 'capturing' and leased_until is not null`,
    [ano, fence],
  );
  return rows.length > 0;
}

export async function insertTicket(
  db: Client,
  o: { sha256: Buffer; ano: string; tokenSha256: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  await db.query('delete from live_ticket where expires_at <= $1', [o.now]);
  await db.query('insert into live_ticket (sha256, ano, token_sha256, expires_at) values ($1, $2, $3, $4)', [
    o.sha256,
    o.ano,
    o.tokenSha256,
    o.expiresAt,
  ]);
}

/** Uses a ticket up. @returns the token of the sign-in it belongs to; undefined if it is unknown, used or too old */
export async function takeTicket(
  db: Client,
  { sha256, ano, now }: { sha256: Buffer; ano: string; now: Date },
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ tokenSha256: Buffer }>(
    `delete from live_ticket where sha256 = $1 and ano = $2 and expires_at > $3 returning token_sha256 as "tokenSha256"`,
    [sha256, ano, now],
  );
  return rows[0]?.tokenSha256;
}

export interface Head {
  n: number;
  toMs: number;
  /** Hex. */
  head: string;
}

/** @returns whether it is new */
export async function insertHead(
  db: Client,
  { ano, fence }: Lease,
  { n, toMs, head }: Head,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into live_head (fence, n, ano, to_ms, head, announced_at) values ($1, $2, $3, $4, decode($5, 'hex'), $6)
     on conflict do nothing`,
    [fence, n, ano, toMs, head, at],
  );
  return rowCount === 1;
}

/** Whether something was recorded under a lease. */
export async function hasHead(db: Client, { fence }: Lease): Promise<boolean> {
  const { rows } = await db.query('select from live_head where fence = $1 limit 1', [fence]);
  return rows.length > 0;
}

/** When the newest head with a token ends. */
export async function lastStampedMs(db: Client, { fence }: Lease): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    'select max(to_ms) as at from live_head where fence = $1 and token is not null',
    [fence],
  );
  return rows[0]?.at ?? null;
}

/** The newest head of a running session, locked with its attestation; undefined once the lease has ended. */
export async function lockNewestHead(db: Client, lease: Lease): Promise<(Head & { hasToken: boolean }) | undefined> {
  const { ano, fence } = lease;
  const running = await db.query(
    `select from attestation where ano = $1 and fence = $2 and state = 'capturing' and leased_until is not null for update`,
    [ano, fence],
  );
  if (running.rowCount !== 1) return undefined;
  const { rows } = await db.query<Head & { hasToken: boolean }>(
    `select n, to_ms as "toMs", encode(head, 'hex') as head, token is not null as "hasToken" from live_head
     where fence = $1 order by n desc limit 1`,
    [fence],
  );
  return rows[0];
}

export async function setToken(db: Client, { fence }: Lease, n: number, token: Uint8Array): Promise<void> {
  await db.query('update live_head set token = $3 where fence = $1 and n = $2', [fence, n, token]);
}

/** The heads with a token, in order. */
export async function listStamped(db: Client, { fence }: Lease): Promise<{ n: number; head: string; token: Buffer }[]> {
  const { rows } = await db.query<{ n: number; head: string; token: Buffer }>(
    `select n, encode(head, 'hex') as head, token from live_head where fence = $1 and token is not null order by n`,
    [fence],
  );
  return rows;
}
