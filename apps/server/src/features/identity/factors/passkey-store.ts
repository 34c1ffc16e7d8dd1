import type { Client } from '../../../database/client.ts';

export interface PasskeyRow {
  id: string;
  personId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

interface ChallengeRow {
  /** Whose passkey is being made; null: one is being used. */
  personId: string | null;
  /** Of the second step it is for. */
  ticketSha256: Buffer | null;
}

export async function insertChallenge(
  db: Client,
  o: ChallengeRow & { challengeSha256: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query('delete from passkey_challenge where expires_at < $1', [o.now]);
  await db.query(
    `insert into passkey_challenge (challenge_sha256, person_id, ticket_sha256, expires_at) values ($1, $2, $3, $4)`,
    [o.challengeSha256, o.personId, o.ticketSha256, o.expiresAt],
  );
}

/** Good once: of many at the same time one finds it. */
export async function takeChallenge(db: Client, challengeSha256: Buffer, now: Date): Promise<ChallengeRow | undefined> {
  const { rows } = await db.query(
    `delete from passkey_challenge where challenge_sha256 = $1 and expires_at > $2
     returning person_id as "personId", ticket_sha256 as "ticketSha256"`,
    [challengeSha256, now],
  );
  return rows[0] as ChallengeRow | undefined;
}

const columns = `id, person_id as "personId", credential_id as "credentialId", public_key as "publicKey", counter, transports`;

export async function findPasskeys(db: Client, personId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query(`select ${columns} from passkey where person_id = $1 order by id`, [personId]);
  return rows.map(rowOf);
}

/** Whoever uses the same one at the same time waits, and then sees the counter that was used. */
export async function lockPasskey(db: Client, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query(`select ${columns} from passkey where credential_id = $1 for update`, [credentialId]);
  return rows[0] && rowOf(rows[0]);
}

const rowOf = (row: Record<string, unknown>): PasskeyRow =>
  ({ ...row, counter: Number(row.counter) }) as unknown as PasskeyRow;

/** @returns its id; undefined where the credential is known already */
export async function insertPasskey(
  db: Client,
  o: Omit<PasskeyRow, 'id'> & { name: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into passkey (person_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning id`,
    [o.personId, o.credentialId, o.publicKey, o.counter, o.transports, o.name, o.now],
  );
  return rows[0]?.id;
}

export async function countPasskeyUse(db: Client, id: string, o: { counter: number; now: Date }): Promise<void> {
  await db.query('update passkey set counter = $2, used_at = $3 where id = $1', [id, o.counter, o.now]);
}
