import type { DataExport, DataExportFailure, DataExportState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface ExportRow {
  id: string;
  accountId: string;
  personId: string;
  state: DataExportState;
  withBundles: boolean;
  askedAt: Date;
  doneBytes: number;
  totalBytes: number | null;
  key: string | null;
  sizeBytes: number | null;
  expiresAt: Date | null;
  failure: DataExportFailure | null;
}

const columns = `id, account_id as "accountId", person_id as "personId", state, with_bundles as "withBundles",
  asked_at as "askedAt", done_bytes::float8 as "doneBytes", total_bytes::float8 as "totalBytes", key,
  size_bytes::float8 as "sizeBytes", expires_at as "expiresAt", failure`;

const rowsOf = (rows: unknown[]): ExportRow[] => rows as ExportRow[];

export async function findExport(db: Client, id: string): Promise<ExportRow | undefined> {
  const { rows } = await db.query(`select ${columns} from data_export where id = $1`, [id]);
  return rowsOf(rows)[0];
}

/** The last export that this holder requested. */
export async function findLastExport(
  db: Client,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<ExportRow | undefined> {
  const { rows } = await db.query(
    `select ${columns} from data_export where account_id = $1 and person_id = $2 order by asked_at desc, id desc limit 1`,
    [accountId, personId],
  );
  return rowsOf(rows)[0];
}

/** The file that this holder can still download while a newer one is being prepared, or after that one failed. */
export async function findReady(
  db: Client,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<ExportRow | undefined> {
  const { rows } = await db.query(
    `select ${columns} from data_export where account_id = $1 and person_id = $2 and state = 'ready'
     order by asked_at desc, id desc limit 1`,
    [accountId, personId],
  );
  return rowsOf(rows)[0];
}

/** @returns undefined if the account has one in preparation */
export async function insertExport(
  db: Client,
  o: { accountId: string; personId: string; withBundles: boolean; now: Date },
): Promise<ExportRow | undefined> {
  const { rows } = await db.query(
    `insert into data_export (account_id, person_id, with_bundles, asked_at) values ($1, $2, $3, $4)
     on conflict do nothing returning ${columns}`,
    [o.accountId, o.personId, o.withBundles, o.now],
  );
  return rowsOf(rows)[0];
}

/** Locks the account's exports that are being prepared or can be downloaded until the transaction ends. */
export async function findKept(db: Client, accountId: string): Promise<ExportRow[]> {
  const { rows } = await db.query(
    `select ${columns} from data_export where account_id = $1 and state in ('preparing', 'ready') order by id
     for no key update`,
    [accountId],
  );
  return rowsOf(rows);
}

/** Overdue exports: ready ones that expired, and ones requested before a given time and never completed. */
export async function findOverdue(db: Client, now: Date, askedBefore: Date): Promise<ExportRow[]> {
  const { rows } = await db.query(
    `select ${columns} from data_export
     where state = 'ready' and expires_at <= $1 or state = 'preparing' and asked_at < $2 order by id`,
    [now, askedBefore],
  );
  return rowsOf(rows);
}

/** @returns false if it is no longer being prepared */
export async function setProgress(db: Client, id: string, doneBytes: number, totalBytes: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update data_export set done_bytes = $2, total_bytes = $3 where id = $1 and state = 'preparing'`,
    [id, doneBytes, totalBytes],
  );
  return rowCount === 1;
}

export const dataExportOf = (row: ExportRow): DataExport => ({
  id: row.id,
  state: row.state,
  withBundles: row.withBundles,
  askedAt: row.askedAt.toISOString(),
  doneBytes: row.doneBytes,
  totalBytes: row.totalBytes,
  sizeBytes: row.sizeBytes,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  failure: row.failure,
});
