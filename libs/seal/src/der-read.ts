import { SealError } from './error.ts';

interface Element {
  readonly tag: number;
  /** The whole TLV. */
  readonly raw: Uint8Array;
  readonly content: Uint8Array;
}

export interface CertificateIdentity {
  /** DER Name of the issuer. */
  readonly issuer: Uint8Array;
  /** DER INTEGER. */
  readonly serial: Uint8Array;
  /** DER Name of the subject. */
  readonly subject: Uint8Array;
}

/** The names and the serial number of a DER certificate, as encoded in it. Throws `CHAIN_INVALID` when it is none. */
export function certificateIdentity(certificate: Uint8Array | undefined): CertificateIdentity {
  const [body] = childrenOf(childrenOf(certificate)[0]?.content);
  const fields = childrenOf(body?.content).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer, , subject] = fields;
  if (!serial || !issuer || !subject) throw new SealError('CHAIN_INVALID', 'not a DER certificate');
  return { issuer: issuer.raw, serial: serial.raw, subject: subject.raw };
}

/** `nextUpdate` of a DER CRL of this authority, or undefined when there is none to be read. */
export function crlNextUpdate(crl: Uint8Array): Date | undefined {
  const [body] = childrenOf(childrenOf(crl)[0]?.content);
  const times = childrenOf(body?.content).filter(({ tag }) => tag === 0x17 || tag === 0x18);
  const digits = times[1] && Buffer.from(times[1].content).toString('latin1');
  const match = digits?.padStart(15, '20').match(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

function childrenOf(bytes: Uint8Array = new Uint8Array()): Element[] {
  const children: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at + 1] ?? 0;
    const extra = lead & 0x80 ? lead & 0x7f : 0;
    let size = extra ? 0 : lead;
    for (let i = 0; i < extra; i++) size = size * 256 + (bytes[at + 2 + i] ?? 0);
    const start = at + 2 + extra;
    children.push({
      tag: bytes[at]!,
      raw: bytes.subarray(at, start + size),
      content: bytes.subarray(start, start + size),
    });
    at = start + size;
  }
  return children;
}
