import { calls, type PasskeyMade, type PasskeyUsed } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';

/** Passkeys are bound to one origin: at another address of the same service the browser would not find them. */
export const canUsePasskeys = (passkeyOrigin: string | undefined): boolean =>
  'PublicKeyCredential' in window && location.origin === passkeyOrigin;

/** @param ticket of a second step; absent: whichever passkey of this site the person chooses */
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

/** The browser asked, and the person said no or did not answer. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** The authenticator has a passkey of this person already. */
export const isKnownHere = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';
