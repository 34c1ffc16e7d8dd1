import { describe, expect, it } from 'vitest';
import { plainNames, printable } from './finding-text.ts';

describe('what the verifier found', () => {
  it('names people without the short names of their parts', () => {
    expect(plainNames('CN=Seal, OU=Office, O=Proofkeep')).toBe('Seal, Office, Proofkeep');
  });

  it('cannot turn the reading order of the page', () => {
    expect(printable('a\u202egpj.exe\n')).toBe('a\ufffdgpj.exe\ufffd');
  });
});
