import { createHmac } from 'node:crypto';
import type { IceServer } from '@proofkeep/contract';

/** Longer than any session: a relayed connection outlives its credentials only until it is refreshed (RFC 8656 §7). */
const validSeconds = 6 * 3_600;

/**
 * Servers by which two browsers find each other. Credentials for `turn:` are made for one person and expire (coturn's REST scheme:
 * the user is the expiry and a name, the password its HMAC-SHA1 under the shared secret).
 */
export function iceServersOf(
  { urls, secret }: { urls: readonly string[]; secret: string | undefined },
  person: string,
  now: Date,
): IceServer[] {
  const isTurn = (url: string) => /^turns?:/.test(url);
  const [turn, stun] = [urls.filter(isTurn), urls.filter((url) => !isTurn(url))];
  const servers: IceServer[] = stun.length > 0 ? [{ urls: stun }] : [];
  if (turn.length === 0 || secret === undefined) return servers;
  const username = `${Math.floor(now.getTime() / 1_000) + validSeconds}:${person}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return [...servers, { urls: turn, username, credential }];
}
