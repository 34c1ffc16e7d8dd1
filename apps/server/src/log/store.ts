import type { Client } from '../database/database.ts';

export interface PendingLeaf {
  id: string;
  key: string;
  bytes: Buffer;
}

export interface NodeRow {
  level: number;
  idx: number;
  hash: Uint8Array;
}

export interface CheckpointRow {
  size: number;
  root: Buffer;
  note: string;
  createdAt: Date;
}

const checkpointColumns = `size::float8 as size, root, note, created_at as "createdAt"`;

/** True when the key is new; false when it waits or is logged already with the same bytes. @throws on other bytes. */
export async function insertPending(client: Client, key: string, bytes: Uint8Array): Promise<boolean> {
  const { rows } = await client.query<{ bytes: Buffer }>(
    'select bytes from log_entry where key = $1 union all select bytes from log_pending where key = $1',
    [key],
  );
  if (rows[0]) {
    if (!rows[0].bytes.equals(bytes)) throw new Error(`The log holds another entry under ${key}.`);
    return false;
  }
  await client.query('insert into log_pending (key, bytes) values ($1, $2)', [key, bytes]);
  return true;
}

export async function takePending(client: Client, limit: number): Promise<PendingLeaf[]> {
  const { rows } = await client.query<PendingLeaf>('select id, key, bytes from log_pending order by id limit $1', [
    limit,
  ]);
  return rows;
}

/** The size of the log, locked until the transaction ends. */
export async function lockHead(client: Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>('select size::float8 as size from log_head for update');
  if (!rows[0]) throw new Error('The log has lost its head.');
  return rows[0].size;
}

export async function headSize(client: Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>('select size::float8 as size from log_head');
  return rows[0]?.size ?? 0;
}

/** Compare and swap: no row moves when another sequencer was here, whatever became of the locks. */
export async function moveHead(client: Client, from: number, to: number): Promise<void> {
  const { rowCount } = await client.query('update log_head set size = $2 where size = $1', [from, to]);
  if (rowCount !== 1) throw new Error(`The log is not of size ${from} any more.`);
}

export async function insertEntries(
  client: Client,
  entries: { idx: number; key: string; bytes: Uint8Array; leafHash: Uint8Array }[],
  pendingIds: string[],
): Promise<void> {
  await client.query(
    `insert into log_entry (idx, key, bytes, leaf_hash)
     select * from unnest($1::bigint[], $2::text[], $3::bytea[], $4::bytea[])`,
    [
      entries.map((entry) => entry.idx),
      entries.map((entry) => entry.key),
      entries.map((entry) => entry.bytes),
      entries.map((entry) => entry.leafHash),
    ],
  );
  await client.query('delete from log_pending where id = any($1::bigint[])', [pendingIds]);
}

export async function insertNodes(client: Client, nodes: NodeRow[]): Promise<void> {
  if (nodes.length === 0) return;
  await client.query(
    'insert into log_node (level, idx, hash) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])',
    [nodes.map((node) => node.level), nodes.map((node) => node.idx), nodes.map((node) => node.hash)],
  );
}

export async function insertCheckpoint(
  client: Client,
  row: { size: number; root: Uint8Array; note: string },
): Promise<void> {
  await client.query('insert into log_checkpoint (size, root, note) values ($1, $2, $3)', [
    row.size,
    row.root,
    row.note,
  ]);
}

export async function latestCheckpoint(client: Client): Promise<CheckpointRow | undefined> {
  const sql = `select ${checkpointColumns} from log_checkpoint order by log_checkpoint.size desc limit 1`;
  return (await client.query<CheckpointRow>(sql)).rows[0];
}

/** The first checkpoint whose tree holds the entry. */
export async function checkpointCovering(client: Client, idx: number): Promise<CheckpointRow | undefined> {
  const sql = `select ${checkpointColumns} from log_checkpoint where log_checkpoint.size > $1 order by log_checkpoint.size limit 1`;
  return (await client.query<CheckpointRow>(sql, [idx])).rows[0];
}

export async function checkpointOf(client: Client, size: number): Promise<CheckpointRow | undefined> {
  const sql = `select ${checkpointColumns} from log_checkpoint where log_checkpoint.size = $1`;
  return (await client.query<CheckpointRow>(sql, [size])).rows[0];
}

export async function checkpointsAfter(client: Client, size: number, limit: number): Promise<CheckpointRow[]> {
  const sql = `select ${checkpointColumns} from log_checkpoint where log_checkpoint.size > $1 order by log_checkpoint.size limit $2`;
  return (await client.query<CheckpointRow>(sql, [size, limit])).rows;
}

export async function countCheckpoints(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from log_checkpoint');
  return rows[0]?.count ?? 0;
}

export async function indexOf(client: Client, key: string): Promise<number | undefined> {
  const { rows } = await client.query<{ idx: number }>('select idx::float8 as idx from log_entry where key = $1', [
    key,
  ]);
  return rows[0]?.idx;
}

/** Whether the key waits or is logged: in one statement, since it may go from the one to the other between two. */
export async function isKnown(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select exists (select 1 from log_pending where key = $1) or exists (select 1 from log_entry where key = $1) as known`,
    [key],
  );
  return rows[0]?.known === true;
}

/** Roots of perfect subtrees by level and index; level 0 are the leaves. Every one asked for must be there. */
export async function readNodes(
  client: Client,
  wanted: { level: number; idx: number }[],
): Promise<{ level: number; idx: number; hash: Buffer }[]> {
  const { rows } = await client.query<{ level: number; idx: number; hash: Buffer }>(
    `select w.level, w.idx::float8 as idx, coalesce(n.hash, e.leaf_hash) as hash
     from unnest($1::smallint[], $2::bigint[]) as w (level, idx)
     left join log_node n on n.level = w.level and n.idx = w.idx
     left join log_entry e on w.level = 0 and e.idx = w.idx`,
    [wanted.map((node) => node.level), wanted.map((node) => node.idx)],
  );
  return rows;
}

export async function readEntries(
  client: Client,
  from: number,
  count: number,
): Promise<{ idx: number; key: string; bytes: Buffer; leafHash: Buffer }[]> {
  const { rows } = await client.query<{ idx: number; key: string; bytes: Buffer; leafHash: Buffer }>(
    `select idx::float8 as idx, key, bytes, leaf_hash as "leafHash" from log_entry
     where log_entry.idx >= $1 order by log_entry.idx limit $2`,
    [from, count],
  );
  return rows;
}
