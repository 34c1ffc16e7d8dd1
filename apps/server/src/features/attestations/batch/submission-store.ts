import type { Client } from '../../../database/client.ts';

export interface NewSubmission {
  /** Absent: a new one. */
  id?: string;
  accountId: string;
  loginId: string;
  name: string;
  size: number;
  orderId: string | null;
}

/** @returns its id; undefined if it exists in any account */
export async function insertSubmission(db: Client, o: NewSubmission): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into submission (id, account_id, login_id, name, size, order_id)
     values (coalesce($1, uuidv7()), $2, $3, $4, $5, $6) on conflict (id) do nothing returning id`,
    [o.id ?? null, o.accountId, o.loginId, o.name, o.size, o.orderId],
  );
  return rows[0]?.id;
}

/** A submission with an id of its own. */
export async function insertNewSubmission(db: Client, o: Omit<NewSubmission, 'id'>): Promise<string> {
  const id = await insertSubmission(db, o);
  if (id === undefined) throw new Error('A new submission has the id of another.');
  return id;
}

/** Names the order that some of its attestations wait for. */
export async function setSubmissionOrder(db: Client, id: string, orderId: string): Promise<void> {
  await db.query('update submission set order_id = $2 where id = $1', [id, orderId]);
}

/** Pages that others link to are added to a submission; one message is about all of them. */
export async function growSubmission(db: Client, id: string, by: number): Promise<void> {
  await db.query('update submission set size = size + $2 where id = $1', [id, by]);
}

/** The next message about the submission is sent once nothing goes on by itself again. */
export async function expectSummary(db: Client, id: string): Promise<void> {
  await db.query('update submission set summarised_at = null where id = $1', [id]);
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

/** @returns undefined if it is a submission of one */
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

/** Marks the submission, so that one of several that run this at once gets its facts. */
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
