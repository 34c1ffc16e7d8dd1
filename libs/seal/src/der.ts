/** Encoder of the DER subset (X.690) that certificates, CMS and RFC 3161 need. Values are whole TLVs unless stated otherwise. */

function length(n: number): Buffer {
  if (n < 0x80) return Buffer.from([n]);
  if (n < 0x100) return Buffer.from([0x81, n]);
  if (n < 0x10000) return Buffer.from([0x82, n >> 8, n & 0xff]);
  return Buffer.from([0x83, n >> 16, (n >> 8) & 0xff, n & 0xff]);
}

/** One TLV of a single-byte tag; content below 16 MiB. */
export function tlv(tag: number, ...content: Uint8Array[]): Buffer {
  const size = content.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([tag]), length(size), ...content]);
}

/** SEQUENCE of whole TLVs. */
export const sequence = (...parts: Uint8Array[]): Buffer => tlv(0x30, ...parts);
/** OCTET STRING with these bytes. */
export const octets = (bytes: Uint8Array): Buffer => tlv(0x04, bytes);
/** UTF8String of a text. */
export const utf8 = (text: string): Buffer => tlv(0x0c, Buffer.from(text, 'utf8'));
/** BOOLEAN: true is 0xFF (X.690 §11.1). */
export const boolean = (value: boolean): Buffer => tlv(0x01, Buffer.from([value ? 0xff : 0]));
/** NULL. */
export const nul: Buffer = tlv(0x05);

/** Constructed context tag `[n]`: explicit around a TLV, implicit around the content of a constructed one. */
export const context = (n: number, ...content: Uint8Array[]): Buffer => tlv(0xa0 | n, ...content);

/** SET OF, with its elements in ascending order of their encodings (X.690 §11.6). */
export const setOf = (...members: Uint8Array[]): Buffer => tlv(0x31, ...sorted(members));

/** The elements of a SET OF in DER order, for SETs that are re-tagged. */
export const sorted = (members: readonly Uint8Array[]): Uint8Array[] => [...members].sort(Buffer.compare);

/** INTEGER from a non-negative number, a safe integer or a bigint, or from its big-endian bytes. */
export function integer(value: number | bigint | Uint8Array): Buffer {
  const bytes = typeof value === 'object' ? value : Buffer.from(evenly(value.toString(16)), 'hex');
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const minimal = bytes.subarray(start);
  return (minimal[0] ?? 0) & 0x80 ? tlv(0x02, Buffer.from([0]), minimal) : tlv(0x02, minimal);
}

/** ENUMERATED from 0 to 127. */
export const enumerated = (value: number): Buffer => tlv(0x0a, Buffer.from([value]));

const evenly = (digits: string): string => (digits.length % 2 === 0 ? digits : `0${digits}`);

/** BIT STRING in which the named bits are set (bit 0 is the most significant), without trailing zero bits (X.690 §11.2.2). */
export function namedBits(...bits: number[]): Buffer {
  const last = Math.max(...bits);
  const bytes = Buffer.alloc(1 + (last >> 3) + 1);
  bytes[0] = 7 - (last & 7);
  for (const bit of bits) bytes[1 + (bit >> 3)]! |= 0x80 >> (bit & 7);
  return tlv(0x03, bytes);
}

/** BIT STRING of whole bytes. */
export const bitString = (bytes: Uint8Array): Buffer => tlv(0x03, Buffer.from([0]), bytes);

/** OBJECT IDENTIFIER from its dotted form; arcs of any size. */
export function oid(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  const bytes: number[] = [];
  for (const arc of [first * 40n + second, ...rest]) {
    const groups = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80);
    bytes.push(...groups);
  }
  return tlv(0x06, Buffer.from(bytes));
}

/** GeneralizedTime in UTC to the millisecond, without trailing zeros in the fraction (X.690 §11.7, RFC 3161 §2.4.2). */
export function generalizedTime(at: Date): Buffer {
  const [seconds = '', fraction = ''] = at
    .toISOString()
    .replace(/[-:TZ]/g, '')
    .split('.');
  const digits = fraction.replace(/0+$/, '');
  return tlv(0x18, Buffer.from(`${seconds}${digits && `.${digits}`}Z`, 'latin1'));
}

/** Time of a certificate, a CRL or a signing-time, whole seconds: UTCTime until 2049, GeneralizedTime after (RFC 5280 §4.1.2.5, RFC 5652 §11.3). */
export function certificateTime(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  return at.getUTCFullYear() < 2050
    ? tlv(0x17, Buffer.from(digits.slice(2), 'latin1'))
    : tlv(0x18, Buffer.from(digits, 'latin1'));
}
