import type { MatterAct } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';

export interface JournalRow {
  seq: number;
  at: Date;
  /** RFC 8785 text whose SHA-256 is `sha256`. */
  entry: string;
  /** Hex. */
  sha256: string;
}

/** The caller holds the lock of the matter's row, so no entry can be added in between. */
export async function lastEntry(
  db: Client,
  matterId: string,
): Promise<Pick<JournalRow, 'seq' | 'at' | 'sha256'> | undefined> {
  const { rows } = await db.query<Pick<JournalRow, 'seq' | 'at' | 'sha256'>>(
    `select seq, at, encode(sha256, 'hex') as sha256 from matter_journal where matter_id = $1 order by seq desc limit 1`,
    [matterId],
  );
  return rows[0];
}

export async function insertEntry(
  db: Client,
  matterId: string,
  row: JournalRow & { origin: string | null },
): Promise<void> {
  await db.query(
    `insert into matter_journal (matter_id, seq, at, entry, sha256, origin) values ($1, $2, $3, $4, decode($5, 'hex'), $6)`,
    [matterId, row.seq, row.at, row.entry, row.sha256, row.origin],
  );
}

export async function findEntries(db: Client, matterId: string): Promise<JournalRow[]> {
  const { rows } = await db.query<JournalRow & object>(
    `select seq, at, entry, encode(sha256, 'hex') as sha256 from matter_journal where matter_id = $1 order by seq`,
    [matterId],
  );
  return rows;
}

export async function findEntry(db: Client, o: { matterId: string; seq: number }): Promise<string | undefined> {
  const { rows } = await db.query<{ entry: string }>(
    'select entry from matter_journal where matter_id = $1 and seq = $2',
    [o.matterId, o.seq],
  );
  return rows[0]?.entry;
}

/** Marks the parties as notified of an entry. @returns false if they already were */
export async function insertTexted(db: Client, o: { matterId: string; seq: number; now: Date }): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into matter_texted (matter_id, seq, texted_at) values ($1, $2, $3) on conflict do nothing',
    [o.matterId, o.seq, o.now],
  );
  return rowCount === 1;
}

/** Whether the journal already has the notary's first view of a file. */
export async function hasViewed(
  db: Client,
  o: { matterId: string; event: MatterAct; fileId: string; staffId: string },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from matter_journal where matter_id = $1 and entry::jsonb->>'event' = $2
       and entry::jsonb#>>'{detail,fileId}' = $3 and entry::jsonb#>>'{actor,id}' = $4 limit 1`,
    [o.matterId, o.event, o.fileId, o.staffId],
  );
  return rows.length > 0;
}

/** When the party was last sent the link to the phone pages. */
export async function lastLinkAt(db: Client, o: { matterId: string; partyId: string }): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>(
    `select at from matter_journal where matter_id = $1 and entry::jsonb->>'event' = 'link-sent'
       and entry::jsonb#>>'{detail,partyId}' = $2 order by seq desc limit 1`,
    [o.matterId, o.partyId],
  );
  return rows[0]?.at;
}

/** Entries after the newest timestamp, in order. `statedUntil`: the last entry named by an outage statement. */
export async function findUnstamped(
  db: Client,
  matterId: string,
): Promise<{ seq: number; at: Date; statedUntil: number | null }[]> {
  const { rows } = await db.query<{ seq: number; at: Date; statedUntil: number | null }>(
    `select seq, at, case when entry::jsonb->>'event' = 'stamped-late' then (entry::jsonb#>>'{detail,until}')::int end
       as "statedUntil" from matter_journal where matter_id = $1
       and seq > coalesce((select max(seq) from matter_head where matter_id = $1), 0) order by seq`,
    [matterId],
  );
  return rows;
}

export async function hasHead(db: Client, o: { matterId: string; seq: number }): Promise<boolean> {
  const { rows } = await db.query('select from matter_head where matter_id = $1 and seq = $2', [o.matterId, o.seq]);
  return rows.length > 0;
}

export async function insertHead(
  db: Client,
  o: { matterId: string; seq: number; token: Uint8Array; now: Date },
): Promise<void> {
  await db.query(
    `insert into matter_head (matter_id, seq, token, stamped_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [o.matterId, o.seq, Buffer.from(o.token), o.now],
  );
}

/** All timestamps of a matter's journal. */
export async function findHeads(db: Client, matterId: string): Promise<{ seq: number; token: Buffer }[]> {
  const { rows } = await db.query<{ seq: number; token: Buffer }>(
    'select seq, token from matter_head where matter_id = $1 order by seq',
    [matterId],
  );
  return rows;
}

/** Matters whose newest entry is older than a given time and has no timestamp. */
export async function findUnstampedMatters(db: Client, before: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select m.id from matter m join lateral
       (select seq, at from matter_journal j where j.matter_id = m.id order by seq desc limit 1) l on l.at < $1
     where not exists (select from matter_head h where h.matter_id = m.id and h.seq = l.seq) order by l.at`,
    [before],
  );
  return rows.map(({ id }) => id);
}
