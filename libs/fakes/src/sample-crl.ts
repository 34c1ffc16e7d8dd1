import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPem, parseCertificate } from '@proofkeep/pki';
import { issueCrl, openKeyFile } from '@proofkeep/seal';
import { enumerated, generalizedTime, integer, sequence, tlv } from './der.ts';

/** The certificates of a sample authority, by file name. */
export type SampleMember = 'root' | 'issuing' | 'tsa' | 'seal';

/** A revoked certificate of the sample authority. */
export interface SampleRevocation {
  of: SampleMember;
  at: Date;
  /** CRLReason; absent: none. */
  reason?: number;
}

/** A CRL of the sample authority. */
export interface SampleCrlOptions {
  issuer: 'root' | 'issuing';
  thisUpdate: Date;
  nextUpdate: Date;
  revoked?: readonly SampleRevocation[];
}

/** Makes a CRL of the sample authority whose keys are in `folder`. */
export async function sampleCrl(
  folder: string,
  { issuer, thisUpdate, nextUpdate, revoked = [] }: SampleCrlOptions,
): Promise<Uint8Array> {
  const certificateOf = async (member: SampleMember) =>
    parseCertificate(fromPem(await readFile(join(folder, `${member}.pem`), 'utf8'))[0] as Uint8Array);
  return issueCrl({
    issuer: { name: (await certificateOf(issuer)).subject, key: await openKeyFile(join(folder, `${issuer}.key`)) },
    thisUpdate,
    nextUpdate,
    number: thisUpdate.getTime(),
    entries: await Promise.all(
      revoked.map(async ({ of, at, reason }) => crlEntry((await certificateOf(of)).serial, at, reason)),
    ),
  });
}

/** Encodes one entry of a CRL (RFC 5280 §5.3). */
export function crlEntry(serial: bigint, at: Date, reason: number | undefined): Uint8Array {
  if (reason === undefined) return sequence(integer(serial), generalizedTime(at));
  const reasonCode = sequence(Buffer.from('0603551d15', 'hex'), tlv(0x04, enumerated(reason)));
  return sequence(integer(serial), generalizedTime(at), sequence(reasonCode));
}
