import { PkiError } from './error.ts';

/** One DER element (ITU-T X.690). `raw` includes the header, `content` does not. */
export interface Der {
  tag: number;
  raw: Uint8Array;
  content: Uint8Array;
}

/** Identifier octets of universal types (ITU-T X.680 §8.4). */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Parses exactly one element that fills `bytes`. @throws PkiError ENCODING */
export function parseDer(bytes: Uint8Array, tag?: number): Der {
  const der = readElement(bytes, 0);
  if (der.raw.length !== bytes.length) throw encoding('something follows the structure');
  if (tag !== undefined) expectTag(der, tag);
  return der;
}

/** Parses the element at the start of `bytes` and ignores the rest: for zero-padded fields such as a PDF's /Contents. */
export const parseLeadingDer = (bytes: Uint8Array): Der => readElement(bytes, 0);

/** Parses the elements inside a constructed element. @throws PkiError ENCODING */
export function childrenOf(der: Der): Der[] {
  if ((der.tag & 0x20) === 0) throw encoding('a primitive element has no parts');
  const children: Der[] = [];
  for (let at = 0; at < der.content.length; ) {
    const child = readElement(der.content, at);
    children.push(child);
    at += child.raw.length;
  }
  return children;
}

/** Reads the parts of a SEQUENCE or SET in order; `end` rejects leftovers. All methods @throws PkiError ENCODING */
export class Parts {
  readonly #parts: Der[];
  #at = 0;

  constructor(der: Der, tag: number = tags.sequence) {
    expectTag(der, tag);
    this.#parts = childrenOf(der);
  }

  next(tag?: number): Der {
    const part = this.#parts[this.#at];
    if (!part) throw encoding('a part is missing');
    if (tag !== undefined) expectTag(part, tag);
    this.#at += 1;
    return part;
  }

  /** Takes the next part if it has this tag. */
  optional(tag: number): Der | undefined {
    return this.#parts[this.#at]?.tag === tag ? this.next() : undefined;
  }

  end(): void {
    if (this.#at < this.#parts.length) throw encoding('there is a part too many');
  }
}

/** Returns the element if it has this tag. @throws PkiError ENCODING */
export function expectTag(der: Der, tag: number): Der {
  if (der.tag !== tag) throw encoding(`expected tag 0x${tag.toString(16)}, found 0x${der.tag.toString(16)}`);
  return der;
}

/** Dotted form. */
export function oidOf(der: Der): string {
  expectTag(der, tags.oid);
  const arcs: bigint[] = [];
  let value = 0n;
  let isFirst = true;
  for (const byte of der.content) {
    if (isFirst && byte === 0x80) throw encoding('an OID arc with leading zeros');
    value = value * 128n + BigInt(byte & 0x7f);
    isFirst = (byte & 0x80) === 0;
    if (isFirst) {
      arcs.push(value);
      value = 0n;
    }
  }
  const [first] = arcs;
  if (!isFirst || first === undefined) throw encoding('an OID that does not end');
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...arcs.slice(1)].join('.');
}

/** Returns the value of an INTEGER; rejects non-minimal encodings. @throws PkiError ENCODING */
export function integerOf(der: Der): bigint {
  expectTag(der, tags.integer);
  const [first, second] = der.content;
  if (first === undefined) throw encoding('an empty INTEGER');
  if (second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
    throw encoding('an INTEGER that is not in its shortest form');
  let value = BigInt(first >= 0x80 ? first - 256 : first);
  for (const byte of der.content.subarray(1)) value = value * 256n + BigInt(byte);
  return value;
}

/** Returns the value of an ENUMERATED of one byte. @throws PkiError ENCODING */
export function enumeratedOf(der: Der): number {
  const [value] = expectTag(der, tags.enumerated).content;
  if (der.content.length !== 1 || value === undefined) throw encoding('an ENUMERATED that is not one byte');
  return value;
}

/** Returns the value of a BOOLEAN. @throws PkiError ENCODING */
export function booleanOf(der: Der): boolean {
  expectTag(der, tags.boolean);
  const [value] = der.content;
  if (der.content.length !== 1 || (value !== 0 && value !== 0xff)) throw encoding('a BOOLEAN that is neither');
  return value === 0xff;
}

/** Returns the bytes of a BIT STRING without unused bits. */
export function bitsOf(der: Der): Uint8Array {
  expectTag(der, tags.bitString);
  if (der.content[0] !== 0) throw encoding('a BIT STRING with a part of a byte');
  return der.content.subarray(1);
}

/** Returns the time of a UTCTime or GeneralizedTime in DER: UTC, with seconds, fractions without trailing zeros. */
export function timeOf(der: Der): Date {
  const text = String.fromCharCode(...der.content);
  const form =
    der.tag === tags.utcTime
      ? /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})()Z$/
      : /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d*[1-9])?Z$/;
  const match = der.tag === tags.utcTime || der.tag === tags.generalizedTime ? form.exec(text) : null;
  if (!match) throw encoding('not a time');
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = ''] = match;
  const fullYear = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`;
  const date = `${fullYear}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = new Date(`${date}${fraction}Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date)) throw encoding('not a time');
  return at;
}

/** Whether both arrays have the same bytes. Not in constant time: not for secrets. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Lower-case hexadecimal digits, two for each byte. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Copies bytes to an ArrayBuffer of their own, as WebCrypto requires. */
export const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function readElement(bytes: Uint8Array, at: number): Der {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw encoding('it is cut short');
  if ((tag & 0x1f) === 0x1f) throw encoding('a tag of several bytes');
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw encoding('a length that DER does not know');
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? 0);
    start += count;
    if (length < 0x80 || length < 2 ** (8 * (count - 1))) throw encoding('a length that is not in its shortest form');
  }
  if (start + length > bytes.length) throw encoding('it is cut short');
  return { tag, raw: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) };
}

const encoding = (message: string) => new PkiError('ENCODING', message);
