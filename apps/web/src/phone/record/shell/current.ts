import { recorderPath } from '@proofkeep/contract';

const reloadedKey = 'recorder-reloaded';
const reloadMs = 60_000;

/**
 * Asks the service whether this page belongs to its current build. A page that was opened from the cache, or stayed
 * open during an update, may not, and what it sends could be refused for good. @throws Error without an answer
 */
export async function isCurrent(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  const answer = await fetch(recorderPath, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${recorderPath} was answered with ${answer.status}.`);
  return (await answer.text()).includes(`src="${own}"`);
}

/**
 * Loads the current build; at most once a minute, because servers that are being updated answer with either build. A
 * second reload waits for the end of the minute. @returns cancels a waiting reload
 */
export function reload(): () => void {
  const passedMs = Date.now() - Number(sessionStorage.getItem(reloadedKey));
  // Setting the clock back must not prolong the wait.
  const waitMs = Math.min(reloadMs, Math.max(0, reloadMs - passedMs));
  const load = () => {
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
  };
  if (waitMs === 0) {
    load();
    return () => undefined;
  }
  const timer = setTimeout(load, waitMs);
  return () => clearTimeout(timer);
}
