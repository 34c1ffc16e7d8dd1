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
}

export const rowColumns = `c.id, c.kind, c.account_id as "accountId", c.person_id as "personId", c.state, c.entered,
  c.number_fingerprint as "numberFingerprint", c.masked_name as "maskedName", c.uploads, c.provider,
  c.order_no as "orderNo", c.certify_id as "certifyId", c.returned_at as "returnedAt", c.attempt,
  c.submitted_at as "submittedAt", c.decided_at as "decidedAt", c.decided_by as "decidedBy", c.reason`;

/** A person's certification, or that of an account's enterprise. */
export type CertificationOf = { personId: string } | { accountId: string };

const whereOf = (of: CertificationOf): [string, string] =>
  'personId' in of
    ? [`c.kind = 'personal' and c.person_id = $1`, of.personId]
    : [`c.kind = 'enterprise' and c.account_id = $1`, of.accountId];

export async function findCertification(db: Client, of: CertificationOf): Promise<CertificationRow | undefined> {
  const [where, id] = whereOf(of);
  const { rows } = await db.query(`select ${rowColumns} from certification c where ${where}`, [id]);
  return rows[0] as CertificationRow | undefined;
}

/** Loads a certification and locks it, or the right to make the first, until the transaction ends. */
export async function lockCertification(db: Client, of: CertificationOf): Promise<CertificationRow | undefined> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('certification:' || $1, 0))`, [whereOf(of)[1]]);
  const row = await findCertification(db, of);
  return row && lockById(db, row.id);
}

export async function lockById(db: Client, id: string): Promise<CertificationRow | undefined> {
  const { rows } = await db.query(`select ${rowColumns} from certification c where c.id = $1 for update`, [id]);
  return rows[0] as CertificationRow | undefined;
}

export async function findById(db: Client, id: string): Promise<CertificationRow | undefined> {
  const { rows } = await db.query(`select ${rowColumns} from certification c where c.id = $1`, [id]);
  return rows[0] as CertificationRow | undefined;
}

export async function lockByOrder(db: Client, orderNo: string): Promise<CertificationRow | undefined> {
  const { rows } = await db.query(`select ${rowColumns} from certification c where c.order_no = $1 for update`, [
    orderNo,
  ]);
  return rows[0] as CertificationRow | undefined;
}

/** The account of the person's own login, whichever login they act as. */
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
>;

export async function insertCertification(
  db: Client,
  row: Submission & { state: StoredCertificationState },
): Promise<void> {
  await db.query(
    `insert into certification (id, kind, account_id, person_id, state, entered, number_fingerprint, masked_name, uploads,
       provider, order_no, certify_id, attempt, submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13)`,
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
    ],
  );
}

export async function setReturned(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update certification set returned_at = $2 where id = $1', [id, now]);
}

/** Whether another certification with this number is approved. */
export async function isTakenElsewhere(db: Client, fingerprint: Buffer, id: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from certification where number_fingerprint = $1 and state = 'approved' and id is distinct from $2`,
    [fingerprint, id],
  );
  return (rowCount ?? 0) > 0;
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

/** Locks a number: of two concurrent approvals with it the second sees the first. */
export async function lockNumber(db: Client, fingerprint: Buffer): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [fingerprint.readBigInt64BE(0)]);
}

/** Counts certifications to review, with the time of the oldest submission. */
export async function countPending(db: Client): Promise<{ pending: number; oldest: Date | null }> {
  const { rows } = await db.query<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(submitted_at) as oldest from certification where state = 'pending'`,
  );
  return rows[0] ?? { pending: 0, oldest: null };
}
