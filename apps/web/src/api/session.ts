import type { ApiError } from './api-error.ts';

/**
 * The session is an HttpOnly cookie. This flag remembers that the user signed in, so that the sign-in page can redirect;
 * only the server knows whether the session is still valid.
 */
const mark = 'signedIn';

export const rememberSignIn = (): void => localStorage.setItem(mark, 'yes');
export const wasSignedIn = (): boolean => localStorage.getItem(mark) !== null;

/** Removes everything a session stored in the browser. */
export function clearSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  // The server's refusal clears its own cookie; this clears an old one that scripts could read.
  document.cookie = 'bq-x-token=; path=/; max-age=0';
}

let leave: (wasSignedIn: boolean) => void = () => {};
let leaveToException: (refused: ApiError) => void = () => {};
let leaveConsole: () => void = () => {};
let leaveParty: () => void = () => {};

/** @param handler redirects to the sign-in page, and tells users who were signed in why */
export function onSessionExpired(handler: (wasSignedIn: boolean) => void): void {
  leave = handler;
}

/** @param handler redirects to the console's sign-in page and shows the reason */
export function onConsoleExpired(handler: () => void): void {
  leaveConsole = handler;
}

export function sessionExpired(): void {
  const wasSignedInHere = wasSignedIn();
  clearSession();
  leave(wasSignedInHere);
}

/** @param handler opens `/exception` with the refusal's code and message */
export function onException(handler: (refused: ApiError) => void): void {
  leaveToException = handler;
}

export const showException = (refused: ApiError): void => leaveToException(refused);

/** @param handler redirects a party to the sign-in page of their matter */
export function onPartyExpired(handler: () => void): void {
  leaveParty = handler;
}

/** Leaves a desk session in the same browser unaffected. */
export function consoleExpired(): void {
  leaveConsole();
}

/** Leaves desk and console sessions in the same browser unaffected. */
export function partyExpired(): void {
  leaveParty();
}
