import type { Client } from '../../../database/client.ts';

export interface NewSubmission {
  /** Absent for a new submission. */
  id?: string;
  accountId: string;
  loginId: string;
  name: string;
  size: number;
  orderId: string | null;
}

/** @returns its id; undefined if a submission with this id exists in any account */
export async function insertSubmission(db: Client, o: NewSubmission): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into submission (id, account_id, login_id, name, size, order_id)
     values (coalesce($1, uuidv7()), $2, $3, $4, $5, $6) on conflict (id) do nothing returning id`,
    [o.id ?? null, o.accountId, o.loginId, o.name, o.size, o.orderId],
  );
  return rows[0]?.id;
}

/** A submission with a newly generated id. */
export async function insertNewSubmission(db: Client, o: Omit<NewSubmission, 'id'>): Promise<string> {
  const id = await insertSubmission(db, o);
  if (id === undefined) throw new Error('A new submission has the id of another.');
  return id;
}

/** Stores the order that some of its attestations wait for. */
export async function setSubmissionOrder(db: Client, id: string, orderId: string): Promise<void> {
  await db.query('update submission set order_id = $2 where id = $1', [id, orderId]);
}

/** Adds linked pages to a submission, so that one message covers all of them. */
export async function growSubmission(db: Client, id: string, by: number): Promise<void> {
  await db.query('update submission set size = size + $2 where id = $1', [id, by]);
}

/** Requests another message about the submission once no attestation of it is in progress again. */
export async function expectSummary(db: Client, id: string): Promise<void> {
  await db.query('update submission set summarised_at = null where id = $1', [id]);
}

/**
 * Number of attestations whose tier prices a retry of the `failed` ones of a submission. While a retry that takes several
 * calls isn't finished, and none of the rest was discarded, it is the number that priced its first part.
 */
export async function countTogether(db: Client, id: string, failed: number): Promise<number> {
  const { rows } = await db.query<{ together: number; left: number }>(
    'select retry_together as together, retry_left as left from submission where id = $1',
    [id],
  );
  const [{ together, left } = { together: 0, left: 0 }] = rows;
  return left > 0 && failed >= left ? Math.max(together, failed) : failed;
}

/** Stores what the next call of a retry needs to be priced like this one. */
export async function setRetry(db: Client, id: string, o: { together: number; left: number }): Promise<void> {
  await db.query('update submission set retry_together = $2, retry_left = $3 where id = $1', [id, o.together, o.left]);
}

export interface Summary {
  loginId: string;
  name: string;
  firstName: string;
  size: number;
  preserved: number;
  waiting: number;
  failed: number;
}

/** Name of a submission's first attestation, shortened. */
const firstName = (id: string) => `(select left(coalesce(nullif(name, ''), nullif(title, ''), url), 80) from attestation
  where submission_id = ${id} order by created_at, ano limit 1)`;

/** @returns undefined for a submission of a single attestation */
export async function findExpiredSummary(
  db: Client,
  id: string,
): Promise<Pick<Summary, 'loginId' | 'name' | 'firstName'> | undefined> {
  const { rows } = await db.query<Pick<Summary, 'loginId' | 'name' | 'firstName'> & object>(
    `select login_id as "loginId", name, ${firstName('id')} as "firstName" from submission where id = $1 and size > 1`,
    [id],
  );
  return rows[0];
}

/** Marks the submission as summarised, so that only one of several concurrent calls gets its facts. */
export async function takeSummary(db: Client, id: string): Promise<Summary | undefined> {
  const { rows } = await db.query<Summary & object>(
    `with taken as (
       update submission set summarised_at = now() where id = $1 and summarised_at is null returning id, login_id, name, size)
     select login_id as "loginId", name, size, ${firstName('t.id')} as "firstName",
       (select count(*) from attestation where submission_id = t.id and state = 'succeeded')::int as preserved,
       (select count(*) from attestation where submission_id = t.id and state = 'preview')::int as waiting,
       (select count(*) from attestation where submission_id = t.id and state = 'failed')::int as failed
     from taken t`,
    [id],
  );
  return rows[0];
}
