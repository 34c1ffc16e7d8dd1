import type { InputOf, signInCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { digestOf } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  countStepTry,
  deleteSecondStep,
  type LoginRow,
  lockLogin,
  passkeyRequest,
  stepOwner,
  verifyPasskey,
  verifyUserFactor,
} from '../identity/service.ts';
import { stopOnUsedFactor } from '../recovery/service.ts';
import { beginLogin } from './enter.ts';

type Calls = typeof signInCalls;
type Public = Context<'public'>;

export async function secondStep({ ticket, ...factorCode }: InputOf<Calls['secondStep']>, context: Public) {
  const { db, now, services, audit } = context;
  const ticketSha256 = digestOf(ticket);
  // Lock order: the login before the ticket, as a password reset does.
  const person = await lockPerson(db, await ownerOf(db, ticketSha256, now));
  audit({ loginId: person.id, accountId: person.accountId });
  if (!(await countStepTry(db, ticketSha256, now))) throw new Refusal('TICKET_INVALID');
  await verifyUserFactor({ db, now, vault: services.vault }, person.id, factorCode);
  await stopOnUsedFactor(context, person.id);
  await deleteSecondStep(db, ticketSha256);
  return beginLogin(person, context, { isConfirmed: true });
}

export async function passkeyOptions({ ticket }: InputOf<Calls['passkeyOptions']>, { db, now, services }: Public) {
  const { publicUrl } = services;
  if (ticket === undefined) return passkeyRequest(db, { publicUrl, now });
  const ticketSha256 = digestOf(ticket);
  const personId = await ownerOf(db, ticketSha256, now);
  return passkeyRequest(db, { publicUrl, now, step: { personId, ticketSha256 } });
}

/** Signs in by passkey; with a ticket of a second step, the passkey must belong to its holder. */
export async function loginByPasskey({ used }: InputOf<Calls['loginByPasskey']>, context: Public) {
  const { db, now, services } = context;
  const { personId, ticketSha256 } = await verifyPasskey(db, { used, publicUrl: services.publicUrl, now });
  const person = await lockPerson(db, personId);
  if (ticketSha256) {
    const owner = await stepOwner(db, ticketSha256, now);
    if (owner !== personId || !(await deleteSecondStep(db, ticketSha256)))
      throw new Refusal('PASSKEY_INVALID', { isKept: true });
  }
  await stopOnUsedFactor(context, personId);
  return beginLogin(person, context, { isConfirmed: true });
}

async function ownerOf(db: Client, ticketSha256: Buffer, now: Date): Promise<string> {
  const personId = await stepOwner(db, ticketSha256, now);
  if (!personId) throw new Refusal('TICKET_INVALID');
  return personId;
}

async function lockPerson(db: Client, personId: string): Promise<LoginRow> {
  const found = await lockLogin(db, personId);
  if (!found) throw new Refusal('TICKET_INVALID');
  return found;
}
