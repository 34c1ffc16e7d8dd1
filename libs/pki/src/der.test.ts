import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childrenOf, parseDer } from './der.ts';
import { PkiError } from './error.ts';

/** The bytes as the content of a SEQUENCE. */
const within = (bytes: Uint8Array) => childrenOf({ tag: 0x30, raw: bytes, content: bytes });

describe('reading DER', () => {
  it.each([
    ['an indefinite length', '30800000'],
    ['a length in more bytes than needed', '3081020500'],
    ['a length in far more bytes than needed', '308200020500'],
    ['a length of four bytes where one is enough', '30840000000105'],
    ['a length of five bytes', '30850100000000'],
    ['a length beyond the end', '300305'],
    ['a tag of several bytes', '1f8101'],
    ['no length', '30'],
  ])('refuses %s', (_, bytes) => {
    expect(() => within(Buffer.from(bytes, 'hex'))).toThrow(expect.objectContaining({ code: 'ENCODING' }));
  });

  it('refuses another tag than the one expected, and what follows the value', () => {
    expect(() => parseDer(Buffer.from('0500', 'hex'), 0x30)).toThrow(expect.objectContaining({ code: 'ENCODING' }));
    expect(() => parseDer(Buffer.from('050000', 'hex'))).toThrow(expect.objectContaining({ code: 'ENCODING' }));
  });

  it('takes any bytes to their end or refuses them with its own error', () => {
    const outcome = (bytes: Uint8Array) => {
      try {
        return Buffer.concat(within(bytes).map(({ raw }) => raw));
      } catch (error) {
        return error;
      }
    };
    assert(
      property(uint8Array({ maxLength: 64 }), (bytes) => {
        const read = outcome(bytes);
        expect(read instanceof PkiError || (Buffer.isBuffer(read) && read.equals(bytes))).toBe(true);
      }),
    );
  });
});
