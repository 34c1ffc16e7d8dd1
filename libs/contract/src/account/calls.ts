import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { CertificationState } from '../certification/states.ts';
import { Password, Phone, TextCode } from '../identity/credentials.ts';
import { Entered, failing, SignedIn } from '../identity/sessions.ts';
import { Challenge, SendRequest, Sent, sending, sendingRefusals } from '../identity/text-codes.ts';
import { isPhone, normalizePhone } from '../identity/typed-credentials.ts';
import { UnreadCount } from '../messages/kinds.ts';
import { Cents, Service } from '../money/money.ts';
import { Language } from '../shared/language.ts';
import { accountNameLength } from '../shared/limits.ts';
import { AccountCode, Name } from '../shared/names.ts';
import { Permission, Scope } from '../shared/rights.ts';
import { agreementVersion } from './agreements.ts';

/** The caller: the user, the account they act for, and what they may do there. */
export const Me = z.strictObject({
  userId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  accountCode: AccountCode,
  /** The person who signed in; differs from `userId` while acting as another login. */
  person: z.strictObject({
    userId: z.string(),
    name: z.string(),
    /** `138****1234` */
    phone: z.string(),
  }),
  /** `main`: holds the account; `sub`: works for it. */
  role: z.enum(['main', 'sub']),
  name: z.string(),
  /** Name that a sub-account signs in with; null if it has none. */
  loginName: z.string().nullable(),
  /** Permissions of a member; the holder has all of them. */
  permissions: z.array(Permission),
  /** Which evidence of the account they see; `all` for the holder. */
  scope: Scope,
  /** `138****1234`; null for a seat in another account. */
  phone: z.string().nullable(),
  /** Certifications of the person who signed in and of the account acted for. */
  certification: z.strictObject({ personal: CertificationState, enterprise: CertificationState }),
  /** The login acted as. */
  unread: UnreadCount,
  /** Balance of the account; null for a member without permission to see it. */
  balance: z.strictObject({ balanceCents: Cents, heldCents: Cents }).nullable(),
  /** Units left in the account's packages, by service; null under the same rule as the balance. */
  packageQuotas: z.array(z.strictObject({ service: Service, left: z.int() })).nullable(),
  language: Language,
  registeredAt: z.iso.datetime(),
});
export type Me = z.infer<typeof Me>;

/** A phone may be typed with separators; a login name or mail address never looks like one. */
const normalizeAccount = (typed: string): string => (isPhone(typed) ? normalizePhone(typed) : typed);

/** Records of the calls about registering, signing in and the account. */
export const accountCalls = {
  challenge: call({
    method: 'GET',
    path: '/creditor/msg',
    who: 'public',
    summary: 'Returns a proof-of-work challenge to solve before an SMS code is sent.',
    input: nothing,
    reply: Challenge,
    limits: [{ per: 'address', times: 1_200, seconds: 3_600 }],
  }),
  sendRegisterCode: call({
    method: 'POST',
    path: '/creditor/user/msg',
    who: 'public',
    summary: "Sends a registration code. The reply doesn't reveal whether the phone is registered.",
    input: SendRequest,
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', ...sendingRefusals],
    limits: sending,
    audit: 'code.sent',
  }),
  sendLoginCode: call({
    method: 'POST',
    path: '/creditor/login/msg',
    who: 'public',
    summary: "Sends a sign-in code. The reply doesn't reveal whether the phone is registered.",
    input: SendRequest,
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', ...sendingRefusals],
    limits: sending,
    audit: 'code.sent',
  }),
  sendResetCode: call({
    method: 'POST',
    path: '/creditor/user/pwd/msg',
    who: 'public',
    summary: "Sends a password reset code. The reply doesn't reveal whether the phone is registered.",
    input: SendRequest,
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', ...sendingRefusals],
    limits: sending,
    audit: 'code.sent',
  }),
  checkCode: call({
    method: 'GET',
    path: '/creditor/user/msg/code',
    who: 'public',
    summary:
      'Verifies a registration or password reset code and returns a single-use ticket for the next step of that purpose. A sign-in code signs in at once.',
    input: z.strictObject({ phone: Phone, purpose: z.enum(['register', 'reset']), code: TextCode }),
    reply: z.strictObject({ ticket: z.string(), validSeconds: z.int() }),
    refusals: ['CODE_INVALID'],
    limits: failing,
  }),
  register: call({
    method: 'POST',
    path: '/creditor/user/register',
    who: 'public',
    summary: 'Creates an account with phone, code or its ticket, password and accepted agreements, and signs in.',
    input: z
      .strictObject({
        phone: Phone,
        code: TextCode.optional(),
        ticket: z.string().max(64).optional(),
        password: Password,
        name: Name,
        /** The service agreement and the privacy statement, as the site shows them. */
        agreed: z.stringbool().or(z.boolean()).pipe(z.literal(true)),
        /** Version of the agreements that was shown. */
        agreementVersion: z.string().max(20).default(agreementVersion),
        language: Language.default('zh'),
      })
      .refine(({ code, ticket }) => (code === undefined) !== (ticket === undefined), { path: ['code'] }),
    reply: SignedIn,
    refusals: ['CODE_INVALID', 'PHONE_TAKEN', 'PASSWORD_COMMON', 'PASSWORDS_BUSY', 'AGREEMENT_CHANGED'],
    limits: failing,
    audit: 'account.registered',
  }),
  login: call({
    method: 'POST',
    path: '/creditor/login',
    who: 'public',
    summary: 'Signs in with phone, login name or verified email, and password.',
    input: z.strictObject({
      /** Phone, login name or verified mail address. */
      account: z.string().trim().min(1).max(accountNameLength).overwrite(normalizeAccount),
      password: z.string().min(1).max(128),
    }),
    reply: Entered,
    refusals: ['CREDENTIALS_INVALID', 'LOCKED', 'LOGIN_DISABLED', 'PASSWORDS_BUSY'],
    limits: failing,
    audit: 'session.begun',
    mayAudit: ['second-step.asked'],
  }),
  loginByPhone: call({
    method: 'POST',
    path: '/creditor/login/phone/{code}',
    who: 'public',
    summary: 'Signs in with phone and the code in the path.',
    input: z.strictObject({ code: TextCode, phone: Phone }),
    reply: Entered,
    refusals: ['CREDENTIALS_INVALID', 'CODE_INVALID', 'LOGIN_DISABLED'],
    limits: failing,
    audit: 'session.begun',
    mayAudit: ['second-step.asked'],
  }),
  logout: call({
    method: 'POST',
    path: '/creditor/logout',
    who: 'user',
    of: 'person',
    beforeOwnPassword: true,
    summary: 'Ends this session. Its token stops working immediately.',
    input: nothing,
    reply: nil,
    audit: 'session.ended',
  }),
  resetPassword: call({
    method: 'POST',
    path: '/creditor/user/pwd',
    who: 'public',
    summary: 'Sets a new password with phone and code, or its ticket; ends all sessions.',
    input: z
      .strictObject({
        phone: Phone,
        code: TextCode.optional(),
        ticket: z.string().max(64).optional(),
        password: Password,
      })
      .refine(({ code, ticket }) => (code === undefined) !== (ticket === undefined), {
        path: ['code'],
        error: 'codeOrTicket',
      }),
    reply: nil,
    refusals: ['CODE_INVALID', 'PASSWORD_COMMON', 'PASSWORDS_BUSY'],
    limits: failing,
    audit: 'password.reset',
  }),
  changePassword: call({
    method: 'PUT',
    path: '/creditor/user/pwd',
    who: 'user',
    needsSession: true,
    of: 'person',
    summary: 'Changes the password using the current one; ends all other sessions.',
    input: z.strictObject({ oldPassword: z.string().min(1).max(128), password: Password }),
    reply: nil,
    refusals: ['LOCKED', 'OLD_PASSWORD_WRONG', 'PASSWORD_COMMON', 'PASSWORDS_BUSY'],
    limits: [{ per: 'login', times: 10, seconds: 3_600 }],
    audit: 'password.changed',
  }),
  choosePassword: call({
    method: 'PUT',
    path: '/creditor/user/pwd/own',
    who: 'user',
    of: 'person',
    beforeOwnPassword: true,
    summary: "Replaces a password set by the account owner with the user's own; ends all other sessions.",
    input: z.strictObject({ password: Password }),
    reply: nil,
    refusals: ['STATE_FORBIDS', 'CONFIRM_FIRST', 'PASSWORD_COMMON', 'PASSWORD_SAME', 'PASSWORDS_BUSY'],
    limits: [{ per: 'login', times: 20, seconds: 3_600 }],
    audit: 'password.chosen',
  }),
  accountInfo: call({
    method: 'GET',
    path: '/creditor/account/info',
    who: 'user',
    summary: 'Returns the signed-in user and account.',
    input: nothing,
    reply: Me,
  }),
  rename: call({
    method: 'PUT',
    path: '/creditor/account/name',
    who: 'main',
    summary: "Changes the user's name or the account's name. Fields left out stay unchanged.",
    input: z
      .strictObject({ name: Name.optional(), accountName: Name.optional() })
      .refine(({ name, accountName }) => name !== undefined || accountName !== undefined, {
        path: ['name'],
        error: 'nameOrAccountName',
      }),
    reply: nil,
    limits: [{ per: 'login', times: 20, seconds: 86_400 }],
    audit: 'account.renamed',
  }),
  swapToken: call({
    method: 'POST',
    path: '/ws/swap/token',
    who: 'user',
    needsSession: true,
    summary:
      'Exchanges the session for a short-lived API token, for the common client and WebSockets. It works for evidence, costs and reading; it changes nothing that protects the account and is not exchanged again.',
    input: nothing,
    reply: z.strictObject({ token: z.string(), expiresAt: z.iso.datetime() }),
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: 'token.swapped',
  }),
};
