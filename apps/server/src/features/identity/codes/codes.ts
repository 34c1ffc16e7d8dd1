import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { CodePurpose, Language } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Vault } from '../../../kit/vault.ts';
import type { TextMessages } from '../../../providers/text-messages.ts';
import { countCode } from './code-counts.ts';
import type { CodeRequester } from './code-requesters.ts';
import { codeSentAt, countCodeTry, putTicket, takeCode, upsertCode } from './code-store.ts';

const validMs = 10 * 60_000;
const againMs = 60_000;
const tries = 5;

interface PhoneCode {
  phone: string;
  purpose: CodePurpose;
  now: Date;
  vault: Vault;
}

interface CodeToSend extends PhoneCode {
  requester: CodeRequester;
  mostTextCodesAnHour: number;
  language: Language;
  /** Whether the phone has an account, or belongs to a party. */
  isKnown: boolean;
  textMessages: TextMessages;
  /** Further values that the purpose's template names. */
  values?: Record<string, string>;
}

/**
 * Sends a code by text message and voids the requester's previous one. Spend a challenge first: each message must cost
 * its requester work. A phone without an account or party gets a message that says so; an outsider sees no difference.
 * @throws Refusal TOO_MANY, CODES_USED_UP, CODES_PAUSED
 */
export async function sendCode(db: Client, o: CodeToSend): Promise<{ againInSeconds: number; validSeconds: number }> {
  const { phone, purpose, requester, now } = o;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const key = { phone, purpose, requester: requester.name };
  const isStored = await upsertCode(db, {
    ...key,
    fingerprint: fingerprintOf(code, o),
    tries,
    sentAt: now,
    expiresAt: new Date(now.getTime() + validMs),
    sentBefore: new Date(now.getTime() - againMs),
  });
  if (!isStored) {
    const sentAt = (await codeSentAt(db, key)) ?? now;
    throw new Refusal('TOO_MANY', { values: { seconds: secondsUntil(sentAt.getTime() + againMs, now) } });
  }
  await countCode(db, o);
  const template = (o.isKnown ? undefined : templatesForStrangers[purpose]) ?? (`code-${purpose}` as const);
  const values = { ...o.values, code, minutes: String(validMs / 60_000) };
  await o.textMessages.send(db, { phone, template, values, language: o.language });
  return { againInSeconds: againMs / 1000, validSeconds: validMs / 1000 };
}

/** Sent instead of a code to a phone that has nothing to sign in to. */
const templatesForStrangers: Partial<Record<CodePurpose, 'no-account' | 'no-matter'>> = {
  login: 'no-account',
  reset: 'no-account',
  party: 'no-matter',
};

const secondsUntil = (atMs: number, now: Date): number => Math.max(1, Math.ceil((atMs - now.getTime()) / 1000));

/** A code as the user returns it. `requester` is null if a partner application submits it for the user. */
type ReturnedCode = PhoneCode & { requester: string | null };
type CodeOrTicket = { code: string; ticket?: undefined } | { ticket: string; code?: undefined };

/** Spends a code, or the ticket it was exchanged for. @throws Refusal CODE_INVALID */
export async function spendCode(db: Client, { code, ticket, ...returned }: ReturnedCode & CodeOrTicket): Promise<void> {
  await countTry(db, returned);
  const proof = ticket ? { ticketSha256: digestOf(ticket) } : { fingerprint: fingerprintOf(code ?? '', returned) };
  if (!(await takeCode(db, returned, proof))) throw new Refusal('CODE_INVALID', { isKept: true });
}

/** Exchanges a code for a ticket to use in the next step. @throws Refusal CODE_INVALID */
export async function exchangeCode(db: Client, { code, ...returned }: ReturnedCode & { code: string }) {
  await countTry(db, returned);
  const ticket = randomBytes(24).toString('base64url');
  const fingerprint = fingerprintOf(code, returned);
  if (!(await putTicket(db, returned, { fingerprint, ticketSha256: digestOf(ticket), tries })))
    throw new Refusal('CODE_INVALID', { isKept: true });
  return { ticket, validSeconds: validMs / 1000 };
}

/** Counts a try before the comparison: of many concurrent tries, at most `tries` are compared. */
async function countTry(db: Client, returned: ReturnedCode): Promise<void> {
  if (!(await countCodeTry(db, returned, returned.now))) throw new Refusal('CODE_INVALID');
}

/** Keyed, because a bare digest of six digits could be reversed by trying all of them. */
const fingerprintOf = (code: string, { phone, purpose, vault }: Omit<PhoneCode, 'now'>): Buffer =>
  vault.fingerprint(JSON.stringify([phone, purpose, code]), 'text-code');

/** A bare digest suffices: a ticket can't be guessed. */
const digestOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
