import { randomUUID } from 'node:crypto';
import { type InputOf, message, type signInCalls } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { confirmedUntil, requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { newTotpSecret, totpAddress } from '../../kit/totp.ts';
import * as identity from '../identity/service.ts';
import { notify, securityPage } from '../messages/service.ts';

type Calls = typeof signInCalls;
type Signed = Context<'user'>;

const mostFactors = 10;
const setUpMs = 15 * 60_000;
const issuer = { zh: '存真', en: 'Proofkeep' };

const toolsOf = ({ db, now, services }: Signed) => ({ db, now, vault: services.vault });
const ownerOf = ({ db, now, caller }: Signed) => identity.userFactors(db, caller.personId, now);

export async function factors(_input: unknown, { db, caller, now }: Signed) {
  const { list, recoveryCodesLeft } = await identity.factorsOf(db, caller.personId);
  const until = await confirmedUntil(db, caller, now);
  return {
    list: list.map(({ createdAt, usedAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
    hasPassword: (await identity.findPerson(caller, db)).passwordHash !== null,
    confirmedUntil: until?.toISOString() ?? null,
  };
}

export async function newTotp(_input: unknown, { db, caller, now, services, language }: Signed) {
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const factorId = randomUUID();
  const secret = newTotpSecret();
  const encrypted = services.vault.encrypt(secret, identity.totpPlace(factorId));
  await identity.insertTotp(db, { id: factorId, personId: caller.personId, secret: encrypted, now });
  const { phone } = await identity.findPerson(caller, db);
  return { factorId, secret, address: totpAddress({ secret, issuer: issuer[language], account: phone ?? '' }) };
}

export async function addTotp({ factorId, code, name }: InputOf<Calls['addTotp']>, context: Signed) {
  const { db, caller, now } = context;
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const since = new Date(now.getTime() - setUpMs);
  const added = await identity.lockNewTotp(db, { personId: caller.personId, id: factorId, since });
  const authenticator = added && { ...added, place: identity.totpPlace(factorId) };
  const step = await identity.verifyFirstCode(toolsOf(context), ownerOf(context), authenticator, code);
  if (!added) throw new Refusal('NOT_FOUND');
  if (step === null) throw new Refusal('SECOND_CODE_INVALID', { isKept: true });
  await identity.addTotp(db, factorId, { step, name, now });
  return finishAdding({ factorId, kind: 'totp', name }, context);
}

export async function newPasskey(_input: unknown, { db, caller, now, services }: Signed) {
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const { name, phone } = await identity.findPerson(caller, db);
  const userName = phone ? `${name} ${phone}` : name;
  return identity.passkeyCreation(db, {
    personId: caller.personId,
    userName,
    publicUrl: services.publicUrl,
    now,
  });
}

export async function addPasskey({ made, name }: InputOf<Calls['addPasskey']>, context: Signed) {
  const { db, caller, now, services } = context;
  await requireConfirmed(db, caller, now);
  await requireRoom(db, caller.personId);
  const { publicUrl } = services;
  const id = await identity.registerPasskey(db, { personId: caller.personId, made, name, publicUrl, now });
  return finishAdding({ factorId: id, kind: 'passkey', name }, context);
}

/**
 * Notifies the user; the first factor comes with recovery codes, so that losing the phone doesn't lock the user out.
 */
async function finishAdding(
  { factorId, kind, name }: { factorId: string; kind: 'totp' | 'passkey'; name: string },
  context: Signed,
) {
  const { db, caller, audit } = context;
  audit({ factorId, kind });
  await notifyOwner(db, caller.personId, 'message.factor-added', name);
  const { recovery } = await identity.countFactors(db, caller.personId);
  const recoveryCodes = recovery > 0 ? null : await identity.issueRecoveryCodes(toolsOf(context), ownerOf(context));
  return { factorId, recoveryCodes };
}

async function notifyOwner(
  db: Client,
  loginId: string,
  event: 'message.factor-added' | 'message.factor-removed',
  name: string,
): Promise<void> {
  await notify(db, { loginId, kind: 'account', message: message(event, { name }), link: securityPage });
}

export async function renameFactor({ id, name }: InputOf<Calls['renameFactor']>, { db, caller, audit }: Signed) {
  if (!(await identity.renameFactor(db, { personId: caller.personId, id, name }))) throw new Refusal('NOT_FOUND');
  audit({ factorId: id });
  return null;
}

export async function removeFactor({ id }: InputOf<Calls['removeFactor']>, { db, caller, now, audit }: Signed) {
  const { personId } = caller;
  await requireConfirmed(db, caller, now);
  await identity.lockLogin(db, personId);
  const name = await identity.deleteFactor(db, { personId, id });
  if (name === undefined) throw new Refusal('NOT_FOUND');
  if (!(await hasFactor(db, personId))) await identity.replaceRecoveryCodes(db, personId, []);
  audit({ factorId: id });
  await notifyOwner(db, personId, 'message.factor-removed', name);
  return null;
}

export async function newRecoveryCodes(_input: unknown, context: Signed) {
  const { db, caller, now } = context;
  await requireConfirmed(db, caller, now);
  await identity.lockLogin(db, caller.personId);
  if (!(await hasFactor(db, caller.personId))) throw new Refusal('NO_FACTOR');
  return { recoveryCodes: await identity.issueRecoveryCodes(toolsOf(context), ownerOf(context)) };
}

const hasFactor = async (db: Client, personId: string): Promise<boolean> =>
  (await identity.secondWaysOf(db, personId)).length > 0;

/** Locks the login, so that concurrent additions can't exceed the limit. @throws Refusal TOO_MANY_FACTORS */
async function requireRoom(db: Client, personId: string): Promise<void> {
  await identity.lockLogin(db, personId);
  const { totp, passkey } = await identity.countFactors(db, personId);
  if (totp + passkey >= mostFactors) throw new Refusal('TOO_MANY_FACTORS');
}
