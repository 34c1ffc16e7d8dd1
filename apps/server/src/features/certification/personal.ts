import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  birthdayOf,
  type certificationCalls,
  genderOf,
  type InputOf,
  maskedIdNumber,
  maskedName,
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
import { after, decide } from './lifecycle.ts';
import { fingerprintOf } from './service.ts';
import {
  type CertificationRow,
  findCertification,
  lockByOrder,
  lockCertification,
  ownAccountOf,
  putSubmission,
  setReturned,
} from './store.ts';

type Calls = typeof certificationCalls;
type User = Context<'user'>;

export async function certifyInfo(_input: unknown, { db, services, caller }: User): Promise<PersonalCertification> {
  return shown(db, services, await findCertification(db, { personId: caller.personId }));
}

async function shown(
  db: Client,
  { vault, identity }: Services,
  row: CertificationRow | undefined,
): Promise<PersonalCertification> {
  const provider = identity?.name ?? 'development';
  const nothing = { name: null, idNumber: null, birthday: null, gender: null, front: null, back: null, goTo: null };
  if (!row) return { state: 'none', reason: null, submittedAt: null, decidedAt: null, provider, ...nothing };
  const { name, idNumber } = enteredPerson(vault, row);
  const [front = null, back = null] = await uploadsOf(db, row.uploads);
  return {
    ...standingOf(row),
    provider,
    name: maskedName(name),
    idNumber: maskedIdNumber(idNumber),
    birthday: birthdayOf(idNumber),
    gender: genderOf(idNumber),
    front,
    back,
    goTo: row.state === 'started' && identity && row.certifyId ? identity.goTo(row.certifyId) : null,
  };
}

export const standingOf = ({ state, reason, submittedAt, decidedAt }: CertificationRow) => ({
  state,
  reason,
  submittedAt: submittedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

export async function beginPersonal(
  { front, back, ...person }: InputOf<Calls['beginPersonal']>,
  context: User,
): Promise<PersonalCertification> {
  const { db, services, caller, now, audit } = context;
  const { vault, identity } = services;
  const row = await lockCertification(db, { personId: caller.personId });
  const state = after(row?.state ?? 'none', identity ? 'begin' : 'submit');
  const id = row?.id ?? (await newId(db));
  // Whether somebody was certified with the number is told to nobody who has not shown that it is his: `decide` looks.
  const numberFingerprint = fingerprintOf(vault, person.idNumber);
  const wanted = {
    front: { id: front, purpose: 'identity-front' },
    back: { id: back, purpose: 'identity-back' },
  } as const;
  const uploads = await referTo(context, wanted, row?.uploads ?? []);
  const orderNo = identity ? randomBytes(16).toString('hex') : null;
  await putSubmission(db, {
    id,
    kind: 'personal',
    accountId: await ownAccountOf(db, caller.personId),
    personId: caller.personId,
    state,
    entered: vault.seal(JSON.stringify(person), placeOf(id)),
    numberFingerprint,
    maskedName: maskedName(person.name),
    uploads,
    provider: identity?.name ?? 'development',
    orderNo,
    certifyId: identity && orderNo ? await opened(identity, orderNo, person, services) : null,
    submittedAt: now,
  });
  audit({ certification: id, kind: 'personal', state });
  return shown(db, services, await findCertification(db, { personId: caller.personId }));
}

/**
 * Asked within the change, so that what the provider opened and what is written down are one; the person's own row and one
 * connection wait meanwhile, for the 8 s at most that `identity-alipay.ts` lets an answer take, ten times a day and person.
 */
function opened(
  identity: IdentityProvider,
  orderNo: string,
  person: EnteredPerson,
  { vault, publicUrl }: Services,
): Promise<string> {
  const query = new URLSearchParams({ order: orderNo, proof: proofOf(vault, orderNo) });
  const returnUrl = `${publicUrl}/creditor/personal/ali/redirect?${query}`;
  return reached(identity.begin({ ...person, orderNo, returnUrl }));
}

/** @throws Refusal PROVIDER_UNREACHABLE */
async function reached<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof ProviderError ? new Refusal('PROVIDER_UNREACHABLE', { cause: error }) : error;
  }
}

/** Only whoever was given the return address by us, through the provider, knows it. */
const proofOf = (vault: Vault, orderNo: string): string =>
  vault.fingerprint(orderNo, 'certification-return').toString('base64url');

/**
 * The browser is back from the provider. That it is decides nothing, as whoever has the address may come twice or not at all:
 * the outcome is asked of the provider. It only tells "did not pass" from "has not finished".
 */
export async function returnedPersonal(returned: InputOf<Calls['returnedPersonal']>, context: Context<'public'>) {
  const { db, services, now, leadTo, audit } = context;
  const isGenuine = isProven(services, returned);
  const row = isGenuine ? await lockByOrder(db, returned.order) : undefined;
  if (row?.state === 'started' && !row.returnedAt) await setReturned(db, row.id, now);
  if (row) audit({ certification: row.id, loginId: row.personId, accountId: row.accountId });
  else audit({ refused: 'unproven' });
  leadTo(`/accountSetting/basicSetting/personal?returned=${row ? 'yes' : 'unproven'}`);
  return null;
}

/** Our own signature has to be there; the provider's, where it gives one, has to be right. */
function isProven({ vault, identity }: Services, returned: InputOf<Calls['returnedPersonal']>): boolean {
  const expected = Buffer.from(proofOf(vault, returned.order));
  const given = Buffer.from(returned.proof);
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || !identity) return false;
  const present = Object.entries(returned).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return identity.isSigned(Object.fromEntries(present)) !== false;
}

/** Bounded as `opened`, and by the limit of the call: of one person's questions one is with the provider, the others wait. */
export async function queryPersonal(_input: unknown, { db, services, caller, now, audit, auditAs }: User) {
  const row = await lockCertification(db, { personId: caller.personId });
  const { identity } = services;
  if (row?.state !== 'started' || !identity || !row.certifyId) return shown(db, services, row);
  const isPassed = await reached(identity.isPassed(row.certifyId));
  const isFinished = isPassed || row.returnedAt !== null;
  const event = isPassed ? 'confirm' : 'deny';
  if (isFinished) {
    const state = await decide(db, row, { event, staffId: null, reason: null, now });
    auditAs('certification.decided');
    audit({ certification: row.id, kind: 'personal', state });
  }
  return shown(db, services, await findCertification(db, { personId: caller.personId }));
}
