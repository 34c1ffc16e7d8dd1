import { randomBytes } from 'node:crypto';
import { type InputOf, message, named, type signInCalls } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { digestOf, requireConfirmed } from '../../http/sessions.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findLogin } from '../identity/service.ts';
import { notify, securityPage } from '../messages/service.ts';
import { enter } from './enter.ts';
import {
  deleteBound,
  findBound,
  findBoundPerson,
  type Identity,
  insertBound,
  insertRequest,
  insertTicket,
  takeRequest,
  takeTicket,
} from './third-store.ts';

type Calls = typeof signInCalls;
type Public = Context<'public'>;
type Signed = Context<'user'>;
interface Returned {
  state: string;
  code: string;
  iss?: string | undefined;
}

/** Long enough for a user who has to find their phone to sign in at the provider. */
const requestMs = 15 * 60_000;
const ticketMs = 30 * 60_000;
const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

export const ways = async (_input: unknown, { services, userAgent, language }: Public) => ({
  providers: services.thirdParties.listFor(userAgent, language),
  passkeyOrigin: new URL(services.publicUrl).origin,
});

export async function thirdBegin({ provider }: InputOf<Calls['thirdBegin']>, context: Public) {
  const { db, now, services, userAgent } = context;
  const { address, state, secrets } = await services.thirdParties.begin(provider, { userAgent });
  const stateSha256 = digestOf(state);
  await insertRequest(db, {
    stateSha256,
    browserSha256: context.browserSha256(),
    provider,
    secrets: services.vault.encrypt(JSON.stringify(secrets), placeOf(stateSha256)),
    now,
    expiresAt: after(now, requestMs),
  });
  return { address };
}

const placeOf = (stateSha256: Buffer): string => `third_request:${stateSha256.toString('hex')}`;

/**
 * The provider's answer. `change` throws its refusal, so that it is recorded in the audit trail and not kept for a
 * repeated request.
 */
type Answered = { identity: Identity } | { refusal: unknown };

/**
 * Asks the provider about the returning user, outside any transaction: a slow provider must not occupy database
 * connections. State and secrets belong to the browser that was sent there and are deleted before the provider is
 * asked: a crash from here on leaves a used state, and the user starts over.
 */
async function identify({ state, code, iss }: Returned, context: Context): Promise<Answered> {
  const { db, now, services } = context;
  const stateSha256 = digestOf(state);
  const request = await takeRequest(db, { stateSha256, browserSha256: context.browserSha256(), now });
  if (!request) return { refusal: new Refusal('THIRD_REFUSED') };
  const secrets = JSON.parse(services.vault.decrypt(request.secrets, placeOf(stateSha256))) as Record<string, string>;
  const { provider } = request;
  return services.thirdParties.finish(provider, { state, code, iss, secrets }).then(
    (found) => ({ identity: { provider, ...found } }),
    (refusal: unknown) => ({ refusal }),
  );
}

/** @throws Refusal THIRD_REFUSED, THIRD_NOT_MEMBER, THIRD_NO_WECHAT, THIRD_PREVIEW, PROVIDER_FAILED */
function identityIn(answered: Answered): Identity {
  if ('refusal' in answered) throw answered.refusal;
  return answered.identity;
}

/** Signs in only an identity bound by its owner: an equal mail address or name proves nothing. */
export const loginByThirdAccount = {
  prepare: identify,
  async change(_input: InputOf<Calls['loginByThirdAccount']>, context: Public, answered: Answered) {
    const { db, now } = context;
    const identity = identityIn(answered);
    const personId = await findBoundPerson(db, identity);
    const person = personId === undefined ? undefined : await findLogin(db, { id: personId });
    if (person) return enter(person, context, { isConfirmed: false });

    const ticket = randomBytes(32).toString('base64url');
    const browserSha256 = context.browserSha256();
    await insertTicket(db, {
      ...identity,
      ticketSha256: digestOf(ticket),
      browserSha256,
      now,
      expiresAt: after(now, ticketMs),
    });
    context.auditAs(null);
    const { label } = identity;
    const name = nameOf(identity.provider, context);
    return { token: null, unknown: { ticket, name, label, validSeconds: ticketMs / 1000 } };
  },
};

const nameOf = (provider: string, { services, language }: Context): string =>
  services.thirdParties.nameOf(provider)[language];

export async function bindings(_input: unknown, context: Signed) {
  const found = await findBound(context.db, context.caller.personId);
  return {
    list: found.map(({ id, provider, label, boundAt }) => ({
      id,
      provider,
      name: nameOf(provider, context),
      label,
      boundAt: boundAt.toISOString(),
    })),
  };
}

export const bindThirdAccount = {
  async prepare({ ticket, state = '', code = '', iss }: InputOf<Calls['bindThirdAccount']>, context: Signed) {
    await requireConfirmed(context.db, context.caller, context.now);
    return ticket === undefined ? identify({ state, code, iss }, context) : null;
  },
  async change({ ticket = '' }: InputOf<Calls['bindThirdAccount']>, context: Signed, answered: Answered | null) {
    const { db, caller, now } = context;
    await requireConfirmed(db, caller, now);
    const identity = answered ? identityIn(answered) : await takeIdentity(ticket, context);
    const has = (await findBound(db, caller.personId)).some(({ provider }) => provider === identity.provider);
    if (has) throw new Refusal('THIRD_BOUND');
    return bind(identity, context);
  },
};

async function takeIdentity(ticket: string, context: Signed): Promise<Identity> {
  const { db, now } = context;
  const known = await takeTicket(db, { ticketSha256: digestOf(ticket), browserSha256: context.browserSha256(), now });
  if (!known) throw new Refusal('TICKET_INVALID');
  return known;
}

export const rebindThirdAccount = {
  async prepare(input: InputOf<Calls['rebindThirdAccount']>, context: Signed) {
    await requireConfirmed(context.db, context.caller, context.now);
    return identify(input, context);
  },
  async change(_input: InputOf<Calls['rebindThirdAccount']>, context: Signed, answered: Answered) {
    const { db, caller, now } = context;
    await requireConfirmed(db, caller, now);
    const identity = identityIn(answered);
    const before = await deleteBound(db, { personId: caller.personId, provider: identity.provider });
    if (before === undefined) throw new Refusal('NOT_FOUND');
    return bind(identity, context);
  },
};

async function bind(identity: Identity, context: Signed) {
  const { db, caller, now, audit } = context;
  const id = await insertBound(db, { ...identity, personId: caller.personId, now });
  if (id === undefined) throw new Refusal('THIRD_TAKEN');
  audit({ provider: identity.provider });
  await notifyOwner('message.third-bound', identity.provider, context);
  return { id };
}

async function notifyOwner(event: 'message.third-bound' | 'message.third-unbound', provider: string, context: Signed) {
  const sentence = message(event, { provider: named(context.services.thirdParties.nameOf(provider)) });
  await notify(context.db, {
    loginId: context.caller.personId,
    kind: 'account',
    message: sentence,
    link: securityPage,
  });
}

/**
 * Never removes the last way to sign in: a user always has a phone (a constraint of `login`), which can receive a code.
 */
export async function unbindThirdAccount({ id }: InputOf<Calls['unbindThirdAccount']>, context: Signed) {
  const { db, caller, now, audit } = context;
  await requireConfirmed(db, caller, now);
  const provider = await deleteBound(db, { personId: caller.personId, id });
  if (provider === undefined) throw new Refusal('NOT_FOUND');
  audit({ provider });
  await notifyOwner('message.third-unbound', provider, context);
  return null;
}
