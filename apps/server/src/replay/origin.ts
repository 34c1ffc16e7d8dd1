import { createHash } from 'node:crypto';
import type { Replayed } from './grants.ts';

export interface ReplayOrigins {
  /** Origin of a replay in a frame of the site. */
  framed(replayed: Replayed): string;
  /** Null if all replays share one origin: a captured page could then navigate its tab anywhere. */
  inTab(replayed: Replayed): TabOrigins | null;
  /** All origins of framed replays, as a CSP source. */
  frameSource(): string;
}

/**
 * Two origins of one site: the browser treats the replay's storage as first-party, and the captured page can't access
 * the page around it.
 */
export interface TabOrigins {
  page: string;
  replay: string;
}

/**
 * Browsers treat the two names of this machine as different sites, whatever the ports, so cookies of one never reach
 * the other.
 */
const otherName: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost', '[::1]': 'localhost' };

/**
 * Origins under which users reach replays. A `*` in `replayUrl` is replaced by a label derived from the capture, so that captured
 * pages cannot read each other's storage. Undefined if `replayUrl` is absent and the site is not on this machine.
 */
export function originsFor(
  siteOrigin: string,
  replayUrl: string | undefined,
  port: () => number,
): ReplayOrigins | undefined {
  if (replayUrl) {
    const framed = (replayed: Replayed) => replayUrl.replace('*', labelOf('replay', replayed));
    const inTab = (replayed: Replayed) => (replayUrl.includes('*') ? tabOrigins(replayUrl, replayed) : null);
    return { framed, inTab, frameSource: () => replayUrl };
  }
  const name = otherName[new URL(siteOrigin).hostname];
  if (!name) return undefined;
  const framed = () => `http://${name}:${port()}`;
  // Browsers resolve names below `localhost` to this machine (RFC 6761 §6.3); not all do, so frames don't depend on it.
  const inTab = (replayed: Replayed) => tabOrigins(`http://*.replay.localhost:${port()}`, replayed);
  return { framed, inTab, frameSource: framed };
}

const tabOrigins = (pattern: string, replayed: Replayed): TabOrigins => ({
  page: pattern.replace('*', labelOf('tab', replayed)),
  replay: pattern.replace('*', labelOf('replay', replayed)),
});

/** A label of a host name (RFC 1035 §2.3.4), always the same for one capture and purpose. */
const labelOf = (purpose: 'replay' | 'tab', { ano, fence, record }: Replayed): string =>
  createHash('sha256').update(`${purpose} ${record} ${ano}/${fence}`).digest('hex').slice(0, 32);
