import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { Entered, failing } from '../identity/sessions.ts';
import { Id, own, Ticket } from './inputs.ts';

/** Page of the site to which identity providers return the user. */
export const thirdReturnPath = '/login/third';

/** Parameters in which providers return their code: OAuth 2.0 and WeChat, DingTalk, Alipay. */
export const thirdCodeParameters = ['code', 'authCode', 'auth_code'] as const;

/** Parameters with which the provider returned the browser. */
const Returned = {
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4_000),
  /** RFC 9207. */
  iss: z.string().max(500).optional(),
};
const Bound = z.strictObject({
  id: z.string(),
  provider: z.string(),
  /** Display name of the provider, set by the operator. */
  name: z.string(),
  /** Name of the account at the provider; null if not given. */
  label: z.string().nullable(),
  boundAt: z.iso.datetime(),
});
/** A third-party identity linked to the user. */
export type Bound = z.infer<typeof Bound>;

/** The identity isn't linked yet; the ticket links it to the user who signs in or registers in the same browser. */
const Unknown = z.strictObject({
  token: z.null(),
  unknown: z.strictObject({
    ticket: z.string(),
    name: z.string(),
    label: z.string().nullable(),
    validSeconds: z.int(),
  }),
});

/** Signing in with third-party identities, and linking them to a user. */
export const thirdCalls = {
  thirdBegin: call({
    method: 'POST',
    path: '/creditor/signIn/third/begin',
    who: 'public',
    summary: 'Returns the URL that starts a third-party sign-in, valid for this browser only.',
    input: z.strictObject({ provider: z.string().max(40) }),
    reply: z.strictObject({ address: z.string() }),
    refusals: ['NOT_FOUND', 'PROVIDER_FAILED'],
    limits: failing,
    audit: null,
  }),
  loginByThirdAccount: call({
    method: 'POST',
    path: '/creditor/loginByThirdAccount',
    who: 'public',
    summary: 'Signs in with a linked third-party account; an unlinked one gets a ticket for linking it.',
    input: z.strictObject(Returned),
    reply: z.union([...Entered.options, Unknown]),
    refusals: [
      'CREDENTIALS_INVALID',
      'THIRD_REFUSED',
      'THIRD_NOT_MEMBER',
      'THIRD_NO_WECHAT',
      'THIRD_PREVIEW',
      'PROVIDER_FAILED',
      'LOGIN_DISABLED',
    ],
    limits: failing,
    audit: 'session.begun',
  }),
  bindings: call({
    method: 'GET',
    path: '/creditor/signIn/third',
    who: 'user',
    summary: "Lists the user's linked third-party accounts.",
    input: nothing,
    reply: z.strictObject({ list: z.array(Bound) }),
  }),
  bindThirdAccount: call({
    method: 'PUT',
    path: '/creditor/user/bindThirdAccount',
    who: 'user',
    of: 'person',
    summary: 'Links a just verified third-party account, or the one of a ticket, to the user.',
    input: z
      .strictObject({
        state: Returned.state.optional(),
        code: Returned.code.optional(),
        iss: Returned.iss,
        ticket: Ticket.optional(),
      })
      .refine(({ state, code, ticket }) => (ticket === undefined) !== (state === undefined || code === undefined), {
        path: ['ticket'],
        error: 'ticketOrReturn',
      }),
    reply: z.strictObject({ id: z.string() }),
    refusals: [
      'CONFIRM_FIRST',
      'THIRD_REFUSED',
      'THIRD_NOT_MEMBER',
      'THIRD_NO_WECHAT',
      'THIRD_PREVIEW',
      'PROVIDER_FAILED',
      'TICKET_INVALID',
      'THIRD_TAKEN',
      'THIRD_BOUND',
    ],
    limits: own,
    audit: 'third-account.bound',
  }),
  rebindThirdAccount: call({
    method: 'PUT',
    path: '/creditor/user/rebindThirdAccount',
    who: 'user',
    of: 'person',
    summary: 'Replaces the linked account of a provider with the one just verified there.',
    input: z.strictObject(Returned),
    reply: z.strictObject({ id: z.string() }),
    refusals: [
      'CONFIRM_FIRST',
      'THIRD_REFUSED',
      'THIRD_NOT_MEMBER',
      'THIRD_NO_WECHAT',
      'THIRD_PREVIEW',
      'PROVIDER_FAILED',
      'THIRD_TAKEN',
      'NOT_FOUND',
    ],
    limits: own,
    audit: 'third-account.rebound',
  }),
  unbindThirdAccount: call({
    method: 'PUT',
    path: '/creditor/user/unbindThirdAccount',
    who: 'user',
    of: 'person',
    summary: 'Unlinks a third-party account. It is never the last way to sign in: every user has a phone.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    limits: own,
    audit: 'third-account.unbound',
  }),
};
