import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  birthdayOf,
  type certificationCalls,
  genderOf,
  type InputOf,
  isWithProvider,
  maskedIdNumber,
  maskedName,
  type PersonalApplication,
  type PersonalCertification,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { type IdentityProvider, ProviderError } from '../../providers/identity.ts';
import { referTo, uploadsOf } from '../uploads/service.ts';
import { type EnteredPerson, enteredPerson, placeOf } from './form.ts';
import { openApplication, pastOf } from './history.ts';
import { decideCertification, requireSubmittable, submitCertification, withdrawCertification } from './lifecycle.ts';
import { fingerprintOf } from './service.ts';
import {
  type CertificationRow,
  findApplications,
  findHistory,
  lockApplications,
  lockByOrder,
  ownAccountOf,
  setReturned,
} from './store.ts';

type Calls = typeof certificationCalls;
type User = Context<'user'>;

export async function certifyInfo(_input: unknown, { db, services, caller }: User): Promise<PersonalCertification> {
  const of = { personId: caller.personId };
  const { present, change } = await findApplications(db, of);
  return {
    ...(await shown(db, services, present)),
    change: change ? await shown(db, services, change) : null,
    history: (await findHistory(db, of)).map((row) => pastOf(row, null)),
  };
}

async function shown(
  db: Client,
  { vault, identity }: Services,
  row: CertificationRow | undefined,
): Promise<PersonalApplication> {
  const provider = identity?.name ?? 'development';
  const nothing = { name: null, idNumber: null, birthday: null, gender: null, front: null, back: null, goTo: null };
  if (!row) return { state: 'none', reason: null, submittedAt: null, decidedAt: null, provider, ...nothing };
  const { name, idNumber } = enteredPerson(vault, row);
  const [front = null, back = null] = await uploadsOf(db, row.uploads);
  return {
    ...stateOf(row),
    provider,
    name: maskedName(name),
    idNumber: maskedIdNumber(idNumber),
    birthday: birthdayOf(idNumber),
    gender: genderOf(idNumber),
    front,
    back,
    goTo: isWithProvider(row.state) && identity && row.certifyId ? identity.goTo(row.certifyId) : null,
  };
}

export const stateOf = ({ state, reason, submittedAt, decidedAt }: CertificationRow) => ({
  state,
  reason,
  submittedAt: submittedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

export async function beginPersonal(
  form: InputOf<Calls['beginPersonal']>,
  context: User,
): Promise<PersonalCertification> {
  const { present } = await lockApplications(context.db, { personId: context.caller.personId });
  return apply(form, present, { isChange: false }, context);
}

/** The current certification stays valid until the change is approved. */
export async function changePersonal(
  form: InputOf<Calls['changePersonal']>,
  context: User,
): Promise<PersonalCertification> {
  const { present, change } = await lockApplications(context.db, { personId: context.caller.personId });
  if (present?.state !== 'approved') throw new Refusal('STATE_FORBIDS');
  if (!fingerprintOf(context.services.vault, form.idNumber).equals(present.numberFingerprint))
    throw new Refusal('NUMBER_DIFFERS');
  return apply(form, change, { isChange: true }, context);
}

export async function withdrawPersonal(_input: unknown, context: User): Promise<PersonalCertification> {
  const { db, caller, audit } = context;
  const row = openApplication(await lockApplications(db, { personId: caller.personId }));
  await withdrawCertification(db, row);
  audit({ certification: row?.id ?? '', kind: 'personal' });
  return certifyInfo({}, context);
}

async function apply(
  { front, back, ...person }: InputOf<Calls['beginPersonal']>,
  row: CertificationRow | undefined,
  { isChange }: { isChange: boolean },
  context: User,
): Promise<PersonalCertification> {
  const { db, services, caller, now, audit } = context;
  const { vault, identity } = services;
  const event = identity ? 'begin' : 'submit';
  requireSubmittable(row, event);
  const id = row?.id ?? (await newId(db));
  // A number in use is refused only at the decision: only its verified owner may learn of it.
  const numberFingerprint = fingerprintOf(vault, person.idNumber);
  const wanted = {
    front: { id: front, purpose: 'identity-front' },
    back: { id: back, purpose: 'identity-back' },
  } as const;
  const uploads = await referTo(context, wanted, row?.uploads ?? []);
  const orderNo = identity ? randomBytes(16).toString('hex') : null;
  const state = await submitCertification(db, row, event, {
    id,
    kind: 'personal',
    accountId: await ownAccountOf(db, caller.personId),
    personId: caller.personId,
    entered: vault.encrypt(JSON.stringify(person), placeOf(id)),
    numberFingerprint,
    maskedName: maskedName(person.name),
    uploads,
    provider: identity?.name ?? 'development',
    orderNo,
    certifyId: identity && orderNo ? await beginAtProvider(identity, orderNo, person, services) : null,
    submittedAt: now,
    isChange,
  });
  audit({ certification: id, kind: 'personal', state });
  return certifyInfo({}, context);
}

/**
 * Runs within the transaction, so that the provider's order and the stored row agree. Meanwhile the person's row and a
 * connection are held, at most the 8 s that `identity-alipay.ts` waits for an answer, ten times per day and person.
 */
function beginAtProvider(
  identity: IdentityProvider,
  orderNo: string,
  person: EnteredPerson,
  { vault, publicUrl }: Services,
): Promise<string> {
  const query = new URLSearchParams({ order: orderNo, proof: proofOf(vault, orderNo) });
  const returnUrl = `${publicUrl}/creditor/personal/ali/redirect?${query}`;
  return answerOf(identity.begin({ ...person, orderNo, returnUrl }));
}

/** @throws Refusal PROVIDER_UNREACHABLE */
async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof ProviderError ? new Refusal('PROVIDER_UNREACHABLE', { cause: error }) : error;
  }
}

/** Known only to a browser that received the return URL from us, through the provider. */
const proofOf = (vault: Vault, orderNo: string): string =>
  vault.fingerprint(orderNo, 'certification-return').toString('base64url');

/**
 * Records that the browser returned from the provider. This decides nothing, as the URL may be opened twice or never:
 * the provider is asked for the outcome. It only distinguishes "did not pass" from "has not finished".
 */
export async function returnedPersonal(returned: InputOf<Calls['returnedPersonal']>, context: Context<'public'>) {
  const { db, services, now, leadTo, audit } = context;
  const isGenuine = isProven(services, returned);
  const row = isGenuine ? await lockByOrder(db, returned.order) : undefined;
  if (row && isWithProvider(row.state) && !row.returnedAt) await setReturned(db, row.id, now);
  if (row) audit({ certification: row.id, loginId: row.personId, accountId: row.accountId });
  else audit({ refused: 'unproven' });
  leadTo(`/accountSetting/basicSetting/personal?returned=${row ? 'yes' : 'unproven'}`);
  return null;
}

/** Requires our own signature, and the provider's if it gives one. */
function isProven({ vault, identity }: Services, returned: InputOf<Calls['returnedPersonal']>): boolean {
  const expected = Buffer.from(proofOf(vault, returned.order));
  const given = Buffer.from(returned.proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !identity) return false;
  const present = Object.entries(returned).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return identity.isSigned(Object.fromEntries(present)) !== false;
}

/**
 * Asks the provider for the outcome. Takes as long as `beginAtProvider`; concurrent queries of one person wait for each
 * other.
 */
export async function queryPersonal(_input: unknown, context: User): Promise<PersonalCertification> {
  const { db, services, caller, now, audit, auditAs } = context;
  const row = openApplication(await lockApplications(db, { personId: caller.personId }));
  const { identity } = services;
  if (!row || !isWithProvider(row.state) || !identity || !row.certifyId) return certifyInfo({}, context);
  const isPassed = await answerOf(identity.isPassed(row.certifyId));
  const isFinished = isPassed || row.returnedAt !== null;
  const event = isPassed ? 'confirm' : 'deny';
  if (isFinished) {
    const state = await decideCertification(db, row, { event, who: 'provider', staffId: null, reason: null, now });
    auditAs('certification.decided');
    audit({ certification: row.id, kind: 'personal', state });
  }
  return certifyInfo({}, context);
}
