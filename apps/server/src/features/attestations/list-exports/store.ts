import type { Language, ListExport, ListExportFailure, ListExportFilter, ListExportState } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Caller } from '../../../http/caller.ts';

export interface ListExportRow {
  id: string;
  accountId: string;
  loginId: string;
  personId: string;
  isOfAccount: boolean;
  filter: ListExportFilter;
  language: Language;
  state: ListExportState;
  askedAt: Date;
  doneRows: number;
  totalRows: number | null;
  key: string | null;
  sizeBytes: number | null;
  expiresAt: Date | null;
  failure: ListExportFailure | null;
}

/** The requesting login, and the person acting as it. */
export type Asker = Pick<Caller, 'loginId' | 'personId'>;

const columns = `id, account_id as "accountId", login_id as "loginId", person_id as "personId",
  is_of_account as "isOfAccount", filter, language, state, asked_at as "askedAt", done_rows as "doneRows",
  total_rows as "totalRows", key, size_bytes::float8 as "sizeBytes", expires_at as "expiresAt", failure`;

const rowsOf = (rows: unknown[]): ListExportRow[] => rows as ListExportRow[];

export async function findListExport(db: Client, id: string): Promise<ListExportRow | undefined> {
  const { rows } = await db.query(`select ${columns} from list_export where id = $1`, [id]);
  return rowsOf(rows)[0];
}

/**
 * A requester's exports that are being written or can be downloaded, and the newest one if it failed after a given
 * time; newest first.
 */
export async function findShownExports(
  db: Client,
  { loginId, personId }: Asker,
  failedAfter: Date,
): Promise<ListExportRow[]> {
  const { rows } = await db.query(
    `select ${columns} from (
       select *, row_number() over (order by asked_at desc, id desc) as place from list_export
       where login_id = $1 and person_id = $2) own
     where state in ('preparing', 'ready') or (state = 'failed' and place = 1 and asked_at > $3)
     order by place`,
    [loginId, personId, failedAfter],
  );
  return rowsOf(rows);
}

/** @returns undefined if the requester has an export in progress */
export async function insertListExport(
  db: Client,
  o: Pick<ListExportRow, 'accountId' | 'loginId' | 'personId' | 'isOfAccount' | 'filter' | 'language'> & { now: Date },
): Promise<ListExportRow | undefined> {
  const { rows } = await db.query(
    `insert into list_export (account_id, login_id, person_id, is_of_account, filter, language, asked_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${columns}`,
    [o.accountId, o.loginId, o.personId, o.isOfAccount, o.filter, o.language, o.now],
  );
  return rowsOf(rows)[0];
}

/** Locks the requester's downloadable exports until the transaction ends. */
export async function lockReadyExports(db: Client, { loginId, personId }: Asker): Promise<ListExportRow[]> {
  const { rows } = await db.query(
    `select ${columns} from list_export where login_id = $1 and person_id = $2 and state = 'ready' order by id
     for no key update`,
    [loginId, personId],
  );
  return rowsOf(rows);
}

/** Overdue exports: ready ones that expired, and ones requested before a given time and never completed. */
export async function findOverdueExports(db: Client, now: Date, askedBefore: Date): Promise<ListExportRow[]> {
  const { rows } = await db.query(
    `select ${columns} from list_export
     where state = 'ready' and expires_at <= $1 or state = 'preparing' and asked_at < $2 order by id`,
    [now, askedBefore],
  );
  return rowsOf(rows);
}

/** @returns false if it is no longer being written */
export async function setExportProgress(db: Client, id: string, doneRows: number, totalRows: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update list_export set done_rows = $2, total_rows = $3 where id = $1 and state = 'preparing'`,
    [id, doneRows, totalRows],
  );
  return rowCount === 1;
}

export const listExportOf = (row: ListExportRow): ListExport => ({
  id: row.id,
  state: row.state,
  askedAt: row.askedAt.toISOString(),
  doneRows: row.doneRows,
  totalRows: row.totalRows,
  sizeBytes: row.sizeBytes,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  failure: row.failure,
});
