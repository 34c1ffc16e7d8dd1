import { z } from 'zod';
import { call, nil, nothing } from '../call.ts';
import { TextCode } from '../identity/credentials.ts';
import { Sent, Solved, sending, sendingRefusals } from '../identity/text-codes.ts';
import { Name } from '../shared/names.ts';
import type { Word } from '../shared/words.ts';
import { Id, own, RecoveryCode, TotpCode } from './inputs.ts';
import { PasskeyCreation, PasskeyMade, PasskeyUsed } from './passkeys.ts';

/** Time for changing security settings after confirming one's identity (OWASP ASVS 5.0, 7.5). */
export const confirmedMinutes = 10;

/** Kinds of second factors. */
export const factorKinds = ['totp', 'passkey'] as const;
/** Kind of a second factor. */
export const FactorKind = z.enum(factorKinds);
/** Words for the kinds of second factors. */
export const factorWords: Record<z.infer<typeof FactorKind>, Word> = {
  totp: ['验证器应用', 'Authenticator app'],
  passkey: ['通行密钥', 'Passkey'],
};

const Factor = z.strictObject({
  id: z.string(),
  kind: FactorKind,
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null if never used. */
  usedAt: z.iso.datetime().nullable(),
});
/** A second factor of the user. */
export type Factor = z.infer<typeof Factor>;

/** Ten recovery codes, shown once with the first factor; null if the user already has some. */
const Added = z.strictObject({ factorId: z.string(), recoveryCodes: z.array(z.string()).nullable() });

/** A user's second factors and the ways to confirm their identity. */
export const factorCalls = {
  factors: call({
    method: 'GET',
    path: '/creditor/signIn/factors',
    who: 'user',
    beforeOwnPassword: true,
    summary: "Lists the user's second factors and the ways to confirm their identity.",
    input: nothing,
    reply: z.strictObject({
      list: z.array(Factor),
      recoveryCodesLeft: z.int(),
      hasPassword: z.boolean(),
      /** Until then, security settings can be changed without confirming again; null: confirmation needed. */
      confirmedUntil: z.iso.datetime().nullable(),
    }),
  }),
  sendConfirmCode: call({
    method: 'POST',
    path: '/creditor/signIn/confirm/msg',
    who: 'user',
    needsSession: true,
    of: 'person',
    summary: 'Sends a confirmation code to the phone of a user without a password.',
    input: z.strictObject(Solved),
    reply: Sent,
    refusals: ['CHALLENGE_UNSOLVED', 'HAS_PASSWORD', ...sendingRefusals],
    limits: [...sending, { per: 'login', times: 10, seconds: 86_400 }],
    audit: 'code.sent',
  }),
  confirm: call({
    method: 'POST',
    path: '/creditor/signIn/confirm',
    who: 'user',
    needsSession: true,
    of: 'person',
    beforeOwnPassword: true,
    summary:
      "Confirms the user's identity by password (or a code if there is none) and by second factor if there is one.",
    input: z.strictObject({
      password: z.string().min(1).max(128).optional(),
      textCode: TextCode.optional(),
      code: TotpCode.optional(),
      recoveryCode: RecoveryCode.optional(),
    }),
    reply: z.strictObject({ confirmedUntil: z.iso.datetime() }),
    refusals: [
      'PASSWORD_WRONG',
      'CODE_INVALID',
      'SECOND_CODE_INVALID',
      'SECOND_CODE_NEEDED',
      'LOCKED',
      'PASSWORDS_BUSY',
    ],
    limits: own,
    audit: 'person.confirmed',
  }),
  confirmByPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/confirm/passkey',
    who: 'user',
    needsSession: true,
    of: 'person',
    beforeOwnPassword: true,
    summary: "Confirms the user's identity with a passkey.",
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
    of: 'person',
    summary: 'Returns a secret for an authenticator app; it takes effect once a code from it is verified.',
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
    of: 'person',
    summary: 'Adds the authenticator app by verifying a code from it.',
    input: z.strictObject({ factorId: Id, code: TotpCode, name: Name }),
    reply: Added,
    refusals: ['CONFIRM_FIRST', 'TOO_MANY_FACTORS', 'LOCKED', 'NOT_FOUND', 'SECOND_CODE_INVALID'],
    limits: own,
    audit: 'factor.added',
  }),
  newPasskey: call({
    method: 'POST',
    path: '/creditor/signIn/passkey/new',
    who: 'user',
    summary: 'Returns the options with which the browser creates a passkey.',
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
    of: 'person',
    summary: 'Adds the passkey the browser created.',
    input: z.strictObject({ made: PasskeyMade, name: Name }),
    reply: Added,
    refusals: ['CONFIRM_FIRST', 'TOO_MANY_FACTORS', 'PASSKEY_INVALID'],
    limits: own,
    audit: 'factor.added',
  }),
  renameFactor: call({
    method: 'PUT',
    path: '/creditor/signIn/factor/{id}',
    who: 'user',
    of: 'person',
    summary: 'Renames a second factor.',
    input: z.strictObject({ id: Id, name: Name }),
    reply: nil,
    refusals: ['NOT_FOUND'],
    audit: 'factor.renamed',
  }),
  removeFactor: call({
    method: 'DELETE',
    path: '/creditor/signIn/factor/{id}',
    who: 'user',
    of: 'person',
    summary: 'Removes a second factor; removing the last one also deletes the recovery codes.',
    input: z.strictObject({ id: Id }),
    reply: nil,
    refusals: ['CONFIRM_FIRST', 'NOT_FOUND'],
    audit: 'factor.removed',
  }),
  newRecoveryCodes: call({
    method: 'POST',
    path: '/creditor/signIn/recoveryCodes',
    who: 'user',
    of: 'person',
    summary: 'Generates ten new recovery codes, shown once; earlier codes stop working.',
    input: nothing,
    reply: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    refusals: ['CONFIRM_FIRST', 'NO_FACTOR'],
    limits: own,
    audit: 'recovery-codes.made',
  }),
};
