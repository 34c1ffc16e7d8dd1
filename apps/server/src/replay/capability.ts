import { createHmac, timingSafeEqual } from 'node:crypto';

/** Part of a replay's address. Names its grant; it can't be forged from the database alone. */
export const capabilityFor = (key: Uint8Array, grantId: string): string =>
  `${grantId}.${macOf(key, grantId).toString('base64url')}`;

/** Undefined unless the capability was made with this key and is unaltered. */
export function grantIdOf(key: Uint8Array, capability: string): string | undefined {
  const [grantId = ''] = capability.split('.');
  const given = Buffer.from(capability);
  const wanted = Buffer.from(capabilityFor(key, grantId));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? grantId : undefined;
}

/** HMAC-SHA256, for this purpose only. */
const macOf = (key: Uint8Array, grantId: string): Buffer =>
  createHmac('sha256', key).update(`proofkeep replay 2\n${grantId}`).digest();
