import { calls, type SentOf } from '@proofkeep/contract';
import type { DataRouter } from 'react-router';
import { ask } from '../api/ask.ts';
import { wasSignedIn } from '../api/session.ts';

type Event = { kind: 'page' | 'leave'; name: string; at: string };

/** Sent together, to keep requests few and not to delay an opened page. */
const everyMs = 60_000;
const most = 100;

/** The browser asks not to be tracked (W3C Global Privacy Control, Do Not Track). */
const isUntracked = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The pattern of the page's path, such as `/attestation/:ano`: never an id or typed text. */
function pageOf(router: DataRouter): string | null {
  const { matches, location } = router.state;
  const last = matches.at(-1);
  // The console counts its customers' pages, not its own.
  if (!last || last.route.path === '*' || location.pathname.startsWith('/console')) return null;
  return Object.entries(last.params).reduce(
    (path, [name, value]) => (value ? path.replace(encodeURIComponent(value), `:${name}`) : path),
    location.pathname,
  );
}

/**
 * Records which pages signed-in users open, and from which they leave the site; sends it once a minute and when the
 * page is hidden. Sends nothing for browsers that ask not to be tracked, and resends nothing that was lost.
 */
export function recordBehavior(router: DataRouter): void {
  if (isUntracked()) return;
  let events: Event[] = [];
  let present: string | null = null;
  const record = (kind: Event['kind'], name: string) => {
    if (events.length < most) events.push({ kind, name, at: new Date().toISOString() });
  };
  const send = () => {
    const sent = events;
    events = [];
    if (sent.length === 0 || !wasSignedIn()) return;
    void ask(calls.behavior.behavior, { events: sent } as SentOf<typeof calls.behavior.behavior>).catch(() => {});
  };
  const look = () => {
    if (router.state.navigation.state !== 'idle' || !router.state.initialized) return;
    const page = pageOf(router);
    if (page === null || page === present) return;
    present = page;
    record('page', page);
  };
  router.subscribe(look);
  look();
  setInterval(send, everyMs);
  addEventListener('pagehide', () => {
    if (present === null || !wasSignedIn()) return;
    record('leave', present);
    const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
    events = [];
    // An ordinary request would end with the page.
    navigator.sendBeacon(calls.behavior.behavior.path, body);
  });
}
