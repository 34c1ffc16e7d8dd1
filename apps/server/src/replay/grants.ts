import type { RecordName } from '@proofkeep/contract';
import type { Client } from '../database/client.ts';
import { maySeeEvidenceOf } from '../http/policy.ts';
import { findAgain } from '../http/sessions.ts';

/** Identifies the capture to replay. */
export interface Replayed {
  ano: string;
  /** Fence of the capture's lease; part of its files' keys in the store. */
  fence: string;
  /** The replayed record of the attestation. */
  record: RecordName;
}

/** The right of a session, or of a visitor with a check code, to replay one capture. */
export interface Grant extends Replayed {
  id: string;
}

interface OpenedGrant {
  id: string;
  expiresAt: Date;
  /** It has a new URL. False if the holder's existing one for this capture was extended. */
  isNew: boolean;
}

/** How long a grant lasts after the last request for it. */
const grantMs = 15 * 60_000;

/** Grants a session the replay of a capture. */
export const openGrant = (
  db: Client,
  { tokenSha256, now, ...replayed }: Replayed & { tokenSha256: Buffer; now: Date },
): Promise<OpenedGrant> =>
  upsertGrant(db, { ...replayed, column: 'token_sha256', holder: tokenSha256, now, until: null });

/**
 * Grants a visitor the replay of a capture. @param o.visitSha256 digest of the visitor's `check_code_grant` token
 * @param o.until when that grant ends: the replay ends with it, however often it is requested
 */
export const openVisitGrant = (
  db: Client,
  { visitSha256, now, until, ...replayed }: Replayed & { visitSha256: Buffer; now: Date; until: Date },
): Promise<OpenedGrant> => upsertGrant(db, { ...replayed, column: 'visit_sha256', holder: visitSha256, now, until });

/**
 * Extends the holder's grant, so that an open replay keeps its URL. An expired grant is not revived: another person may
 * have seen its URL since.
 */
async function upsertGrant(
  db: Client,
  o: Replayed & { column: 'token_sha256' | 'visit_sha256'; holder: Buffer; now: Date; until: Date | null },
): Promise<OpenedGrant> {
  const expiresAt = new Date(Math.min(o.now.getTime() + grantMs, o.until?.getTime() ?? Number.POSITIVE_INFINITY));
  const { rows } = await db.query<{ id: string; isNew: boolean }>(
    `insert into replay_grant as g (${o.column}, ano, fence, record, expires_at) values ($1, $2, $3, $6, $4)
     on conflict (${o.column}, ano, fence, record) do update set expires_at = excluded.expires_at,
       id = case when g.expires_at > $5 then g.id else excluded.id end
     returning id, old.id is distinct from new.id as "isNew"`,
    [o.holder, o.ano, o.fence, expiresAt, o.now, o.record],
  );
  return { ...(rows[0] as { id: string; isNew: boolean }), expiresAt };
}

interface GrantRow extends Replayed {
  /** Null for a visitor's grant. */
  tokenSha256: Buffer | null;
  accountId: string;
  loginId: string;
  isVisitOpen: boolean;
}

/**
 * Returns undefined unless the grant has not expired and its session may still see the attestation, or the visitor's
 * check code still opens the whole bundle. Read at each request, so a revoked code ends an open replay.
 */
export async function findGrant(db: Client, id: string, now: Date): Promise<Replayed | undefined> {
  const { rows } = await db.query<GrantRow & object>({
    // Prepared: it runs for every part of a record.
    name: 'replay-grant',
    text: `select g.ano, g.fence, g.record, g.token_sha256 as "tokenSha256", a.account_id as "accountId",
         a.login_id as "loginId", exists (
           select from check_code_grant v join check_code c on c.id = v.code_id
           where v.token_sha256 = g.visit_sha256 and v.expires_at > $2
             and c.ano = g.ano and c.scope = 'bundle' and c.revoked_at is null and c.expires_at > $2) as "isVisitOpen"
       from replay_grant g join attestation a using (ano) where g.id = $1 and g.expires_at > $2`,
    values: [id, now],
  });
  const [found] = rows;
  // Deleted so that it doesn't come back if the clock is set back.
  if (!found) await db.query('delete from replay_grant where id = $1 and expires_at <= $2', [id, now]);
  return found && (await isHeld(db, found, now))
    ? { ano: found.ano, fence: found.fence, record: found.record }
    : undefined;
}

async function isHeld(
  db: Client,
  { tokenSha256, accountId, loginId, isVisitOpen }: GrantRow,
  now: Date,
): Promise<boolean> {
  if (!tokenSha256) return isVisitOpen;
  const caller = await findAgain(db, { tokenSha256 }, now);
  return caller?.accountId === accountId && maySeeEvidenceOf(caller, loginId);
}

export async function deleteExpiredGrants(db: Client, before: Date): Promise<void> {
  await db.query('delete from replay_grant where expires_at < $1', [before]);
}
