/** Encodes a DER element with a single-byte tag; content below 64 KiB. */
export function tlv(tag: number, ...content: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), bytes]);
}

/** SEQUENCE of encoded parts (X.690 §8.9). */
export const sequence = (...parts: Uint8Array[]): Buffer => tlv(0x30, ...parts);
/** INTEGER that is not negative, with a leading zero byte where its first bit is set. */
export const integer = (value: bigint): Buffer => {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex');
  return (bytes[0] ?? 0) & 0x80 ? tlv(0x02, Buffer.from([0]), bytes) : tlv(0x02, bytes);
};
/** GeneralizedTime in UTC, whole seconds. */
export const generalizedTime = (at: Date): Buffer =>
  tlv(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
/** ENUMERATED from 0 to 127. */
export const enumerated = (value: number): Buffer => tlv(0x0a, Buffer.from([value]));
