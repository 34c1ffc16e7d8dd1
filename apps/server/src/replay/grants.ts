import type { Client } from '../database/client.ts';
import { maySeeEvidenceOf } from '../http/policy.ts';
import { findAgain } from '../http/sessions.ts';

/** Identifies the capture to replay. */
export interface Replayed {
  ano: string;
  /** Fence of the capture's lease; part of its files' keys in the store. */
  fence: string;
}

/** A session's right to replay one capture. */
export interface Grant extends Replayed {
  id: string;
}

/** How long a grant lasts after it was last asked for. */
const grantMs = 15 * 60_000;

/**
 * Grants a session the replay of a capture, or prolongs the grant that it has, so that an open replay keeps its address. An
 * expired grant is not revived: its address may have leaked since.
 */
export async function openGrant(
  db: Client,
  { ano, fence, tokenSha256, now }: Replayed & { tokenSha256: Buffer; now: Date },
): Promise<{ id: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + grantMs);
  const { rows } = await db.query<{ id: string }>(
    `insert into replay_grant as g (token_sha256, ano, fence, expires_at) values ($1, $2, $3, $4)
     on conflict (token_sha256, ano, fence) do update set expires_at = excluded.expires_at,
       id = case when g.expires_at > $5 then g.id else excluded.id end
     returning id`,
    [tokenSha256, ano, fence, expiresAt, now],
  );
  return { id: (rows[0] as { id: string }).id, expiresAt };
}

/** Returns undefined unless the grant has not expired and its session may still see the attestation. */
export async function findGrant(db: Client, id: string, now: Date): Promise<Replayed | undefined> {
  const { rows } = await db.query<Replayed & { tokenSha256: Buffer; accountId: string; loginId: string }>({
    // Prepared: it runs for every part of a record.
    name: 'replay-grant',
    text: `select g.ano, g.fence, g.token_sha256 as "tokenSha256", a.account_id as "accountId",
         a.login_id as "loginId"
       from replay_grant g join attestation a using (ano) where g.id = $1 and g.expires_at > $2`,
    values: [id, now],
  });
  const [found] = rows;
  // It must not come back if the clock is set back.
  if (!found) await db.query('delete from replay_grant where id = $1 and expires_at <= $2', [id, now]);
  const caller = found && (await findAgain(db, found, now));
  if (!found || caller?.accountId !== found.accountId || !maySeeEvidenceOf(caller, found.loginId)) return undefined;
  return { ano: found.ano, fence: found.fence };
}

export async function deleteExpiredGrants(db: Client, before: Date): Promise<void> {
  await db.query('delete from replay_grant where expires_at < $1', [before]);
}
