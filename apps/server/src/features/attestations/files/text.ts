/**
 * Encodings that users' texts have: those with a byte order mark first, then UTF-8, then what most Chinese programs
 * used before.
 */
const encodings = ['utf-8', 'gb18030'] as const;
const longestCharacter = 4;

/** Decodes text; undefined if the bytes aren't text. @param isCut the data may end in the middle of a character */
export function textIn(bytes: Uint8Array, isCut: boolean): string | undefined {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isWide) return decode(bytes, bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', isCut);
  for (const encoding of encodings) {
    const text = decode(bytes, encoding, isCut);
    // Text has no control characters other than white space.
    // oxlint-disable-next-line no-control-regex
    if (text !== undefined && !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return text;
  }
  return undefined;
}

function decode(bytes: Uint8Array, encoding: string, isCut: boolean): string | undefined {
  for (let less = 0; less < (isCut ? longestCharacter : 1); less++) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, bytes.length - less));
    } catch {
      // Not this encoding, or cut in the middle of a character.
    }
  }
  return undefined;
}
