import { z } from 'zod';
import { call, nothing } from '../call.ts';
import { Password, Phone, TextCode } from '../identity/credentials.ts';
import { failing, SignedIn } from '../identity/sessions.ts';
import { Language } from '../shared/language.ts';
import { isName } from '../shared/names.ts';
import { appCalls } from './app-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { RecoveryCode, Ticket, TotpCode } from './inputs.ts';
import { PasskeyRequest, PasskeyUsed } from './passkeys.ts';
import { sessionCalls } from './session-calls.ts';
import { thirdCalls } from './third-party-calls.ts';

const Provider = z.strictObject({ provider: z.string(), name: z.string() });

const secondStep = {
  ways: call({
    method: 'GET',
    path: '/creditor/signIn/ways',
    who: 'public',
    summary: 'Lists the ways to sign in besides phone and password.',
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
    summary: 'Completes sign-in with an authenticator code or a single-use recovery code.',
    input: z
      .strictObject({ ticket: Ticket, code: TotpCode.optional(), recoveryCode: RecoveryCode.optional() })
      .refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
        path: ['code'],
        error: 'codeOrRecoveryCode',
      }),
    reply: SignedIn,
    refusals: ['TICKET_INVALID', 'SECOND_CODE_INVALID', 'LOCKED', 'LOGIN_DISABLED'],
    limits: failing,
    audit: 'session.begun',
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/creditor/signIn/passkey/options',
    who: 'public',
    summary:
      "Returns the options for using a passkey: any passkey of this site, or in the second step one of the ticket's holder.",
    input: z.strictObject({ ticket: Ticket.optional() }),
    reply: PasskeyRequest,
    refusals: ['TICKET_INVALID'],
    limits: [{ per: 'address', times: 2_400, seconds: 3_600 }],
    audit: null,
  }),
  loginByPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/passkey',
    who: 'public',
    summary: 'Signs in with a passkey alone (two factors in one), or completes the second step with it.',
    input: z.strictObject({ used: PasskeyUsed }),
    reply: SignedIn,
    refusals: ['PASSKEY_INVALID', 'LOGIN_DISABLED'],
    limits: failing,
    audit: 'session.begun',
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
      signature: z.string().regex(/^[0-9a-f]{64}$/, 'sha256'),
      phone: Phone,
      code: TextCode,
      // Exactly as signed, so not trimmed.
      name: z
        .string()
        .regex(/^\S(.{0,58}\S)?$/u)
        .refine(isName, 'name'),
      password: Password.optional(),
      /** True if the user accepted the service agreement and privacy statement. */
      agreed: z.enum(['true']).or(z.literal(true)),
      /** Version that the partner showed. */
      agreementVersion: z.string().regex(/^[\w-]{1,20}$/),
      language: Language.optional(),
    }),
    reply: z.strictObject({ userId: z.string(), accountId: z.string() }),
    refusals: [
      'SIGNATURE_INVALID',
      'REQUEST_STALE',
      'AGREEMENT_CHANGED',
      'CODE_INVALID',
      'PHONE_TAKEN',
      'PASSWORD_COMMON',
      'PASSWORDS_BUSY',
    ],
    limits: [{ per: 'address', times: 600, seconds: 3_600 }],
    audit: 'account.registered',
  }),
};

/** Records of the calls about signing in. */
export const signInCalls = { ...secondStep, ...factorCalls, ...sessionCalls, ...appCalls, ...thirdCalls, ...partner };
