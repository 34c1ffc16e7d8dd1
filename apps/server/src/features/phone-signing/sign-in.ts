import { type InputOf, maskedPhone, type phoneSigningCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { beginPartySession, endPartySession } from '../../http/party-sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { requesterName, sendCode, spendChallenge, spendCode } from '../identity/service.ts';
import { findPartyByPhone, findSteps, lockMatter, type PartyRow } from '../notarization/service.ts';
import { finishStep, lockTask, type Party, type Task } from './access.ts';

type Calls = typeof phoneSigningCalls;
type Public = Context<'public'>;

/** A code is bound to one matter: a code requested with one link can't open another matter. */
const requesterOf = (context: Public, nid: string): string => `${requesterName(context)} ${nid}`;

/**
 * Does the same work for every number and phone, so the reply doesn't reveal whether the phone is a party's: makes,
 * stores and counts a code and sends a text message. A phone that belongs to no party gets a message that says so.
 */
export async function sendPartyCode({ nid, phone, ...solved }: InputOf<Calls['sendPartyCode']>, context: Public) {
  const { db, services, language, now, audit } = context;
  await spendChallenge(db, { ...solved, now });
  audit({ phone: maskedPhone(phone), purpose: 'party' });
  const requester = { name: requesterOf(context, nid), isKnown: false };
  const isKnown = (await findPartyByPhone(db, { no: nid, phone })) !== undefined;
  return sendCode(db, { ...services, phone, purpose: 'party', requester, now, language, isKnown });
}

/** @throws Refusal CODE_INVALID, also for a phone that is no party's */
export async function partySignIn({ nid, phone, code }: InputOf<Calls['partySignIn']>, context: Public) {
  const { db, services, address, userAgent, now, isBrowser, setSession, audit } = context;
  const requester = requesterOf(context, nid);
  await spendCode(db, { phone, purpose: 'party', requester, code, now, vault: services.vault });
  const found = await findPartyByPhone(db, { no: nid, phone });
  const row = found && (await lockMatter(db, found.matterId));
  // Checked again under the lock: a correction replaces the parties, and the matter may have ended.
  const party = row && (await findPartyByPhone(db, { no: nid, phone }));
  if (!party) throw new Refusal('CODE_INVALID', { isKept: true });
  const task = { row, party };
  audit({ matter: row.no, accountId: row.accountId, party: party.id });
  await recordPhone(context, task, now);
  const session = await beginPartySession(db, { partyId: party.id, address, userAgent, now });
  setSession(session);
  return { token: isBrowser ? null : session.token, expiresAt: session.expiresAt.toISOString() };
}

/**
 * Finishes the phone step of a party who verified their phone, if the step is open. Reopening the step ends the
 * session.
 */
export async function recordPhone(context: Public | Party, task: Task, verifiedAt: Date): Promise<void> {
  const result = { phone: masked(task.party), verifiedAt: verifiedAt.toISOString() };
  if (await isPhoneOpen(context.db, task)) await finishStep(context, task, 'phone-code', result);
}

async function isPhoneOpen(db: Client, { row, party }: Task): Promise<boolean> {
  const steps = row.state === 'identity' ? await findSteps(db, row.id) : [];
  return steps.some(({ partyId, kind, state }) => partyId === party.id && kind === 'phone-code' && state === 'open');
}

const masked = ({ phone }: PartyRow): string => maskedPhone(phone);

export async function partySignOut({ nid }: InputOf<Calls['partySignOut']>, context: Party): Promise<null> {
  await lockTask(context, nid);
  await endPartySession(context.db, context.caller);
  context.setSession(null);
  return null;
}
