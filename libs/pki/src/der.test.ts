import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childrenOf, parseDer } from './der.ts';
import { PkiError } from './error.ts';

/** Parses the bytes as the content of a SEQUENCE. */
const within = (bytes: Uint8Array) => childrenOf({ tag: 0x30, raw: bytes, content: bytes });

describe('the DER parser', () => {
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

  it('rejects an unexpected tag and trailing bytes', () => {
    expect(() => parseDer(Buffer.from('0500', 'hex'), 0x30)).toThrow(expect.objectContaining({ code: 'ENCODING' }));
    expect(() => parseDer(Buffer.from('050000', 'hex'))).toThrow(expect.objectContaining({ code: 'ENCODING' }));
  });

  it('parses any bytes or throws a PkiError', () => {
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
