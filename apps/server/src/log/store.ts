import type { Client } from '../database/client.ts';

export interface Leaf {
  /** Names the leaf in the database; it is not logged. */
  key: string;
  /** The logged entry: 1 to 65,535 bytes. */
  bytes: Uint8Array;
}

export interface EntryRow {
  idx: number;
  bytes: Buffer;
  leafHash: Buffer;
}

/** Position of a perfect subtree of 2^level leaves. */
export interface Place {
  level: number;
  idx: number;
}

export interface NodeRow extends Place {
  hash: Uint8Array;
}

export interface CheckpointRow {
  size: number;
  root: Buffer;
  note: string;
  createdAt: Date;
}

const checkpointColumns = `c.size::float8 as size, c.root, c.note, c.created_at as "createdAt"`;

/** Keeps existing leaves that have the same bytes. @throws Error if a key exists with other bytes */
export async function insertLeaves(client: Client, leaves: Leaf[]): Promise<void> {
  const keys = leaves.map((leaf) => leaf.key);
  const { rowCount } = await client.query(
    `insert into log_entry (key, bytes) select key, bytes from unnest($1::text[], $2::bytea[]) as leaf (key, bytes)
     on conflict (key) do nothing`,
    [keys, leaves.map((leaf) => leaf.bytes)],
  );
  if (rowCount === leaves.length) return;
  const sql = 'select key, bytes from log_entry where key = any($1)';
  const { rows } = await client.query<{ key: string; bytes: Buffer }>(sql, [keys]);
  const stored = new Map(rows.map((row) => [row.key, row.bytes]));
  for (const { key, bytes } of leaves)
    if (!stored.get(key)?.equals(bytes)) throw new Error(`The log holds another entry under ${key}.`);
}

export async function waitingLeaves(client: Client, limit: number): Promise<{ id: string; bytes: Buffer }[]> {
  const sql = 'select id, bytes from log_entry where idx is null order by id limit $1';
  return (await client.query<{ id: string; bytes: Buffer }>(sql, [limit])).rows;
}

export async function assignIndexes(
  client: Client,
  entries: { id: string; idx: number; leafHash: Uint8Array }[],
): Promise<void> {
  const { rowCount } = await client.query(
    `update log_entry e set idx = given.idx, leaf_hash = given.leaf_hash
     from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as given (id, idx, leaf_hash)
     where e.id = given.id and e.idx is null`,
    [entries.map((entry) => entry.id), entries.map((entry) => entry.idx), entries.map((entry) => entry.leafHash)],
  );
  if (rowCount !== entries.length) throw new Error('Another sequencer assigned indexes to the waiting leaves.');
}

export async function insertNodes(client: Client, nodes: NodeRow[]): Promise<void> {
  await client.query(
    'insert into log_node (level, idx, hash) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])',
    [nodes.map((node) => node.level), nodes.map((node) => node.idx), nodes.map((node) => node.hash)],
  );
}

/** The size of the log, locked until the transaction ends. */
export async function lockHead(client: Client): Promise<number> {
  return headOf(await client.query<{ size: number }>('select size::float8 as size from log_head for update'));
}

export async function headSize(client: Client): Promise<number> {
  return headOf(await client.query<{ size: number }>('select size::float8 as size from log_head'));
}

function headOf({ rows }: { rows: { size: number }[] }): number {
  if (!rows[0]) throw new Error('The log has lost its head.');
  return rows[0].size;
}

/** Compare-and-swap: fails if another sequencer moved the head, even if a lock was lost. */
export async function moveHead(client: Client, from: number, to: number): Promise<void> {
  const { rowCount } = await client.query('update log_head set size = $2 where size = $1', [from, to]);
  if (rowCount !== 1) throw new Error(`The log is not of size ${from} any more.`);
}

export async function insertCheckpoint(
  client: Client,
  { size, root, note }: { size: number; root: Uint8Array; note: string },
): Promise<void> {
  await client.query('insert into log_checkpoint (size, root, note) values ($1, $2, $3)', [size, root, note]);
}

export async function checkpointOf(client: Client, size: number): Promise<CheckpointRow | undefined> {
  const sql = `select ${checkpointColumns} from log_checkpoint c where c.size = $1`;
  return (await client.query<CheckpointRow>(sql, [size])).rows[0];
}

/** In order of size, from the first above `size` on. */
export async function checkpointsAfter(client: Client, size: number, limit: number): Promise<CheckpointRow[]> {
  const sql = `select ${checkpointColumns} from log_checkpoint c where c.size > $1 order by c.size limit $2`;
  return (await client.query<CheckpointRow>(sql, [size, limit])).rows;
}

/** Newest first. */
export async function latestCheckpoints(client: Client, limit: number): Promise<CheckpointRow[]> {
  const sql = `select ${checkpointColumns} from log_checkpoint c order by c.size desc limit $1`;
  return (await client.query<CheckpointRow>(sql, [limit])).rows;
}

export async function countCheckpoints(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::float8 as count from log_checkpoint');
  return rows[0]?.count ?? 0;
}

/** The size of the log at the end of each of the last days (UTC), including today, oldest first. */
export async function dailySizes(client: Client, days: number): Promise<{ day: string; size: number }[]> {
  const { rows } = await client.query<{ day: string; size: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, coalesce(max(size), 0)::float8 as size
     from generate_series(date_trunc('day', now() at time zone 'UTC') - make_interval(days => $1 - 1),
       date_trunc('day', now() at time zone 'UTC'), '1 day') as day
     left join log_checkpoint on created_at at time zone 'UTC' < day + interval '1 day'
     group by day order by day`,
    [days],
  );
  return rows;
}

/** The indexes of those keys that have one. */
export async function findIndexes(client: Client, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ key: string; idx: number }>(
    'select key, idx::float8 as idx from log_entry where key = any($1) and idx is not null',
    [keys],
  );
  return new Map(rows.map(({ key, idx }) => [key, idx]));
}

export async function countNodes(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::float8 as count from log_node');
  return rows[0]?.count ?? 0;
}

export interface CoveredRow {
  key: string;
  idx: number;
  size: number;
  root: Buffer;
  note: string;
}

/** Entries by key, each with the first checkpoint that covers it; omits waiting and unknown keys. */
export async function coveredEntries(client: Client, keys: string[]): Promise<CoveredRow[]> {
  const { rows } = await client.query<CoveredRow>(
    `select e.key, e.idx::float8 as idx, c.size::float8 as size, c.root, c.note from log_entry e
     cross join lateral (select * from log_checkpoint where log_checkpoint.size > e.idx order by 1 limit 1) c
     where e.key = any($1)`,
    [keys],
  );
  return rows;
}

/** Roots of the perfect subtrees that exist; level 0 are the leaves. */
export async function readNodes(client: Client, places: Place[]): Promise<(Place & { hash: Buffer })[]> {
  const { rows } = await client.query<Place & { hash: Buffer }>(
    `with wanted as (select * from unnest($1::smallint[], $2::bigint[]) as place (level, idx))
     select w.level, w.idx::float8 as idx, n.hash from wanted w join log_node n using (level, idx)
     union all
     select 0, w.idx::float8, e.leaf_hash from wanted w join log_entry e on w.level = 0 and e.idx = w.idx`,
    [places.map((place) => place.level), places.map((place) => place.idx)],
  );
  return rows;
}

/** In order of index, from `first` on. */
export async function readEntries(client: Client, first: number, limit: number): Promise<EntryRow[]> {
  const { rows } = await client.query<EntryRow>(
    `select e.idx::float8 as idx, e.bytes, e.leaf_hash as "leafHash" from log_entry e
     where e.idx >= $1 order by e.idx limit $2`,
    [first, limit],
  );
  return rows;
}
