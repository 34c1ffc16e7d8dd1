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
  /** The person who is creating a passkey; null if one is being used. */
  personId: string | null;
  /** Digest of the second-step ticket that it is for, if any. */
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

/** Deletes and returns a challenge, so that it can be used once. */
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

/** Locks a passkey: a concurrent use waits, and then sees the updated counter. */
export async function lockPasskey(db: Client, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await db.query(`select ${columns} from passkey where credential_id = $1 for update`, [credentialId]);
  return rows[0] && rowOf(rows[0]);
}

const rowOf = (row: Record<string, unknown>): PasskeyRow =>
  ({ ...row, counter: Number(row.counter) }) as unknown as PasskeyRow;

/** @returns its id; undefined if the credential is already registered */
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

/** @returns false if the person has no such passkey */
export async function renamePasskey(db: Client, o: { personId: string; id: string; name: string }): Promise<boolean> {
  const { rowCount } = await db.query('update passkey set name = $3 where id = $2 and person_id = $1', [
    o.personId,
    o.id,
    o.name,
  ]);
  return rowCount === 1;
}

/** @returns its name; undefined if the person has no such passkey */
export async function deletePasskey(db: Client, o: { personId: string; id: string }): Promise<string | undefined> {
  const { rows } = await db.query<{ name: string }>(
    'delete from passkey where id = $2 and person_id = $1 returning name',
    [o.personId, o.id],
  );
  return rows[0]?.name;
}

export async function deletePasskeys(db: Client, personId: string): Promise<void> {
  await db.query('delete from passkey where person_id = $1', [personId]);
  await db.query('delete from passkey_challenge where person_id = $1', [personId]);
}
