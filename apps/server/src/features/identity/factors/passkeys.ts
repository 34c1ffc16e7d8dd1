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
/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): what authenticators have, and nothing of Node that is experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

interface At {
  /** Of the site, as browsers reach it. */
  publicUrl: string;
  now: Date;
}

/** What a browser is asked to make a passkey with: one that it finds by itself later, and that asks who is there. */
export async function creationFor(
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
  await remember(db, options.challenge, { personId: person.personId, ticketSha256: null, now });
  return options;
}

/** @throws Refusal PASSKEY_INVALID */
export async function takeMade(
  db: Client,
  o: At & { personId: string; made: PasskeyMade; name: string },
): Promise<string> {
  const { made, publicUrl, now, personId } = o;
  const challenge = await spend(db, made.response.clientDataJSON, now);
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

/** For whoever holds the ticket of a second step; else for anybody: the browser then offers what it has. */
export async function requestFor(db: Client, o: At & { step?: { personId: string; ticketSha256: Buffer } }) {
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
  await remember(db, options.challenge, { personId: null, ticketSha256, now: o.now });
  return options;
}

/**
 * Whose passkey signed the challenge, and for which second step if any. A signature that the authenticator counted before is
 * refused (W3C Web Authentication 3, §7.2 step 22): the key may have been copied. @throws Refusal PASSKEY_INVALID
 */
export async function takeUsed(
  db: Client,
  { used, publicUrl, now }: At & { used: PasskeyUsed },
): Promise<{ personId: string; ticketSha256: Buffer | null }> {
  const challenge = await spend(db, used.response.clientDataJSON, now);
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

const remember = (
  db: Client,
  challenge: string,
  { now, ...whose }: { personId: string | null; ticketSha256: Buffer | null; now: Date },
): Promise<void> =>
  insertChallenge(db, {
    ...whose,
    challengeSha256: digestOf(challenge),
    now,
    expiresAt: new Date(now.getTime() + validMs),
  });

/** The challenge that was signed is gone, whatever comes of it. */
async function spend(db: Client, clientDataJSON: string, now: Date) {
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

/** The library throws for each reason not to believe what was sent. */
function refuse(): never {
  throw invalid();
}
