import { HOTP, Secret, TOTP } from 'otpauth';

const period = 30;
const digits = 6;
const secretBytes = 20;
/** The clock of a phone may be this many steps off (RFC 6238 §5.2). */
const stepsOff = 1;

/** 160 random bits in base32 (RFC 4226 §4), as authenticator apps take it; it must not be kept but sealed. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32;

/** What a QR code says to an authenticator app. */
export function totpAddress(o: { secret: string; issuer: string; account: string }): string {
  const { issuer, account: label, secret } = o;
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period, digits }).toString();
}

/**
 * The step of time for which a code is good (RFC 6238); null where it is for none. Steps up to `usedStep`, the last one for
 * which a code was taken, are over: whoever calls writes the new one down where the old one is still smaller, in the
 * transaction in which the code lets somebody in, so that it does so once.
 */
export function totpStepOf(code: string, o: { secret: string; usedStep: number; now: Date }): number | null {
  // The library compares bytes of the same length and throws at others.
  if (!/^\d{6}$/.test(code)) return null;
  const secret = Secret.fromBase32(o.secret);
  const current = TOTP.counter({ period, timestamp: o.now.getTime() });
  for (let step = current - stepsOff; step <= current + stepsOff; step++) {
    if (step <= o.usedStep) continue;
    if (HOTP.validate({ token: code, secret, digits, counter: step, window: 0 }) !== null) return step;
  }
  return null;
}
