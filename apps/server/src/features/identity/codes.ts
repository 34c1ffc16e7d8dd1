import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { CodePurpose, Language } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import type { TextMessages } from '../../providers/text-messages.ts';
import type { Asker } from './askers.ts';
import { countCode } from './code-counts.ts';

const validMs = 10 * 60_000;
const againMs = 60_000;
const tries = 5;

interface Asked {
  phone: string;
  purpose: CodePurpose;
  now: Date;
  vault: Vault;
}

interface Sending extends Asked {
  asker: Asker;
  mostTextCodesAnHour: number;
  language: Language;
  isKnown: boolean;
  textMessages: TextMessages;
}

/**
 * Sends a code by text message; the one before it, of the same asker, is void. Call it after the challenge, so that nobody is
 * sent any without work. A phone that has no account gets a message that says so in its place: whoever asks from outside sees
 * no difference. @throws Refusal TOO_MANY, CODES_USED_UP, CODES_PAUSED
 */
export async function sendCode(db: Client, o: Sending): Promise<{ againInSeconds: number; validSeconds: number }> {
  const { phone, purpose, asker, now } = o;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { rows } = await db.query<{ at: Date }>(
    `insert into text_code (phone, purpose, asker, code_fingerprint, tries_left, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (phone, purpose, asker) do update set code_fingerprint = excluded.code_fingerprint, ticket_sha256 = null,
       tries_left = excluded.tries_left, sent_at = excluded.sent_at, expires_at = excluded.expires_at
     where text_code.sent_at <= $8 returning sent_at as at`,
    [
      phone,
      purpose,
      asker.name,
      fingerprintOf(code, o),
      tries,
      now,
      new Date(now.getTime() + validMs),
      new Date(now.getTime() - againMs),
    ],
  );
  if (rows.length === 0) throw new Refusal('TOO_MANY', { values: { seconds: await secondsToWait(db, o) } });
  await countCode(db, o);
  const isForKnown = purpose === 'login' || purpose === 'reset';
  const template = isForKnown && !o.isKnown ? 'no-account' : (`code-${purpose}` as const);
  const values = { code, minutes: String(validMs / 60_000) };
  await o.textMessages.send(db, { phone, template, values, language: o.language });
  return { againInSeconds: againMs / 1000, validSeconds: validMs / 1000 };
}

const secondsUntil = (atMs: number, now: Date): number => Math.max(1, Math.ceil((atMs - now.getTime()) / 1000));

async function secondsToWait(db: Client, { phone, purpose, asker, now }: Sending): Promise<number> {
  const { rows } = await db.query<{ at: Date }>(
    'select sent_at as at from text_code where phone = $1 and purpose = $2 and asker = $3',
    [phone, purpose, asker.name],
  );
  const at = rows[0]?.at ?? now;
  return secondsUntil(at.getTime() + againMs, now);
}

/** A code as it is given back. `asker` is null where somebody trusted shows it for whoever asked. */
type Shown = Asked & { asker: string | null };

/** Takes a code, or the ticket that was given for it: it is gone. @throws Refusal CODE_INVALID */
export async function spendCode(db: Client, { code, ticket, ...shown }: Shown & Given): Promise<void> {
  const { phone, purpose, asker } = shown;
  await countTry(db, shown);
  const { rowCount } = await db.query(
    `delete from text_code where phone = $1 and purpose = $2 and ($3::text is null or asker = $3)
       and ${ticket ? 'ticket_sha256' : 'code_fingerprint'} = $4`,
    [phone, purpose, asker, ticket ? digest(ticket) : fingerprintOf(code ?? '', shown)],
  );
  if (!rowCount) throw new Refusal('CODE_INVALID', { isKept: true });
}

export async function voidCodes(db: Client, phone: string): Promise<void> {
  await db.query('delete from text_code where phone = $1', [phone]);
}

type Given = { code: string; ticket?: undefined } | { ticket: string; code?: undefined };

/** Changes a code into a ticket for the next step. @throws Refusal CODE_INVALID */
export async function checkCode(db: Client, { code, ...shown }: Shown & { code: string }) {
  await countTry(db, shown);
  const ticket = randomBytes(24).toString('base64url');
  const { rowCount } = await db.query(
    `update text_code set ticket_sha256 = $5, code_fingerprint = null, tries_left = $6
     where phone = $1 and purpose = $2 and asker = $3 and code_fingerprint = $4`,
    [shown.phone, shown.purpose, shown.asker, fingerprintOf(code, shown), digest(ticket), tries],
  );
  if (rowCount !== 1) throw new Refusal('CODE_INVALID', { isKept: true });
  return { ticket, validSeconds: validMs / 1000 };
}

/** Before it is looked at: of many tries at once no more than `tries` are compared. */
async function countTry(db: Client, { phone, purpose, asker, now }: Shown): Promise<void> {
  const { rowCount } = await db.query(
    `update text_code set tries_left = tries_left - 1
     where phone = $1 and purpose = $2 and ($3::text is null or asker = $3) and expires_at > $4 and tries_left > 0`,
    [phone, purpose, asker, now],
  );
  if (!rowCount) throw new Refusal('CODE_INVALID');
}

/** Six digits would be found from a bare digest by trying them all. */
const fingerprintOf = (code: string, { phone, purpose, vault }: Omit<Asked, 'now'>): Buffer =>
  vault.fingerprint(JSON.stringify([phone, purpose, code]), 'text-code');

/** Of a ticket, which nobody can guess. */
const digest = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
