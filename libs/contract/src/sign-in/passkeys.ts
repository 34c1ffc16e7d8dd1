import { z } from 'zod';

/** Bytes as base64url without padding, as in WebAuthn's JSON. */
const Bytes64 = z
  .string()
  .regex(/^[\w-]+$/, 'base64')
  .max(20_000);
const type = z.literal('public-key');
const Known = z.strictObject({ id: Bytes64, type: z.string(), transports: z.array(z.string()).optional() });
const UserVerification = z.enum(['required', 'preferred', 'discouraged']);

/** Options for creating a passkey (W3C Web Authentication 3, §5.4). */
export const PasskeyCreation = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: Bytes64, name: z.string(), displayName: z.string() }),
  challenge: Bytes64,
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(Known).optional(),
  authenticatorSelection: z
    .object({
      residentKey: UserVerification.optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: UserVerification.optional(),
    })
    .optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
  extensions: z.object({ credProps: z.boolean().optional() }).optional(),
});

/** Options for using a passkey (§5.5). */
export const PasskeyRequest = z.object({
  challenge: Bytes64,
  rpId: z.string().optional(),
  timeout: z.int().optional(),
  allowCredentials: z.array(Known).optional(),
  userVerification: UserVerification.optional(),
});

const credential = { id: Bytes64.max(1_400), rawId: Bytes64.max(1_400), type };
/** Reported by the browser without a signature, so it is ignored. */
const clientExtensionResults = z.object({}).default({});

/** A new passkey (§5.1, RegistrationResponseJSON). */
export const PasskeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes64,
    attestationObject: Bytes64,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults,
});

/** The signature of a passkey (AuthenticationResponseJSON). */
export const PasskeyUsed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes64,
    authenticatorData: Bytes64,
    signature: Bytes64,
    userHandle: Bytes64.optional(),
  }),
  clientExtensionResults,
});
export type PasskeyMade = z.infer<typeof PasskeyMade>;
export type PasskeyUsed = z.infer<typeof PasskeyUsed>;
