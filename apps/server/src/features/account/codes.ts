import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type CodePurpose, type Language, textCodesADay } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import type { TextMessages } from '../../providers/text-messages.ts';

const validMs = 10 * 60_000;
const againMs = 60_000;
const tries = 5;
const dayMs = 86_400_000;

interface Asked {
  phone: string;
  purpose: CodePurpose;
  now: Date;
  vault: Vault;
  /** Whoever asked for the code, where it is good for him alone. */
  boundTo?: string;
}

/**
 * Sends a code by text message; the one before it is void. A phone is sent so many a day, whatever for and whoever asks: call
 * it after the challenge, so that nobody uses them up without work. A phone that has no account gets a message that says so in its
 * place: whoever asks from outside sees no difference. @throws Refusal TOO_MANY
 */
export async function sendCode(
  db: Client,
  {
    phone,
    purpose,
    now,
    vault,
    boundTo,
    ...o
  }: Asked & { language: Language; isKnown: boolean; textMessages: TextMessages },
): Promise<{ againInSeconds: number; validSeconds: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { rows } = await db.query<{ at: Date }>(
    `insert into text_code (phone, purpose, code_fingerprint, tries_left, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (phone, purpose) do update set code_fingerprint = excluded.code_fingerprint, ticket_sha256 = null,
       tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at
     where text_code.sent_at <= $7 returning sent_at as at`,
    [
      phone,
      purpose,
      fingerprintOf(code, { phone, purpose, vault, boundTo }),
      tries,
      now,
      new Date(now.getTime() + validMs),
      new Date(now.getTime() - againMs),
    ],
  );
  if (rows.length === 0)
    throw new Refusal('TOO_MANY', { values: { seconds: await secondsToWait(db, phone, purpose, now) } });
  await countSent(db, phone, now);
  const isForKnown = purpose === 'login' || purpose === 'reset';
  const template = isForKnown && !o.isKnown ? 'no-account' : (`code-${purpose}` as const);
  const values = { code, minutes: String(validMs / 60_000) };
  await o.textMessages.send(db, { phone, template, values, language: o.language });
  return { againInSeconds: againMs / 1000, validSeconds: validMs / 1000 };
}

/** What a refusal rolls back was not sent and is not counted. @throws Refusal TOO_MANY */
async function countSent(db: Client, phone: string, now: Date): Promise<void> {
  const { rows } = await db.query<{ sent: number; since: Date }>(
    `insert into text_code_count as c (phone, sent, since) values ($1, 1, $2)
     on conflict (phone) do update set sent = case when c.since <= $3 then 1 else c.sent + 1 end,
       since = case when c.since <= $3 then $2 else c.since end
     returning sent, since`,
    [phone, now, new Date(now.getTime() - dayMs)],
  );
  const { sent = 0, since = now } = rows[0] ?? {};
  if (sent > textCodesADay)
    throw new Refusal('TOO_MANY', { values: { seconds: secondsUntil(since.getTime() + dayMs, now) } });
}

const secondsUntil = (atMs: number, now: Date): number => Math.max(1, Math.ceil((atMs - now.getTime()) / 1000));

async function secondsToWait(db: Client, phone: string, purpose: CodePurpose, now: Date): Promise<number> {
  const { rows } = await db.query<{ at: Date }>(
    'select sent_at as at from text_code where phone = $1 and purpose = $2',
    [phone, purpose],
  );
  const at = rows[0]?.at ?? now;
  return secondsUntil(at.getTime() + againMs, now);
}

/** Takes a code, or the ticket that was given for it: it is gone. @throws Refusal CODE_INVALID */
export async function spendCode(db: Client, { code, ticket, ...asked }: Asked & Given): Promise<void> {
  const { phone, purpose } = asked;
  await countTry(db, asked);
  const { rowCount } = await db.query(
    `delete from text_code where phone = $1 and purpose = $2 and ${ticket ? 'ticket_sha256' : 'code_fingerprint'} = $3`,
    [phone, purpose, ticket ? digest(ticket) : fingerprintOf(code ?? '', asked)],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID', { isKept: true });
}

export async function voidCodes(db: Client, phone: string): Promise<void> {
  await db.query('delete from text_code where phone = $1', [phone]);
}

type Given = { code: string; ticket?: undefined } | { ticket: string; code?: undefined };

/** Changes a code into a ticket for the next step. @throws Refusal CODE_INVALID */
export async function checkCode(db: Client, { code, ...asked }: Asked & { code: string }) {
  await countTry(db, asked);
  const ticket = randomBytes(24).toString('base64url');
  const { rowCount } = await db.query(
    `update text_code set ticket_sha256 = $4, code_fingerprint = null, tries_left = $5
     where phone = $1 and purpose = $2 and code_fingerprint = $3`,
    [asked.phone, asked.purpose, fingerprintOf(code, asked), digest(ticket), tries],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID', { isKept: true });
  return { ticket, validSeconds: validMs / 1000 };
}

/** Before it is looked at: of many tries at once no more than `tries` are compared. */
async function countTry(db: Client, { phone, purpose, now }: Pick<Asked, 'phone' | 'purpose' | 'now'>): Promise<void> {
  const { rowCount } = await db.query(
    `update text_code set tries_left = tries_left - 1
     where phone = $1 and purpose = $2 and expires_at > $3 and tries_left > 0`,
    [phone, purpose, now],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID');
}

/** Six digits would be found from a bare digest by trying them all. */
const fingerprintOf = (code: string, { phone, purpose, vault, boundTo = '' }: Omit<Asked, 'now'>): Buffer =>
  vault.fingerprint(JSON.stringify([phone, purpose, boundTo, code]), 'text-code');

/** Of a ticket, which nobody can guess. */
const digest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
