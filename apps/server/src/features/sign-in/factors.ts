import { randomUUID } from 'node:crypto';
import { type InputOf, say, type signInCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { confirmedUntil, requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { newTotpSecret, totpAddress, totpStepOf } from '../../kit/totp.ts';
import type { Vault } from '../../kit/vault.ts';
import { findPerson } from '../account/service.ts';
import { creationFor, takeMade } from '../identity/factors/passkeys.ts';
import { newCodes } from '../identity/factors/recovery-codes.ts';
import {
  addTotpRow,
  countFactors,
  deleteFactor,
  findFactors,
  insertTotp,
  lockPerson,
  lockTotp,
  renameFactorRow,
  replaceRecoveryCodes,
} from '../identity/factors/store.ts';
import { countSecondStep } from '../identity/lockout.ts';
import { notify, securityPage } from '../messages/service.ts';

type Calls = typeof signInCalls;
type Signed = Context<'user'>;

const mostFactors = 10;
const begunMs = 15 * 60_000;
const issuer = { zh: '存真', en: 'Proofkeep' };

export async function factors(_input: unknown, { db, caller, now }: Signed) {
  const { personId } = caller;
  const list = await findFactors(db, personId);
  const until = await confirmedUntil(db, caller, now);
  return {
    list: list.map(({ createdAt, usedAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: (await countFactors(db, personId)).recovery,
    hasPassword: (await findPerson(caller, db)).passwordHash !== null,
    confirmedUntil: until?.toISOString() ?? null,
  };
}

export async function newTotp(_input: unknown, { db, caller, now, services, language }: Signed) {
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const factorId = randomUUID();
  const secret = newTotpSecret();
  const sealed = services.vault.seal(secret, `totp:${factorId}`);
  await insertTotp(db, { id: factorId, personId: caller.personId, secret: sealed, now });
  const { phone } = await findPerson(caller, db);
  return { factorId, secret, address: totpAddress({ secret, issuer: issuer[language], account: phone ?? '' }) };
}

export async function addTotp({ factorId, code, name }: InputOf<Calls['addTotp']>, context: Signed) {
  const { db, caller, now, services } = context;
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  await countSecondStep(db, { personId: caller.personId, now });
  const since = new Date(now.getTime() - begunMs);
  const [begun] = await lockTotp(db, caller.personId, { begun: { id: factorId, since } });
  if (!begun) throw new Refusal('NOT_FOUND');
  const secret = services.vault.open(begun.secret, `totp:${factorId}`);
  const step = totpStepOf(code, { secret, usedStep: begun.usedStep, now });
  if (step === null) throw new Refusal('SECOND_CODE_INVALID', { isKept: true });
  await addTotpRow(db, factorId, { step, name, now });
  return added({ factorId, kind: 'totp', name }, context);
}

export async function newPasskey(_input: unknown, { db, caller, now, services }: Signed) {
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const { name, phone } = await findPerson(caller, db);
  const userName = phone ? `${name} ${phone}` : name;
  return creationFor(db, { personId: caller.personId, userName, publicUrl: services.publicUrl, now });
}

export async function addPasskey({ made, name }: InputOf<Calls['addPasskey']>, context: Signed) {
  const { db, caller, now, services } = context;
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const { publicUrl } = services;
  const id = await takeMade(db, { personId: caller.personId, made, name, publicUrl, now });
  return added({ factorId: id, kind: 'passkey', name }, context);
}

/** The first factor brings recovery codes with it, so that nobody is shut out with his phone. */
async function added(
  { factorId, kind, name }: { factorId: string; kind: 'totp' | 'passkey'; name: string },
  { db, caller, services, audit }: Signed,
) {
  audit({ factorId, kind });
  await tellOwner(db, caller.personId, 'message.factor-added', name);
  const { recovery } = await countFactors(db, caller.personId);
  const recoveryCodes = recovery > 0 ? null : await newCodes(db, codesOf(caller.personId, services));
  return { factorId, recoveryCodes };
}

async function tellOwner(
  db: Client,
  loginId: string,
  what: 'message.factor-added' | 'message.factor-removed',
  name: string,
): Promise<void> {
  await notify(db, { loginId, kind: 'account', said: say(what, { name }), link: securityPage });
}

const codesOf = (personId: string, { vault }: { vault: Vault }) => ({ personId, vault });

export async function renameFactor({ id, name }: InputOf<Calls['renameFactor']>, { db, caller, audit }: Signed) {
  if (!(await renameFactorRow(db, { personId: caller.personId, id, name }))) throw new Refusal('NOT_FOUND');
  audit({ factorId: id });
  return null;
}

export async function removeFactor({ id }: InputOf<Calls['removeFactor']>, { db, caller, now, audit }: Signed) {
  const { personId } = caller;
  await requireConfirmed(db, caller, now);
  await lockPerson(db, personId);
  const name = await deleteFactor(db, { personId, id });
  if (name === undefined) throw new Refusal('NOT_FOUND');
  const { totp, passkey } = await countFactors(db, personId);
  if (totp + passkey === 0) await replaceRecoveryCodes(db, personId, []);
  audit({ factorId: id });
  await tellOwner(db, personId, 'message.factor-removed', name);
  return null;
}

export async function newRecoveryCodes(_input: unknown, { db, caller, now, services }: Signed) {
  const { personId } = caller;
  await requireConfirmed(db, caller, now);
  await lockPerson(db, personId);
  const { totp, passkey } = await countFactors(db, personId);
  if (totp + passkey === 0) throw new Refusal('NO_FACTOR');
  return { recoveryCodes: await newCodes(db, codesOf(personId, services)) };
}

/** @throws Refusal TOO_MANY_FACTORS; whoever adds at the same time waits here */
async function requireRoom(db: Client, personId: string): Promise<void> {
  await lockPerson(db, personId);
  const { totp, passkey } = await countFactors(db, personId);
  if (totp + passkey >= mostFactors) throw new Refusal('TOO_MANY_FACTORS');
}
