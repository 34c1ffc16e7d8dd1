import { calls, type PasskeyMade, type PasskeyUsed } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';

/** Passkeys are bound to one origin; at another origin of the service the browser wouldn't find them. */
export const canUsePasskeys = (passkeyOrigin: string | undefined): boolean =>
  'PublicKeyCredential' in window && location.origin === passkeyOrigin;

/** @param ticket of a second step; if absent, the user may choose any of their passkeys for this site */
export async function signWithPasskey(ticket?: string): Promise<PasskeyUsed> {
  const optionsJSON = await ask(calls.signIn.passkeyOptions, { ticket });
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON })), clientExtensionResults: {} };
}

export async function makePasskey(): Promise<PasskeyMade> {
  const optionsJSON = await ask(calls.signIn.newPasskey, {});
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON })), clientExtensionResults: {} };
}

/** The user dismissed the browser's prompt or let it time out. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** The authenticator already has a passkey of this user. */
export const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';
