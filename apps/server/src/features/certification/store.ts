import type { CertificationKind, StoredCertificationState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface CertificationRow {
  id: string;
  kind: CertificationKind;
  accountId: string;
  personId: string;
  state: StoredCertificationState;
  /** The form, encrypted. */
  entered: Buffer;
  numberFingerprint: Buffer;
  maskedName: string;
  uploads: string[];
  provider: string;
  orderNo: string | null;
  certifyId: string | null;
  returnedAt: Date | null;
  attempt: number;
  submittedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** An application to change the approved certification. */
  isChange: boolean;
  approvedAt: Date | null;
  replacedAt: Date | null;
}

export const rowColumns = `c.id, c.kind, c.account_id as "accountId", c.person_id as "personId", c.state, c.entered,
  c.number_fingerprint as "numberFingerprint", c.masked_name as "maskedName", c.uploads, c.provider,
  c.order_no as "orderNo", c.certify_id as "certifyId", c.returned_at as "returnedAt", c.attempt,
  c.submitted_at as "submittedAt", c.decided_at as "decidedAt", c.decided_by as "decidedBy", c.reason,
  c.is_change as "isChange", c.approved_at as "approvedAt", c.replaced_at as "replacedAt"`;

/** The owner of a certification: a person, or an account for its enterprise. */
export type CertificationOf = { personId: string } | { accountId: string };

const whereOf = (of: CertificationOf): [string, string] =>
  'personId' in of
    ? [`c.kind = 'personal' and c.person_id = $1`, of.personId]
    : [`c.kind = 'enterprise' and c.account_id = $1`, of.accountId];

/** The current certification and the application to change it. */
export interface Applications {
  present: CertificationRow | undefined;
  change: CertificationRow | undefined;
}

export async function findApplications(db: Client, of: CertificationOf): Promise<Applications> {
  const [where, id] = whereOf(of);
  const { rows } = await db.query(
    `select ${rowColumns} from certification c where ${where} and c.state <> 'replaced'`,
    [id],
  );
  const found = rows as unknown as CertificationRow[];
  return { present: found.find(({ isChange }) => !isChange), change: found.find(({ isChange }) => isChange) };
}

export const findCertification = async (db: Client, of: CertificationOf): Promise<CertificationRow | undefined> =>
  (await findApplications(db, of)).present;

/** All certifications ever approved, latest first. */
export async function findHistory(db: Client, of: CertificationOf): Promise<CertificationRow[]> {
  const [where, id] = whereOf(of);
  const { rows } = await db.query(
    `select ${rowColumns} from certification c where ${where} and c.state in ('approved', 'revoked', 'replaced')
     order by c.submitted_at desc, c.id desc`,
    [id],
  );
  return rows as unknown as CertificationRow[];
}

/** Locks the certifications of a person or company, existing or not, until the transaction ends. */
const lockOwner = (db: Client, of: CertificationOf) =>
  db.query(`select pg_advisory_xact_lock(hashtextextended('certification:' || $1, 0))`, [whereOf(of)[1]]);

/** Loads and locks the certifications of a person or company, or the right to create the first. */
export async function lockApplications(db: Client, of: CertificationOf): Promise<Applications> {
  await lockOwner(db, of);
  return findApplications(db, of);
}

/** Locks its owner first, as every change does: two decisions about one owner's certifications can't deadlock. */
export async function lockById(db: Client, id: string): Promise<CertificationRow | undefined> {
  const row = await findById(db, id);
  if (!row) return undefined;
  await lockOwner(db, row.kind === 'personal' ? { personId: row.personId } : { accountId: row.accountId });
  return findById(db, id);
}

export async function findById(db: Client, id: string): Promise<CertificationRow | undefined> {
  const { rows } = await db.query(`select ${rowColumns} from certification c where c.id = $1`, [id]);
  return rows[0] as CertificationRow | undefined;
}

export async function lockByOrder(db: Client, orderNo: string): Promise<CertificationRow | undefined> {
  const { rows } = await db.query<{ id: string }>('select id from certification where order_no = $1', [orderNo]);
  const row = rows[0] && (await lockById(db, rows[0].id));
  return row?.orderNo === orderNo ? row : undefined;
}

/** The account of the person's own login, even while they act as another. */
export async function ownAccountOf(db: Client, personId: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select account_id as id from login where id = $1', [personId]);
  return rows[0]?.id ?? '';
}

export type Submission = Pick<
  CertificationRow,
  | 'id'
  | 'kind'
  | 'accountId'
  | 'personId'
  | 'entered'
  | 'numberFingerprint'
  | 'maskedName'
  | 'uploads'
  | 'provider'
  | 'orderNo'
  | 'certifyId'
  | 'submittedAt'
  | 'isChange'
>;

export async function insertCertification(
  db: Client,
  row: Submission & { state: StoredCertificationState },
): Promise<void> {
  await db.query(
    `insert into certification (id, kind, account_id, person_id, state, entered, number_fingerprint, masked_name, uploads,
       provider, order_no, certify_id, attempt, submitted_at, is_change)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13, $14)`,
    [
      row.id,
      row.kind,
      row.accountId,
      row.personId,
      row.state,
      row.entered,
      row.numberFingerprint,
      row.maskedName,
      row.uploads,
      row.provider,
      row.orderNo,
      row.certifyId,
      row.submittedAt,
      row.isChange,
    ],
  );
}

/** Deletes all certifications of a person or company, in any state. */
export async function deleteCertifications(db: Client, of: CertificationOf): Promise<{ uploads: string[] }[]> {
  const [where, id] = whereOf(of);
  const { rows } = await db.query<{ uploads: string[] }>(
    `delete from certification c where ${where} returning uploads`,
    [id],
  );
  return rows;
}

export async function setReturned(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update certification set returned_at = $2 where id = $1', [id, now]);
}

/** Other persons' logins, or other accounts, certified with a number. */
export async function findElsewhere(
  db: Client,
  row: Pick<CertificationRow, 'kind' | 'accountId' | 'personId' | 'numberFingerprint'>,
): Promise<{ personId: string }[]> {
  const { rows } = await db.query<{ personId: string }>(
    `select person_id as "personId" from certification
     where number_fingerprint = $1 and state = 'approved' and kind = $2
       and case kind when 'personal' then person_id <> $3 else account_id <> $4 end`,
    [row.numberFingerprint, row.kind, row.personId, row.accountId],
  );
  return rows;
}

/** Whether the account's company, or this holder of the account, is certified with a number. */
export async function hasApproved(
  db: Client,
  { accountId, holderId, fingerprint }: { accountId: string; holderId: string; fingerprint: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from certification where number_fingerprint = $3 and state = 'approved'
       and case kind when 'personal' then person_id = $2 else account_id = $1 end`,
    [accountId, holderId, fingerprint],
  );
  return (rowCount ?? 0) > 0;
}

/** Locks a number, so that the second of two concurrent approvals sees the first. */
export async function lockNumber(db: Client, fingerprint: Buffer): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [fingerprint.readBigInt64BE(0)]);
}

/** Counts certifications awaiting review, with the time of the oldest submission. */
export async function countPending(db: Client): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(submitted_at) as oldest from certification where state = 'pending'`,
  );
  return rows[0] ?? { pending: 0, oldest: null };
}

/** Company names aren't masked. Persons' numbers aren't searched: operators find people by name and phone. */
export async function findCompanies(
  db: Client,
  { name, fingerprint }: { name: string; fingerprint: Buffer },
): Promise<string[]> {
  const escaped = name.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const { rows } = await db.query<{ accountId: string }>(
    `select distinct account_id as "accountId" from certification
     where kind = 'enterprise' and (lower(masked_name) like '%' || $1 || '%' or number_fingerprint = $2) limit 100`,
    [escaped, fingerprint],
  );
  return rows.map(({ accountId }) => accountId);
}
