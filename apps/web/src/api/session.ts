/**
 * The session itself is a cookie that no script can read. That somebody signed in is remembered here, so that the sign-in page
 * can lead on; whether the session still holds is the server's to say.
 */
const mark = 'signedIn';

export const rememberSignIn = (): void => localStorage.setItem(mark, 'yes');
export const wasSignedIn = (): boolean => localStorage.getItem(mark) !== null;

/** Nothing of a session stays in the browser once it has ended. */
export function clearSession(): void {
  localStorage.clear();
  sessionStorage.clear();
  // The server takes its cookie away with the refusal; a left-over one that scripts could read goes here.
  document.cookie = 'bq-x-token=; path=/; max-age=0';
}

let leave: () => void = () => {};
let leaveConsole: () => void = () => {};

/** @param handler leads to the sign-in page and says why */
export function onSessionExpired(handler: () => void): void {
  leave = handler;
}

/** @param handler leads to the console's own sign-in page and says why */
export function onConsoleExpired(handler: () => void): void {
  leaveConsole = handler;
}

export function sessionExpired(): void {
  clearSession();
  leave();
}

/** Leaves a desk session in the same browser alone. */
export function consoleExpired(): void {
  leaveConsole();
}
