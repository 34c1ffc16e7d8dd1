import type { InputOf, signInCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { digestOf } from '../../http/sessions.ts';
import { recoveryFingerprint } from '../../kit/recovery-codes.ts';
import { Refusal } from '../../kit/refusal.ts';
import { totpStepOf } from '../../kit/totp.ts';
import type { Vault } from '../../kit/vault.ts';
import { holdById, type LoginRow } from '../account/service.ts';
import { requestFor, takeUsed } from '../identity/factors/passkeys.ts';
import {
  countStepTry,
  deleteSecondStep,
  lockTotp,
  spendRecoveryCode,
  stepOwner,
  useTotpStep,
} from '../identity/factors/store.ts';
import { countSecondStep, forgetSecondStep } from '../identity/lockout.ts';
import { stopAsShown } from '../recovery/service.ts';
import { begin } from './service.ts';

type Calls = typeof signInCalls;
type Public = Context<'public'>;

export async function secondStep({ ticket, ...shown }: InputOf<Calls['secondStep']>, context: Public) {
  const { db, now, services, audit } = context;
  const ticketSha256 = digestOf(ticket);
  const person = await ownerOf(db, ticketSha256, now);
  const personId = person.id;
  audit({ loginId: personId, accountId: person.accountId });
  if (!(await countStepTry(db, ticketSha256, now))) throw new Refusal('TICKET_INVALID');
  await showSecond(db, { personId, now, vault: services.vault, ...shown });
  await stopAsShown(context, personId);
  await deleteSecondStep(db, ticketSha256);
  return begin(person, context, { isConfirmed: true });
}

/** The person before the ticket, as whoever resets the password takes them in this order. */
async function ownerOf(db: Client, ticketSha256: Buffer, now: Date): Promise<LoginRow> {
  const personId = await stepOwner(db, ticketSha256, now);
  if (!personId) throw new Refusal('TICKET_INVALID');
  return personOf(db, personId);
}

/**
 * Takes a code of an authenticator app or a recovery code. @throws Refusal SECOND_CODE_INVALID, and LOCKED for the former: a
 * recovery code, which nobody guesses, is never locked out.
 */
export async function showSecond(
  db: Client,
  o: {
    personId: string;
    now: Date;
    vault: Vault;
    code?: string | undefined;
    recoveryCode?: string | undefined;
  },
): Promise<void> {
  const { personId, vault, code, recoveryCode } = o;
  const isGood =
    code === undefined
      ? await spendRecoveryCode(db, personId, recoveryFingerprint(vault, recoveryCode ?? '', 'recovery-code'))
      : await spendTotp(db, { ...o, code });
  if (!isGood) throw new Refusal('SECOND_CODE_INVALID', { isKept: true });
}

async function spendTotp(
  db: Client,
  { personId, now, vault, code }: { personId: string; now: Date; vault: Vault; code: string },
): Promise<boolean> {
  await countSecondStep(db, { personId, now });
  for (const { id, secret, usedStep } of await lockTotp(db, personId, 'added')) {
    const step = totpStepOf(code, { secret: vault.open(secret, `totp:${id}`), usedStep, now });
    if (step === null) continue;
    await useTotpStep(db, id, { step, now });
    await forgetSecondStep(db, personId);
    return true;
  }
  return false;
}

export async function passkeyOptions({ ticket }: InputOf<Calls['passkeyOptions']>, { db, now, services }: Public) {
  const { publicUrl } = services;
  if (ticket === undefined) return requestFor(db, { publicUrl, now });
  const ticketSha256 = digestOf(ticket);
  const personId = await stepOwner(db, ticketSha256, now);
  if (!personId) throw new Refusal('TICKET_INVALID');
  return requestFor(db, { publicUrl, now, step: { personId, ticketSha256 } });
}

/** The passkey is the person's who holds the ticket, where there is one. */
export async function loginByPasskey({ used }: InputOf<Calls['loginByPasskey']>, context: Public) {
  const { db, now, services } = context;
  const { personId, ticketSha256 } = await takeUsed(db, { used, publicUrl: services.publicUrl, now });
  const person = await personOf(db, personId);
  if (ticketSha256) {
    const owner = await stepOwner(db, ticketSha256, now);
    if (owner !== personId || !(await deleteSecondStep(db, ticketSha256)))
      throw new Refusal('PASSKEY_INVALID', { isKept: true });
  }
  await stopAsShown(context, personId);
  return begin(person, context, { isConfirmed: true });
}

async function personOf(db: Client, personId: string): Promise<LoginRow> {
  const found = await holdById(db, personId);
  if (!found) throw new Refusal('TICKET_INVALID');
  return found;
}
