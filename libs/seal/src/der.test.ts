import { parseDer, tags } from '@proofkeep/pki';
import { assert, bigInt, maxSafeNat, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generalizedTime, integer, namedBits, octets, oid, sequence, setOf } from './der.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('DER', () => {
  // X.690 §8.19.5, RFC 8410 §3, and 2.25 with an arc of more than 64 bits as openssl asn1parse -genstr encodes it.
  it.each([
    ['2.999.3', '0603883703'],
    ['1.3.101.112', '06032b6570'],
    ['1.2.840.113549.1.7.2', '06092a864886f70d010702'],
    ['2.25.340282366920938463463374607431768211455', '06146983ffffffffffffffffffffffffffffffffff7f'],
  ])('encodes the object identifier %s', (dotted, expected) => {
    expect(hex(oid(dotted))).toBe(expected);
  });

  it('encodes every non-negative integer in the fewest bytes', () => {
    assert(
      property(oneof(maxSafeNat(), bigInt({ min: 0n })), (value) => {
        const { content } = parseDer(integer(value), tags.integer);
        expect(BigInt.asIntN(content.length * 8, BigInt(`0x${hex(content)}`))).toBe(BigInt(value));
        expect(content.length === 1 || content[0] !== 0 || content[1]! >= 0x80).toBe(true);
      }),
    );
  });

  it('reads back encoded values of any length', () => {
    for (const size of [0, 1, 127, 128, 255, 256, 65_535, 65_536, 100_000]) {
      const content = Buffer.alloc(size, 7);
      expect(Buffer.compare(parseDer(octets(content), tags.octetString).content, content)).toBe(0);
    }
  });

  it('sorts the elements of a set', () => {
    expect(hex(setOf(integer(3), integer(1), sequence(), integer(2)))).toBe('310b0201010201020201033000');
  });

  it('drops trailing zeros of a fraction of a second', () => {
    const text = (at: string) =>
      Buffer.from(parseDer(generalizedTime(new Date(at)), tags.generalizedTime).content).toString();

    expect(text('2026-11-21T04:05:06.789Z')).toBe('20261121040506.789Z');
    expect(text('2026-11-21T04:05:06.780Z')).toBe('20261121040506.78Z');
    expect(text('2026-11-21T04:05:06.700Z')).toBe('20261121040506.7Z');
    expect(text('2026-11-21T04:05:00.000Z')).toBe('20261121040500Z');
  });

  it('ends a list of named bits with its last set bit', () => {
    expect(hex(namedBits(0, 1))).toBe('030206c0');
    expect(hex(namedBits(5, 6))).toBe('03020106');
    expect(hex(namedBits(15))).toBe('0303000001');
  });
});
