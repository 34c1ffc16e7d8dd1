import type { CertificationKind, CertificationState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface CertificationRow {
  id: string;
  kind: CertificationKind;
  accountId: string;
  personId: string;
  state: Exclude<CertificationState, 'none'>;
  /** Sealed. */
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

/** Of a person, or of an account's enterprise. */
export type Whose = { personId: string } | { accountId: string };

const whereOf = (whose: Whose): [string, string] =>
  'personId' in whose
    ? [`c.kind = 'personal' and c.person_id = $1`, whose.personId]
    : [`c.kind = 'enterprise' and c.account_id = $1`, whose.accountId];

export async function findCertification(db: Client, whose: Whose): Promise<CertificationRow | undefined> {
  const [where, id] = whereOf(whose);
  const { rows } = await db.query(`select ${rowColumns} from certification c where ${where}`, [id]);
  return rows[0] as CertificationRow | undefined;
}

/** The same, and nobody else changes it, or makes the first, until the transaction ends. */
export async function lockCertification(db: Client, whose: Whose): Promise<CertificationRow | undefined> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('certification:' || $1, 0))`, [whereOf(whose)[1]]);
  const row = await findCertification(db, whose);
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

/** The one he registered or was made a member in, whomever he acts as. */
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
  | 'state'
  | 'entered'
  | 'numberFingerprint'
  | 'maskedName'
  | 'uploads'
  | 'provider'
  | 'orderNo'
  | 'certifyId'
  | 'submittedAt'
>;

/** The first, or the next attempt in its place; what was decided of the one before is over. */
export async function putSubmission(db: Client, row: Submission): Promise<void> {
  await db.query(
    `insert into certification (id, kind, account_id, person_id, state, entered, number_fingerprint, masked_name, uploads,
       provider, order_no, certify_id, attempt, submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1, $13)
     on conflict (id) do update set person_id = $4, state = $5, entered = $6, number_fingerprint = $7, masked_name = $8,
       uploads = $9, provider = $10, order_no = $11, certify_id = $12, attempt = certification.attempt + 1,
       submitted_at = $13, returned_at = null, decided_at = null, decided_by = null, reason = null`,
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

export async function setDecided(
  db: Client,
  id: string,
  o: { state: CertificationRow['state']; staffId: string | null; reason: string | null; now: Date },
): Promise<void> {
  await db.query('update certification set state = $2, decided_by = $3, reason = $4, decided_at = $5 where id = $1', [
    id,
    o.state,
    o.staffId,
    o.reason,
    o.now,
  ]);
}

/** Whether another was approved with this number. */
export async function isTakenElsewhere(db: Client, fingerprint: Buffer, id: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from certification where number_fingerprint = $1 and state = 'approved' and id is distinct from $2`,
    [fingerprint, id],
  );
  return (rowCount ?? 0) > 0;
}

/** Of two who are approved with one number at the same time the second sees the first. */
export async function lockNumber(db: Client, fingerprint: Buffer): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [fingerprint.readBigInt64BE(0)]);
}
