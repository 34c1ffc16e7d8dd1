import { randomInt } from 'node:crypto';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';

const validMs = 10 * 60_000;
const resendAfterMs = 60_000;
const tries = 5;

interface CodeRequest {
  loginId: string;
  email: string;
  now: Date;
  vault: Vault;
}

export const emailCodeTimes = { againInSeconds: resendAfterMs / 1000, validSeconds: validMs / 1000 };

/** Replaces the login's code by a new one for this address. @throws Refusal TOO_MANY within a minute of the last one */
export async function newEmailCode(db: Client, request: CodeRequest): Promise<string> {
  const { loginId, email, now } = request;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { rowCount } = await db.query(
    `insert into email_code (login_id, email, code_fingerprint, tries_left, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (login_id) do update set email = excluded.email, code_fingerprint = excluded.code_fingerprint,
       tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at
     where email_code.sent_at <= $7`,
    [
      loginId,
      email,
      fingerprintOf(code, request),
      tries,
      now,
      new Date(now.getTime() + validMs),
      new Date(now.getTime() - resendAfterMs),
    ],
  );
  if (rowCount !== 1) throw new Refusal('TOO_MANY', { values: { seconds: resendAfterMs / 1000 } });
  return code;
}

/** Uses up a code. Counts the try before it compares, so concurrent tries can't exceed `tries`. @throws Refusal CODE_INVALID */
export async function spendEmailCode(db: Client, { code, ...request }: CodeRequest & { code: string }) {
  const { loginId, email, now } = request;
  const counted = await db.query(
    `update email_code set tries_left = tries_left - 1
     where login_id = $1 and email = $2 and expires_at > $3 and tries_left > 0`,
    [loginId, email, now],
  );
  if (counted.rowCount !== 1) throw new Refusal('CODE_INVALID');
  const { rowCount } = await db.query(
    'delete from email_code where login_id = $1 and email = $2 and code_fingerprint = $3',
    [loginId, email, fingerprintOf(code, request)],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID', { isKept: true });
}

const fingerprintOf = (code: string, { loginId, email, vault }: CodeRequest): Buffer =>
  vault.fingerprint(JSON.stringify([loginId, email, code]), 'email-code');

export async function deleteEmailCodes(db: Client, loginId: string): Promise<void> {
  await db.query('delete from email_code where login_id = $1', [loginId]);
}

export async function deleteExpiredEmailCodes(db: Client, before: Date): Promise<void> {
  await db.query('delete from email_code where expires_at < $1', [before]);
}
