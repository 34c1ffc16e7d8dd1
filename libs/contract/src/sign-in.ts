import { z } from 'zod';
import { Entered, Password, Phone, Sent, SignedIn, Solved, sending, TextCode } from './account.ts';
import { call, nil, nothing } from './call.ts';
import { Language } from './language.ts';
import { PasskeyCreation, PasskeyMade, PasskeyRequest, PasskeyUsed } from './passkeys.ts';
import type { Word } from './words.ts';

/** For so long after the password was shown what protects the account may be changed (OWASP ASVS 5.0, 7.5). */
export const confirmedMinutes = 10;
/** Page of the site to which providers of identities send people back. */
export const thirdReturnPath = '/login/third';
/** Page of the site that a QR code leads a phone to; the id follows. */
export const appPagePath = '/h5/authorize';

/** For so long a QR code on a screen can be authorised. */
export const appValidSeconds = 120;

const Name = z.string().trim().min(1).max(60);
const Id = z.uuid();
const Ticket = z.string().max(64);
/** Of an authenticator app. */
const TotpCode = z.string().regex(/^\d{6}$/);
/** As they are shown: four groups; case and dashes do not count. */
const RecoveryCode = z.string().trim().min(16).max(24);

export const factorKinds = ['totp', 'passkey'] as const;
export const FactorKind = z.enum(factorKinds);
export const factorWords: Record<z.infer<typeof FactorKind>, Word> = {
  totp: ['验证器应用', 'Authenticator app'],
  passkey: ['通行密钥', 'Passkey'],
};

const Factor = z.strictObject({
  id: z.string(),
  kind: FactorKind,
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: not yet. */
  usedAt: z.iso.datetime().nullable(),
});
export type Factor = z.infer<typeof Factor>;

/** With the first factor come ten recovery codes, shown once; null where there are some already. */
const Added = z.strictObject({ factorId: z.string(), recoveryCodes: z.array(z.string()).nullable() });

/** Read from what the browser says of itself: an aid to memory, no proof. Null where it does not say. */
export const Device = z.strictObject({ browser: z.string().nullable(), system: z.string().nullable() });
export type Device = z.infer<typeof Device>;

const SessionOfMine = z.strictObject({
  id: z.string(),
  device: Device,
  address: z.string(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type SessionOfMine = z.infer<typeof SessionOfMine>;

export const appStates = ['waiting', 'scanned', 'authorized', 'refused', 'expired'] as const;
export const AppState = z.enum(appStates);
const AppId = z.string().regex(/^[\w-]{22}$/);

const Provider = z.strictObject({ provider: z.string(), name: z.string() });
/** What came back to the site's address with whoever returned from the provider. */
const Returned = {
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4_000),
  /** RFC 9207. */
  iss: z.string().max(500).optional(),
};
const Bound = z.strictObject({
  id: z.string(),
  provider: z.string(),
  /** Of the provider, in the operator's words. */
  name: z.string(),
  /** What the identity is called there; null where the provider does not say. */
  label: z.string().nullable(),
  boundAt: z.iso.datetime(),
});
export type Bound = z.infer<typeof Bound>;

/** Nobody here has this identity yet: the ticket binds it to whoever signs in or registers in the same browser. */
const Unknown = z.strictObject({
  token: z.null(),
  unknown: z.strictObject({
    ticket: z.string(),
    name: z.string(),
    label: z.string().nullable(),
    validSeconds: z.int(),
  }),
});

const trying = [{ per: 'address', times: 60, seconds: 3_600 }] as const;
const own = [{ per: 'login', times: 60, seconds: 3_600 }] as const;

const secondStep = {
  ways: call({
    method: 'GET',
    path: '/creditor/signIn/ways',
    who: 'public',
    summary: 'The ways to sign in that this service offers beside phone and password.',
    input: nothing,
    reply: z.strictObject({
      providers: z.array(Provider),
      /** The only origin at which passkeys of this service can be used. */
      passkeyOrigin: z.string(),
    }),
  }),
  secondStep: call({
    method: 'POST',
    path: '/creditor/signIn/secondStep',
    who: 'public',
    summary: 'Finishes signing in with a code of the authenticator app, or a recovery code, which is then spent.',
    input: z
      .strictObject({ ticket: Ticket, code: TotpCode.optional(), recoveryCode: RecoveryCode.optional() })
      .refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), { path: ['code'] }),
    reply: SignedIn,
    refusals: ['TICKET_INVALID', 'SECOND_CODE_INVALID', 'LOCKED', 'LOGIN_DISABLED'],
    limits: trying,
    audit: 'session.begun',
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/creditor/signIn/passkey/options',
    who: 'public',
    summary:
      'What the browser is to use a passkey with: any of this site’s, or as second step one of whoever holds the ticket.',
    input: z.strictObject({ ticket: Ticket.optional() }),
    reply: PasskeyRequest,
    refusals: ['TICKET_INVALID'],
    limits: [{ per: 'address', times: 240, seconds: 3_600 }],
    audit: null,
  }),
  loginByPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/passkey',
    who: 'public',
    summary: 'Signs in with a passkey alone, which is two factors in one; or finishes signing in as second step.',
    input: z.strictObject({ used: PasskeyUsed }),
    reply: SignedIn,
    refusals: ['PASSKEY_INVALID', 'LOGIN_DISABLED'],
    limits: trying,
    audit: 'session.begun',
  }),
};

const factors = {
  factors: call({
    method: 'GET',
    path: '/creditor/signIn/factors',
    who: 'user',
    summary: 'The person’s second factors, and what he can confirm himself with.',
    input: nothing,
    reply: z.strictObject({
      list: z.array(Factor),
      recoveryCodesLeft: z.int(),
      hasPassword: z.boolean(),
      /** Until when what protects the account may be changed without showing the password again; null: not now. */
      confirmedUntil: z.iso.datetime().nullable(),
    }),
  }),
  sendConfirmCode: call({
    method: 'POST',
    path: '/creditor/signIn/confirm/msg',
    who: 'user',
    summary: 'Sends a code to the person’s own phone, to confirm himself where he has no password.',
    input: z.strictObject(Solved),
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', 'HAS_PASSWORD'],
    limits: [...sending, { per: 'login', times: 10, seconds: 86_400 }],
    audit: 'code.sent',
  }),
  confirm: call({
    method: 'POST',
    path: '/creditor/signIn/confirm',
    who: 'user',
    summary:
      'Confirms who is at the keyboard: by password (or a code, where there is none) and, where there is one, a second factor.',
    input: z.strictObject({
      password: z.string().min(1).max(128).optional(),
      textCode: TextCode.optional(),
      code: TotpCode.optional(),
      recoveryCode: RecoveryCode.optional(),
    }),
    reply: z.strictObject({ confirmedUntil: z.iso.datetime() }),
    refusals: ['PASSWORD_WRONG', 'CODE_INVALID', 'SECOND_CODE_INVALID', 'SECOND_CODE_NEEDED', 'LOCKED'],
    limits: own,
    audit: 'person.confirmed',
  }),
  confirmByPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/confirm/passkey',
    who: 'user',
    summary: 'Confirms who is at the keyboard by one of his passkeys.',
    input: z.strictObject({ used: PasskeyUsed }),
    reply: z.strictObject({ confirmedUntil: z.iso.datetime() }),
    refusals: ['PASSKEY_INVALID'],
    limits: own,
    audit: 'person.confirmed',
  }),
  newTotp: call({
    method: 'POST',
    path: '/creditor/signIn/totp/new',
    who: 'user',
    summary: 'A secret for an authenticator app; it counts once a code of it was shown.',
    input: nothing,
    reply: z.strictObject({ factorId: z.string(), secret: z.string(), address: z.string() }),
    refusals: ['CONFIRM_FIRST', 'TOO_MANY_FACTORS'],
    limits: own,
    audit: 'factor.begun',
  }),
  addTotp: call({
    method: 'POST',
    path: '/creditor/signIn/totp',
    who: 'user',
    summary: 'Adds the authenticator app by a code of it.',
    input: z.strictObject({ factorId: Id, code: TotpCode, name: Name }),
    reply: Added,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND', 'SECOND_CODE_INVALID'],
    limits: own,
    audit: 'factor.added',
  }),
  newPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/passkey/new',
    who: 'user',
    summary: 'What the browser is to make a passkey with.',
    input: nothing,
    reply: PasskeyCreation,
    refusals: ['CONFIRM_FIRST', 'TOO_MANY_FACTORS'],
    limits: own,
    audit: null,
  }),
  addPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/passkey/add',
    who: 'user',
    summary: 'Adds the passkey that was made.',
    input: z.strictObject({ made: PasskeyMade, name: Name }),
    reply: Added,
    refusals: ['CONFIRM_FIRST', 'PASSKEY_INVALID'],
    limits: own,
    audit: 'factor.added',
  }),
  renameFactor: call({
    method: 'PUT',
    path: '/creditor/signIn/factor/{id}',
    who: 'user',
    summary: 'Gives a second factor another name.',
    input: z.strictObject({ id: Id, name: Name }),
    reply: nil,
    refusals: ['NOT_FOUND'],
    audit: 'factor.renamed',
  }),
  removeFactor: call({
    method: 'DELETE',
    path: '/creditor/signIn/factor/{id}',
    who: 'user',
    summary: 'Removes a second factor; with the last one the recovery codes go.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    audit: 'factor.removed',
  }),
  newRecoveryCodes: call({
    method: 'POST',
    path: '/creditor/signIn/recoveryCodes',
    who: 'user',
    summary: 'Ten new recovery codes, shown once; the ones before are void.',
    input: nothing,
    reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    refusals: ['CONFIRM_FIRST', 'NO_FACTOR'],
    limits: own,
    audit: 'recovery-codes.made',
  }),
};

const sessions = {
  sessions: call({
    method: 'GET',
    path: '/creditor/signIn/sessions',
    who: 'user',
    summary: 'Where the person is signed in.',
    input: nothing,
    reply: z.strictObject({ list: z.array(SessionOfMine) }),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/creditor/signIn/session/{id}',
    who: 'user',
    summary: 'Ends one of the person’s sessions; its token is dead at once.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    audit: 'session.ended',
  }),
  endOtherSessions: call({
    method: 'POST',
    path: '/creditor/signIn/sessions/end',
    who: 'user',
    summary: 'Ends all of the person’s sessions but this one.',
    input: nothing,
    reply: z.strictObject({ ended: z.int() }),
    refusals: ['CONFIRM_FIRST'],
    audit: 'sessions.ended',
  }),
};

const app = {
  appId: call({
    method: 'GET',
    path: '/creditor/login/app/id',
    who: 'public',
    summary: 'A new id for signing in by QR code, good for two minutes and for this browser alone.',
    input: nothing,
    reply: z.strictObject({
      appId: AppId,
      /** What the QR code says: the page on which a phone authorises it. */
      address: z.string(),
      /** Two digits that whoever authorises it reads here and types there. */
      number: z.string(),
      validSeconds: z.int(),
    }),
    limits: [{ per: 'address', times: 240, seconds: 3_600 }],
    audit: null,
  }),
  appStatus: call({
    method: 'GET',
    path: '/creditor/login/app/id/authorize/status/{appId}',
    who: 'public',
    summary: 'How far that sign-in is; once it is authorised it is given, once, to the browser that asked.',
    input: z.strictObject({ appId: AppId }),
    reply: z.strictObject({ state: AppState, token: z.string().nullable(), expiresAt: z.iso.datetime().nullable() }),
    refusals: ['NOT_FOUND', 'LOGIN_DISABLED'],
    audit: 'session.begun',
  }),
  appScan: call({
    method: 'POST',
    path: '/creditor/signIn/app/{appId}/scan',
    who: 'user',
    summary:
      'Takes the QR code for whoever is signed in on the phone, and says what asks to be signed in, and from where.',
    input: z.strictObject({ appId: AppId }),
    reply: z.strictObject({ device: Device, address: z.string(), askedAt: z.iso.datetime(), validSeconds: z.int() }),
    refusals: ['NOT_FOUND'],
    limits: own,
    audit: 'app.scanned',
  }),
  appApprove: call({
    method: 'POST',
    path: '/creditor/signIn/app/{appId}/approve',
    who: 'user',
    summary: 'Lets that browser sign in as the person on the phone; a wrong number refuses it for good.',
    input: z.strictObject({ appId: AppId, number: z.string().regex(/^\d{2}$/) }),
    reply: nil,
    refusals: ['NOT_FOUND', 'NUMBER_WRONG'],
    limits: own,
    audit: 'app.approved',
  }),
  appRefuse: call({
    method: 'POST',
    path: '/creditor/signIn/app/{appId}/refuse',
    who: 'user',
    summary: 'Refuses it.',
    input: z.strictObject({ appId: AppId }),
    reply: nil,
    refusals: ['NOT_FOUND'],
    limits: own,
    audit: 'app.refused',
  }),
};

const third = {
  thirdBegin: call({
    method: 'POST',
    path: '/creditor/signIn/third/begin',
    who: 'public',
    summary: 'Where to send whoever is to show an identity of a third party; good for this browser alone.',
    input: z.strictObject({ provider: z.string().max(40) }),
    reply: z.strictObject({ address: z.string() }),
    refusals: ['NOT_FOUND', 'PROVIDER_FAILED'],
    limits: trying,
    audit: null,
  }),
  loginByThirdAccount: call({
    method: 'POST',
    path: '/creditor/loginByThirdAccount',
    who: 'public',
    summary:
      'Signs in by a bound identity of a third party; one that is not bound is told so with a ticket to bind it.',
    input: z.strictObject(Returned),
    reply: z.union([...Entered.options, Unknown]),
    refusals: ['THIRD_REFUSED', 'PROVIDER_FAILED', 'LOGIN_DISABLED'],
    limits: trying,
    audit: 'session.begun',
  }),
  bindings: call({
    method: 'GET',
    path: '/creditor/signIn/third',
    who: 'user',
    summary: 'Identities of third parties that are bound to the person.',
    input: nothing,
    reply: z.strictObject({ list: z.array(Bound) }),
  }),
  bindThirdAccount: call({
    method: 'PUT',
    path: '/creditor/user/bindThirdAccount',
    who: 'user',
    summary: 'Binds an identity that was just shown, or the one of a ticket, to the person.',
    input: z
      .strictObject({
        state: Returned.state.optional(),
        code: Returned.code.optional(),
        iss: Returned.iss,
        ticket: Ticket.optional(),
      })
      .refine(({ state, code, ticket }) => (ticket === undefined) !== (state === undefined || code === undefined), {
        path: ['ticket'],
      }),
    reply: z.strictObject({ id: z.string() }),
    refusals: ['CONFIRM_FIRST', 'THIRD_REFUSED', 'PROVIDER_FAILED', 'TICKET_INVALID', 'THIRD_TAKEN', 'THIRD_BOUND'],
    limits: own,
    audit: 'third-account.bound',
  }),
  rebindThirdAccount: call({
    method: 'PUT',
    path: '/creditor/user/rebindThirdAccount',
    who: 'user',
    summary: 'Replaces the bound identity of a provider by one that was just shown there.',
    input: z.strictObject(Returned),
    reply: z.strictObject({ id: z.string() }),
    refusals: ['CONFIRM_FIRST', 'THIRD_REFUSED', 'PROVIDER_FAILED', 'THIRD_TAKEN', 'NOT_FOUND'],
    limits: own,
    audit: 'third-account.rebound',
  }),
  unbindThirdAccount: call({
    method: 'PUT',
    path: '/creditor/user/unbindThirdAccount',
    who: 'user',
    summary: 'Unbinds an identity. It is never the last way to sign in: a person always has a phone.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    limits: own,
    audit: 'third-account.unbound',
  }),
};

const partner = {
  registerByPartner: call({
    method: 'POST',
    path: '/creditor/user/app/register',
    who: 'public',
    summary: 'Registers through a partner application, which signs the request (docs/formats/partner-registration.md).',
    input: z.strictObject({
      appId: z.string().regex(/^[\w-]{1,40}$/),
      /** Seconds of Unix time. */
      timestamp: z.string().regex(/^\d{10}$/),
      nonce: z.string().regex(/^[\w-]{16,64}$/),
      /** HMAC-SHA-256, 64 hexadecimal digits. */
      signature: z.string().regex(/^[0-9a-f]{64}$/),
      phone: Phone,
      code: TextCode,
      name: z.string().regex(/^\S(.{0,58}\S)?$/u),
      password: Password.optional(),
      /** Whoever registers has accepted the service agreement and the privacy statement. */
      agreed: z.enum(['true']).or(z.literal(true)),
      language: Language.optional(),
    }),
    reply: z.strictObject({ userId: z.string(), accountId: z.string() }),
    refusals: ['SIGNATURE_INVALID', 'REQUEST_STALE', 'CODE_INVALID', 'PHONE_TAKEN', 'PASSWORD_COMMON'],
    limits: [{ per: 'address', times: 600, seconds: 3_600 }],
    audit: 'account.registered',
  }),
};

export const signInCalls = { ...secondStep, ...factors, ...sessions, ...app, ...third, ...partner };
