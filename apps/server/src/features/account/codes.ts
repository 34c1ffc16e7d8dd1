import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { CodePurpose, Language } from '@proofkeep/contract';
import type { Client } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { TextMessages } from '../../providers/text-messages.ts';

const validMs = 10 * 60_000;
const againMs = 60_000;
const tries = 5;

interface Asked {
  phone: string;
  purpose: CodePurpose;
  now: Date;
  /** Whoever asked for the code, where it is good for him alone. */
  boundTo?: string;
}

/**
 * Sends a code by text message; the one before it is void. A phone that has no account gets a message that says so in its
 * place: whoever asks from outside sees no difference. @throws Refusal TOO_MANY
 */
export async function sendCode(
  db: Client,
  { phone, purpose, now, boundTo, ...o }: Asked & { language: Language; isKnown: boolean; textMessages: TextMessages },
): Promise<{ againInSeconds: number; validSeconds: number }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { rows } = await db.query<{ at: Date }>(
    `insert into text_code (phone, purpose, code_sha256, tries_left, sent_at, expires_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (phone, purpose) do update set code_sha256 = excluded.code_sha256, ticket_sha256 = null,
       tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at
     where text_code.sent_at <= $7 returning sent_at as at`,
    [
      phone,
      purpose,
      digest(code, boundTo),
      tries,
      now,
      new Date(now.getTime() + validMs),
      new Date(now.getTime() - againMs),
    ],
  );
  if (rows.length === 0)
    throw new Refusal('TOO_MANY', { values: { seconds: await secondsToWait(db, phone, purpose, now) } });
  const isForKnown = purpose === 'login' || purpose === 'reset';
  const template = isForKnown && !o.isKnown ? 'no-account' : (`code-${purpose}` as const);
  const values = { code, minutes: String(validMs / 60_000) };
  await o.textMessages.send(db, { phone, template, values, language: o.language });
  return { againInSeconds: againMs / 1000, validSeconds: validMs / 1000 };
}

async function secondsToWait(db: Client, phone: string, purpose: CodePurpose, now: Date): Promise<number> {
  const { rows } = await db.query<{ at: Date }>(
    'select sent_at as at from text_code where phone = $1 and purpose = $2',
    [phone, purpose],
  );
  const at = rows[0]?.at ?? now;
  return Math.max(1, Math.ceil((at.getTime() + againMs - now.getTime()) / 1000));
}

/** Takes a code, or the ticket that was given for it: it is gone. @throws Refusal CODE_INVALID */
export async function spendCode(db: Client, { phone, purpose, now, boundTo, ...given }: Asked & Given): Promise<void> {
  await countTry(db, { phone, purpose, now });
  const { rowCount } = await db.query(
    `delete from text_code where phone = $1 and purpose = $2 and ${given.ticket ? 'ticket_sha256' : 'code_sha256'} = $3`,
    [phone, purpose, given.ticket ? digest(given.ticket) : digest(given.code ?? '', boundTo)],
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
    `update text_code set ticket_sha256 = $4, code_sha256 = null, tries_left = $5
     where phone = $1 and purpose = $2 and code_sha256 = $3`,
    [asked.phone, asked.purpose, digest(code), digest(ticket), tries],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID', { isKept: true });
  return { ticket, validSeconds: validMs / 1000 };
}

/** Before it is looked at: of many tries at once no more than `tries` are compared. */
async function countTry(db: Client, { phone, purpose, now }: Asked): Promise<void> {
  const { rowCount } = await db.query(
    `update text_code set tries_left = tries_left - 1
     where phone = $1 and purpose = $2 and expires_at > $3 and tries_left > 0`,
    [phone, purpose, now],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID');
}

/** A code that is bound to nobody has the digest of its digits alone. */
const digest = (secret: string, boundTo = ''): Buffer => createHash('sha256').update(`${secret}${boundTo}`).digest();
