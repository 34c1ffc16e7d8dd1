import type { Protocol } from 'devtools-protocol';
import { describe, expect, it } from 'vitest';
import { tlsErrorsOf } from './tls-errors.ts';

const at = new Date('2026-11-20T08:00:00Z');
const seconds = (time: string) => Date.parse(time) / 1000;

const errorsOf = (host: string, error: string, over: Partial<Protocol.Network.SecurityDetails> = {}) => {
  const certificate = {
    subjectName: 'shop.example',
    issuer: 'Some CA',
    sanList: ['shop.example', '*.cdn.example', '192.0.2.7', '2001:db8::7'],
    validFrom: seconds('2026-01-01T00:00:00Z'),
    validTo: seconds('2027-01-01T00:00:00Z'),
    ...over,
  } as Protocol.Network.SecurityDetails;
  return tlsErrorsOf(host, certificate, at, error).map(({ name }) => name);
};

describe('the errors of a rejected certificate', () => {
  it.each([
    ['shop.example', ['tls.authority']],
    ['a.cdn.example', ['tls.authority']],
    ['192.0.2.7', ['tls.authority']],
    ['[2001:db8::7]', ['tls.authority']],
    ['other.example', ['tls.authority', 'tls.name']],
    ['192.0.2.8', ['tls.authority', 'tls.name']],
    ['a.b.cdn.example', ['tls.authority', 'tls.name']],
  ])('by an unknown authority for %s are %j', (host, expected) => {
    expect(errorsOf(host, 'net::ERR_CERT_AUTHORITY_INVALID')).toEqual(expected);
  });

  it('include dates, even if the browser named another error', () => {
    const over = { validTo: seconds('2026-02-01T00:00:00Z') };

    expect(errorsOf('other.example', 'net::ERR_CERT_COMMON_NAME_INVALID', over)).toEqual(['tls.name', 'tls.expired']);
    expect(errorsOf('shop.example', '', { validFrom: seconds('2026-12-01T00:00:00Z') })).toEqual(['tls.not-yet']);
  });

  it('are the browser’s error if the certificate shows none', () => {
    expect(errorsOf('shop.example', 'net::ERR_CERT_REVOKED')).toEqual(['tls.revoked']);
    expect(errorsOf('shop.example', '')).toEqual(['tls.unnamed']);
  });
});
