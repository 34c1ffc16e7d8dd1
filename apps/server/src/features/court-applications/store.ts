import type { CourtApplicationState, CourtDraft, CourtEvent, CourtItem, CourtVerification } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';

/** A row of `court_application`; only this file and the life cycle write it. */
export interface ApplicationRow {
  id: string;
  no: string;
  accountId: string;
  loginId: string;
  state: CourtApplicationState;
  version: number;
  court: string;
  caseNo: string;
  cause: string;
  partiesEncrypted: Buffer;
  reference: string | null;
  reason: string | null;
  createdAt: Date;
  changedAt: Date;
  items: number;
}

const columns = `c.id, c.no, c.account_id as "accountId", c.login_id as "loginId", c.state, c.version, c.court,
  c.case_no as "caseNo", c.cause, c.parties_encrypted as "partiesEncrypted", c.reference, c.reason,
  c.created_at as "createdAt", c.changed_at as "changedAt",
  (select count(*)::int from court_item i where i.application_id = c.id) as items`;

export async function findApplication(db: Client, id: string): Promise<ApplicationRow | undefined> {
  const { rows } = await db.query<ApplicationRow & object>(
    `select ${columns} from court_application c where c.id = $1`,
    [id],
  );
  return rows[0];
}

/** Locks an application until the transaction ends. No lock order applies: nothing else is locked with it. */
export async function lockApplication(db: Client, id: string): Promise<ApplicationRow | undefined> {
  await db.query('select from court_application where id = $1 for no key update', [id]);
  return findApplication(db, id);
}

export async function lockApplicationByNo(db: Client, no: string): Promise<ApplicationRow | undefined> {
  const { rows } = await db.query<{ id: string }>('select id from court_application where no = $1 for no key update', [
    no,
  ]);
  return rows[0] && findApplication(db, rows[0].id);
}

export async function listApplications(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { state, search, ...page }: Page & { state?: CourtApplicationState | undefined; search: string },
): Promise<{ rows: ApplicationRow[]; total: number }> {
  const where = new Conditions()
    .add('c.account_id = $', accountId)
    .add('c.login_id = $', loginId ?? undefined)
    .add('c.state = $', state)
    .add(`position(lower($) in lower(concat_ws(' ', c.no, c.court, c.case_no, c.cause))) > 0`, search || undefined);
  return listPage<ApplicationRow>(
    db,
    { columns, from: 'court_application c', where: `${where}`, by: 'c.changed_at desc, c.id', values: where.values },
    page,
  );
}

export async function insertApplication(
  db: Client,
  o: { id: string; no: string; accountId: string; loginId: string; partiesEncrypted: Buffer; now: Date },
): Promise<void> {
  await db.query(
    `insert into court_application (id, no, account_id, login_id, court, case_no, cause, parties_encrypted, created_at, changed_at)
     values ($1, $2, $3, $4, '', '', '', $5, $6, $6)`,
    [o.id, o.no, o.accountId, o.loginId, o.partiesEncrypted, o.now],
  );
}

/** @returns the new version */
export async function updateApplication(
  db: Client,
  o: Pick<CourtDraft, 'court' | 'caseNo' | 'cause'> & { id: string; partiesEncrypted: Buffer; now: Date },
): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    `update court_application set court = $2, case_no = $3, cause = $4, parties_encrypted = $5, changed_at = $6,
       version = version + 1 where id = $1 returning version`,
    [o.id, o.court, o.caseNo, o.cause, o.partiesEncrypted, o.now],
  );
  return rows[0]?.version ?? 0;
}

export async function replaceItems(db: Client, applicationId: string, items: readonly CourtItem[]): Promise<void> {
  await db.query('delete from court_item where application_id = $1', [applicationId]);
  await db.query(
    `insert into court_item (application_id, ano, place, name, source, purpose, pages)
     select $1, i.ano, n, i.name, i.source, i.purpose, i.pages
     from rows from (json_to_recordset($2) as (ano text, name text, source text, purpose text, pages text))
       with ordinality as i (ano, name, source, purpose, pages, n)`,
    [applicationId, JSON.stringify(items)],
  );
}

export interface EvidenceRow extends CourtItem {
  verification: CourtVerification | null;
}

/** The list in order, with the findings of the last verification. */
export async function findItems(db: Client, applicationId: string): Promise<EvidenceRow[]> {
  const { rows } = await db.query<EvidenceRow & object>(
    `select i.ano, i.name, i.source, i.purpose, i.pages, v.outcome as verification
     from court_item i left join court_verification v on v.application_id = i.application_id and v.ano = i.ano
     where i.application_id = $1 order by i.place`,
    [applicationId],
  );
  return rows;
}

export async function recordVerification(
  db: Client,
  o: { applicationId: string; ano: string; verification: CourtVerification },
): Promise<void> {
  await db.query(
    `insert into court_verification (application_id, ano, verified_at, outcome) values ($1, $2, $3, $4)
     on conflict (application_id, ano) do update set verified_at = excluded.verified_at, outcome = excluded.outcome
     where court_verification.verified_at <= excluded.verified_at`,
    [o.applicationId, o.ano, o.verification.at, JSON.stringify(o.verification)],
  );
}

export interface ListRow {
  version: number;
  fileKey: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  contentEncrypted: Buffer;
  signedAt: Date;
}

/** Returns the given files that are referenced by a list. */
export async function findFileKeys(db: Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>('select file_key as key from court_list where file_key = any($1)', [
    keys,
  ]);
  return rows.map(({ key }) => key);
}

export async function insertList(db: Client, applicationId: string, o: ListRow): Promise<void> {
  await db.query(
    `insert into court_list (application_id, version, file_key, size_bytes, sha256, content_encrypted, signed_at)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7)
     on conflict (application_id, version) do update set file_key = excluded.file_key, size_bytes = excluded.size_bytes,
       sha256 = excluded.sha256, content_encrypted = excluded.content_encrypted, signed_at = excluded.signed_at`,
    [applicationId, o.version, o.fileKey, o.sizeBytes, o.sha256, o.contentEncrypted, o.signedAt],
  );
}

/** The most recently signed list. */
export async function findList(db: Client, applicationId: string): Promise<ListRow | undefined> {
  const { rows } = await db.query<ListRow & object>(
    `select version, file_key as "fileKey", size_bytes as "sizeBytes", encode(sha256, 'hex') as sha256,
       content_encrypted as "contentEncrypted", signed_at as "signedAt"
     from court_list where application_id = $1 order by version desc limit 1`,
    [applicationId],
  );
  return rows[0];
}

export async function insertEvent(
  db: Client,
  o: { applicationId: string; event: string; who: CourtEvent['who']; name: string; note: string; now: Date },
): Promise<void> {
  await db.query(
    'insert into court_event (application_id, event, at, who, name, note) values ($1, $2, $3, $4, $5, $6)',
    [o.applicationId, o.event, o.now, o.who, o.name, o.note],
  );
}

export async function findEvents(db: Client, applicationId: string): Promise<CourtEvent[]> {
  const { rows } = await db.query<Omit<CourtEvent, 'at'> & { at: Date }>(
    'select event, at, who, name, note from court_event where application_id = $1 order by id',
    [applicationId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
