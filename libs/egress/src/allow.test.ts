import { describe, expect, it } from 'vitest';
import { parseAllowed } from './allow.ts';

describe('an allowed destination', () => {
  it('may be a name on one port, whatever it resolves to', () => {
    const allowed = parseAllowed(['Sample.Test:8443']);

    expect(allowed.covers('sample.test', 8443, '10.0.0.1')).toBe(true);
    expect(allowed.covers('sample.test', 443, '10.0.0.1')).toBe(false);
    expect(allowed.covers('other.test', 8443, '10.0.0.1')).toBe(false);
  });

  it('may be an address on one port, in any spelling', () => {
    const allowed = parseAllowed(['127.1:8080', '[0:0:0:0:0:0:0:1]:8081']);

    expect(allowed.covers('any.test', 8080, '127.0.0.1')).toBe(true);
    expect(allowed.covers('::1', 8081, '::1')).toBe(true);
    expect(allowed.covers('any.test', 8080, '127.0.0.2')).toBe(false);
  });

  it('may be a range of addresses on every port', () => {
    const allowed = parseAllowed(['10.1.0.0/16', ' fd00::/8 ']);

    expect(allowed.covers('any.test', 5432, '10.1.255.255')).toBe(true);
    expect(allowed.covers('any.test', 80, 'fd12::1')).toBe(true);
    expect(allowed.covers('any.test', 80, '10.2.0.1')).toBe(false);
    expect(allowed.covers('10.1.0.1', 80, 'no address')).toBe(false);
  });

  it.each([
    '',
    'sample.test',
    '10.0.0.1',
    '10.0.0.0/33',
    '::/129',
    'host:0',
    'host:65536',
    'a b:80',
    'user@host:80',
    '*:80/',
  ])('cannot be %j, and the refusal names it', (entry) => {
    expect(() => parseAllowed(['good.test:80', entry])).toThrow(`EGRESS_ALLOW: "${entry}"`);
  });
});
