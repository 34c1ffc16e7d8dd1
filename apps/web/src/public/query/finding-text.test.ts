import { describe, expect, it } from 'vitest';
import { plainNames, printable } from './finding-text.ts';

describe('text from the verifier', () => {
  it('has no attribute names in distinguished names', () => {
    expect(plainNames('CN=Seal, OU=Office, O=Proofkeep')).toBe('Seal, Office, Proofkeep');
  });

  it('has no bidi or control characters', () => {
    expect(printable('a\u202egpj.exe\n')).toBe('a\ufffdgpj.exe\ufffd');
  });
});
