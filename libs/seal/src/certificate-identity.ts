import { readAll, readOne } from './der-read.ts';
import { SealError } from './error.ts';

/** Names and number of a certificate, as encoded in it. */
export interface CertificateIdentity {
  /** DER Name. */
  readonly issuer: Uint8Array;
  /** DER INTEGER. */
  readonly serial: Uint8Array;
  /** DER Name. */
  readonly subject: Uint8Array;
}

/** Reads a DER certificate (RFC 5280 §4.1). Throws `DER_INVALID` or `CHAIN_INVALID` when it is none. */
export function certificateIdentity(certificate: Uint8Array): CertificateIdentity {
  const [body] = readAll(readOne(certificate, 0x30).content);
  const fields = readAll(body?.content ?? certificate).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer, , subject] = fields;
  if (!serial || !issuer || !subject) throw new SealError('CHAIN_INVALID', 'not a certificate');
  return { issuer: issuer.raw, serial: serial.raw, subject: subject.raw };
}
