import type { PasskeyMade, PasskeyUsed } from '@proofkeep/contract';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Client } from '../../../database/client.ts';
import { digestOf } from '../../../http/sessions.ts';
import { Refusal } from '../../../kit/refusal.ts';
import {
  countPasskeyUse,
  findPasskeys,
  insertChallenge,
  insertPasskey,
  lockPasskey,
  type PasskeyRow,
  takeChallenge,
} from './passkey-store.ts';

const validMs = 5 * 60_000;
const name = '存真 Proofkeep';
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): supported by authenticators, and stable in Node. */
const supportedAlgorithmIDs = [-8, -7, -257];

interface At {
  /** The site's origin, as browsers reach it. */
  publicUrl: string;
  now: Date;
}

/** Options for a browser to create a passkey that is discoverable and verifies the user. */
export async function passkeyCreation(
  db: Client,
  { publicUrl, now, ...person }: At & { personId: string; userName: string },
) {
  const known = await findPasskeys(db, person.personId);
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: new URL(publicUrl).hostname,
    userName: person.userName,
    userDisplayName: person.userName,
    userID: new Uint8Array(Buffer.from(person.personId)),
    timeout: validMs,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(db, options.challenge, { personId: person.personId, ticketSha256: null, now });
  return options;
}

/** Verifies and stores a new passkey. @returns its id @throws Refusal PASSKEY_INVALID */
export async function registerPasskey(
  db: Client,
  o: At & { personId: string; made: PasskeyMade; name: string },
): Promise<string> {
  const { made, publicUrl, now, personId } = o;
  const challenge = await spendChallenge(db, made.response.clientDataJSON, now);
  if (challenge.personId !== personId) throw invalid();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: made,
    supportedAlgorithmIDs,
    expectedChallenge: challenge.text,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: new URL(publicUrl).hostname,
  }).catch(refuse);
  if (!registrationInfo) throw invalid();
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const transports = made.response.transports ?? [];
  const key = { personId, credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  const id = await insertPasskey(db, { ...key, name: o.name, now });
  if (!id) throw invalid();
  return id;
}

/** Options for a browser to use a passkey: in a second step one of the person's, otherwise any that the browser has. */
export async function passkeyRequest(db: Client, o: At & { step?: { personId: string; ticketSha256: Buffer } }) {
  const known = o.step ? await findPasskeys(db, o.step.personId) : [];
  const options = await generateAuthenticationOptions({
    rpID: new URL(o.publicUrl).hostname,
    timeout: validMs,
    userVerification: 'required',
    ...(o.step
      ? { allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }
      : {}),
  });
  const ticketSha256 = o.step?.ticketSha256 ?? null;
  await storeChallenge(db, options.challenge, { personId: null, ticketSha256, now: o.now });
  return options;
}

/**
 * Verifies a signature with a passkey. Rejects a signature counter that was used before (W3C Web Authentication 3, §7.2
 * step 22): the key may have been copied.
 * @returns the passkey's owner, and the second step the challenge was for, if any
 * @throws Refusal PASSKEY_INVALID
 */
export async function verifyPasskey(
  db: Client,
  { used, publicUrl, now }: At & { used: PasskeyUsed },
): Promise<{ personId: string; ticketSha256: Buffer | null }> {
  const challenge = await spendChallenge(db, used.response.clientDataJSON, now);
  const known = await lockPasskey(db, used.id);
  if (challenge.personId !== null || !known) throw invalid();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: challenge.text,
    expectedOrigin: new URL(publicUrl).origin,
    expectedRPID: new URL(publicUrl).hostname,
    credential: credentialOf(known),
  }).catch(refuse);
  if (!verified) throw invalid();
  await countPasskeyUse(db, known.id, { counter: authenticationInfo.newCounter, now });
  return { personId: known.personId, ticketSha256: challenge.ticketSha256 };
}

const credentialOf = ({ credentialId, publicKey, counter, transports }: PasskeyRow) => ({
  id: credentialId,
  publicKey: new Uint8Array(publicKey),
  counter,
  transports,
});

const storeChallenge = (
  db: Client,
  challenge: string,
  { now, ...owner }: { personId: string | null; ticketSha256: Buffer | null; now: Date },
): Promise<void> =>
  insertChallenge(db, {
    ...owner,
    challengeSha256: digestOf(challenge),
    now,
    expiresAt: new Date(now.getTime() + validMs),
  });

/** Takes the challenge, which is spent even if the verification fails afterwards. */
async function spendChallenge(db: Client, clientDataJSON: string, now: Date) {
  const text = challengeIn(clientDataJSON);
  const known = text === undefined ? undefined : await takeChallenge(db, digestOf(text), now);
  if (text === undefined || !known) throw invalid();
  return { ...known, text };
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const invalid = () => new Refusal('PASSKEY_INVALID', { isKept: true });

/** The library throws whenever a verification fails. */
function refuse(): never {
  throw invalid();
}
