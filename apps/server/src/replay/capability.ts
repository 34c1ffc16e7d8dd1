import { createHmac, timingSafeEqual } from 'node:crypto';

/** Which capture may be replayed. */
export interface Replayed {
  ano: string;
  /** Of the lease under which it was captured: names its files in the store. */
  fence: string;
}

/**
 * A capability ends at a multiple of this. Whoever asks again within it gets the same one, so that an open replay is not
 * loaded anew; it lasts between one and two of it.
 */
const stepMs = 6 * 3_600_000;

/** What stands in the address of a replay: whoever has it may see that one capture until it expires, and nothing else. */
export function capabilityFor(key: Uint8Array, { ano, fence }: Replayed, now: Date): string {
  const expiresAtMs = (Math.floor(now.getTime() / stepMs) + 2) * stepMs;
  const claim = Buffer.from(JSON.stringify([ano, fence, expiresAtMs])).toString('base64url');
  return `${claim}.${macOf(key, claim).toString('base64url')}`;
}

/** Undefined unless it was given out with this key, is unaltered and has not expired. */
export function replayedBy(key: Uint8Array, capability: string, now: Date): Replayed | undefined {
  const [claim = '', mac = '', ...rest] = capability.split('.');
  const given = Buffer.from(mac, 'base64url');
  const wanted = macOf(key, claim);
  // Base64url can be spelt in more than one way: what was given out has one spelling.
  const isOurs =
    given.length === wanted.length && timingSafeEqual(given, wanted) && given.toString('base64url') === mac;
  if (!isOurs || rest.length > 0) return undefined;
  const [ano, fence, expiresAtMs] = JSON.parse(Buffer.from(claim, 'base64url').toString()) as [string, string, number];
  return now.getTime() < expiresAtMs ? { ano, fence } : undefined;
}

/** HMAC-SHA256, for this purpose alone. */
const macOf = (key: Uint8Array, claim: string): Buffer =>
  createHmac('sha256', key).update(`proofkeep replay 1\n${claim}`).digest();
