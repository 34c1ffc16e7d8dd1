import type { NetcourtState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

/** The submission of an attestation to the connected court. Only this file and the life cycle write the table. */
export interface SubmissionRow {
  ano: string;
  state: NetcourtState;
  court: string;
  reference: string | null;
  reason: string | null;
  submittedAt: Date;
  answeredAt: Date | null;
}

const columns = `ano, state, court, reference, reason, submitted_at as "submittedAt", answered_at as "answeredAt"`;

export async function findSubmission(db: Client, ano: string): Promise<SubmissionRow | undefined> {
  const { rows } = await db.query(`select ${columns} from netcourt_submission where ano = $1`, [ano]);
  return rows[0] as unknown as SubmissionRow | undefined;
}

/** Locks the submission until the transaction ends. */
export async function lockSubmission(db: Client, ano: string): Promise<SubmissionRow | undefined> {
  await db.query('select from netcourt_submission where ano = $1 for no key update', [ano]);
  return findSubmission(db, ano);
}

/** Attestations that have been waiting for the court's answer since before a given time. */
export async function findUnanswered(db: Client, before: Date): Promise<string[]> {
  const { rows } = await db.query<{ ano: string }>(
    `select ano from netcourt_submission where state = 'waiting' and submitted_at < $1 order by submitted_at`,
    [before],
  );
  return rows.map(({ ano }) => ano);
}

/** @returns whether it is the first submission */
export async function insertSubmission(
  db: Client,
  { ano, court, loginId, now }: { ano: string; court: string; loginId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into netcourt_submission (ano, court, login_id, submitted_at) values ($1, $2, $3, $4)
     on conflict (ano) do nothing`,
    [ano, court, loginId, now],
  );
  return rowCount === 1;
}
