import type { Language, ProblemReportState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage, type Page } from '../../database/listing.ts';

/** A reported problem with the known facts about its reporter. Only this file writes the tables `problem_report…`. */
export interface ReportRow {
  id: string;
  state: ProblemReportState;
  ano: string | null;
  loginId: string | null;
  accountId: string | null;
  email: string | null;
  language: Language;
  page: string;
  traceId: string;
  /** Text of the first entry. */
  text: string;
  reportedAt: Date;
  changedAt: Date;
  name: string | null;
  phone: string | null;
  accountName: string | null;
  closedBy: string | null;
}

export interface EntryRow {
  staffId: string | null;
  text: string;
  at: Date;
}

const columns = `r.id, r.state, r.ano, r.login_id as "loginId", r.account_id as "accountId", r.email, r.language, r.page,
  r.trace_id as "traceId", r.reported_at as "reportedAt", r.changed_at as "changedAt", l.name, l.phone,
  a.name as "accountName", s.name as "closedBy",
  (select e.text from problem_report_entry e where e.report_id = r.id order by e.id limit 1) as text`;
const joins = `left join login l on l.id = r.login_id left join account a on a.id = r.account_id
  left join staff s on s.id = r.closed_by`;

export interface NewReport {
  text: string;
  ano: string | null;
  reporter: { loginId: string; accountId: string } | null;
  email: string | null;
  language: Language;
  page: string;
  traceId: string;
  now: Date;
}

export async function insertReport(db: Client, o: NewReport): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into problem_report (ano, login_id, account_id, email, language, page, trace_id, reported_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
    [o.ano, o.reporter?.loginId ?? null, o.reporter?.accountId ?? null, o.email, o.language, o.page, o.traceId, o.now],
  );
  const id = rows[0]?.id ?? '';
  await insertEntry(db, { id, staffId: null, text: o.text, now: o.now });
  return id;
}

export async function insertEntry(
  db: Client,
  { id, staffId, text, now }: { id: string; staffId: string | null; text: string; now: Date },
): Promise<void> {
  await db.query('insert into problem_report_entry (report_id, staff_id, text, at) values ($1, $2, $3, $4)', [
    id,
    staffId,
    text,
    now,
  ]);
}

export async function findReport(db: Client, id: string): Promise<ReportRow | undefined> {
  const { rows } = await db.query(`select ${columns} from problem_report r ${joins} where r.id = $1`, [id]);
  return rows[0] as unknown as ReportRow | undefined;
}

export async function listEntries(db: Client, id: string): Promise<EntryRow[]> {
  const { rows } = await db.query<EntryRow & object>(
    'select staff_id as "staffId", text, at from problem_report_entry where report_id = $1 order by id',
    [id],
  );
  return rows;
}

export const listOwnReports = (db: Client, loginId: string, { page, size }: Page) =>
  listPage<ReportRow>(
    db,
    { columns, from: 'problem_report r', joins, where: 'r.login_id = $1', by: 'r.id desc', values: [loginId] },
    { page, size },
  );

export function listReports(
  db: Client,
  { state, search, page, size }: { state: ProblemReportState; search: string } & Page,
) {
  const found = `(r.ano = upper($2) or r.email = lower($2) or strpos(l.name, $2) > 0 or strpos(a.name, $2) > 0)`;
  const listing = {
    columns,
    // The joins also decide which rows a search finds.
    from: `problem_report r ${joins}`,
    where: search === '' ? 'r.state = $1' : `r.state = $1 and ${found}`,
    by: state === 'open' ? 'r.reported_at, r.id' : 'r.changed_at desc, r.id desc',
    values: search === '' ? [state] : [state, search],
  };
  return listPage<ReportRow>(db, listing, { page, size });
}

/** Counts open reports, with the time of the oldest. */
export async function countOpen(db: Client): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(reported_at) as oldest from problem_report where state = 'open'`,
  );
  return rows[0] ?? { pending: 0, oldest: null };
}
