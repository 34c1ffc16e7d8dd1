import { createHash } from 'node:crypto';
import type { Replayed } from './grants.ts';

export interface ReplayOrigin {
  /** Origin of one replay. */
  of(replayed: Replayed): string;
  /** All of them, as a source of CSP. */
  frameSource(): string;
}

/** The two names of this machine are different sites to a browser, whatever the ports: cookies of the one never reach the other. */
const otherName: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost', '[::1]': 'localhost' };

/**
 * Under which origin replays are reached. A `*` in the address set for it stands for a name of each capture's own: then what one
 * captured page leaves in the browser is out of reach of the next. Undefined where nothing is set and the site is not on this machine.
 */
export function originFor(
  siteOrigin: string,
  replayUrl: string | undefined,
  port: () => number,
): ReplayOrigin | undefined {
  if (replayUrl) return { of: (replayed) => replayUrl.replace('*', nameOf(replayed)), frameSource: () => replayUrl };
  const name = otherName[new URL(siteOrigin).hostname];
  if (!name) return undefined;
  const origin = () => `http://${name}:${port()}`;
  return { of: origin, frameSource: origin };
}

/** A label of a host name (RFC 1035 §2.3.4), always the same for a capture. */
const nameOf = ({ ano, fence }: Replayed): string =>
  createHash('sha256').update(`${ano}/${fence}`).digest('hex').slice(0, 32);
