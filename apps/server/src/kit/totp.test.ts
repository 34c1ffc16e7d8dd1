import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpAddress, totpStepOf } from './totp.ts';

/** RFC 6238, appendix B: the secret is the ASCII text 12345678901234567890; ours are the last six of its eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('an authenticator code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s matches RFC 6238', (seconds, code) => {
    expect(totpStepOf(code, { secret, usedStep: 0, now: at(seconds) })).toBe(Math.floor(seconds / 30));
  });

  it('is valid one step before and after its own, and no further', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const asked = (steps: number) => totpStepOf('005924', { secret, usedStep: 0, now: at(1_234_567_890 + 30 * steps) });

    expect([-2, -1, 0, 1, 2].map(asked)).toEqual([null, step, step, step, null]);
  });

  it('is rejected for its step or an earlier one once used', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const asked = (usedStep: number) => totpStepOf('005924', { secret, usedStep, now: at(1_234_567_890) });

    expect([step - 1, step, step + 1].map(asked)).toEqual([step, null, null]);
  });

  it('is rejected under another secret or with other than six digits', () => {
    const now = at(1_234_567_890);

    expect(totpStepOf('005924', { secret: newTotpSecret(), usedStep: 0, now })).toBeNull();
    for (const code of ['5924', '', '89005924', 'abcdef', '００５９２４'])
      expect(totpStepOf(code, { secret, usedStep: 0, now })).toBeNull();
  });
});

describe('an authenticator secret', () => {
  it('has 160 random bits and is part of the otpauth address', () => {
    const made = newTotpSecret();

    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(made);
    const address = new URL(totpAddress({ secret: made, issuer: '存真', account: '138****1234' }));
    expect(address.protocol + address.host).toBe('otpauth:totp');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret: made, issuer: '存真', digits: '6' });
  });
});
