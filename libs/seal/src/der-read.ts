import { SealError } from './error.ts';

/** One TLV of a DER value. */
export interface Element {
  readonly tag: number;
  /** The whole TLV, as encoded. */
  readonly raw: Uint8Array;
  readonly content: Uint8Array;
}

/** The one TLV that `bytes` are. Throws `DER_INVALID` when they are anything else. */
export function readOne(bytes: Uint8Array, tag: number): Element {
  const [element, ...rest] = readAll(bytes);
  if (element?.tag !== tag || rest.length > 0) throw new SealError('DER_INVALID', `not one DER value of tag ${tag}`);
  return element;
}

/** The TLVs that `bytes` consist of. Throws `DER_INVALID` for a long tag, an indefinite, longer than needed or overrunning length. */
export function readAll(bytes: Uint8Array): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = readAt(bytes, at);
    elements.push(element);
    at += element.raw.length;
  }
  return elements;
}

function readAt(bytes: Uint8Array, at: number): Element {
  const tag = bytes[at] ?? 0;
  const lead = bytes[at + 1] ?? 0x80;
  const extra = lead < 0x80 ? 0 : lead - 0x80;
  if ((tag & 0x1f) === 0x1f || lead === 0x80 || extra > 3)
    throw new SealError('DER_INVALID', 'a form that is not used here');
  const start = at + 2 + extra;
  const size = extra === 0 ? lead : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  const isMinimal = extra === 0 || size >= (extra === 1 ? 0x80 : 256 ** (extra - 1));
  if (!isMinimal || start + size > bytes.length) throw new SealError('DER_INVALID', 'a wrong length');
  return { tag, raw: bytes.subarray(at, start + size), content: bytes.subarray(start, start + size) };
}
