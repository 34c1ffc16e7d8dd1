import { HOTP, Secret, TOTP } from 'otpauth';

const period = 30;
const digits = 6;
const secretBytes = 20;
/** Steps that a phone's clock may be off (RFC 6238 §5.2). */
const stepsOff = 1;

/** 160 random bits in base32 (RFC 4226 §4), as authenticator apps expect. Store it encrypted only. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The `otpauth:` address for the QR code. */
export function totpAddress(o: { secret: string; issuer: string; account: string }): string {
  const { issuer, account: label, secret } = o;
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits }).toString();
}

/**
 * Returns the time step that a code is valid for (RFC 6238), or null. Steps up to `usedStep`, the last one used, are
 * rejected. The caller stores the new step in the same transaction, if it is still larger than the stored one, so that
 * each code works once.
 */
export function totpStepOf(code: string, o: { secret: string; usedStep: number; now: Date }): number | null {
  // The library throws on other lengths.
  if (!/^\d{6}$/.test(code)) return null;
  const secret = Secret.fromBase32(o.secret);
  const current = TOTP.counter({ period, timestamp: o.now.getTime() });
  for (let step = current - stepsOff; step <= current + stepsOff; step++) {
    if (step <= o.usedStep) continue;
    if (HOTP.validate({ token: code, secret, digits, counter: step, window: 0 }) !== null) return step;
  }
  return null;
}
