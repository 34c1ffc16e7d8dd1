import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPem, parseCertificate } from '@proofkeep/pki';
import { issueCrl, openKeyFile } from '@proofkeep/seal';

/** The certificates of a sample authority, by the names of their files. */
export type SampleMember = 'root' | 'issuing' | 'tsa' | 'seal';

export interface SampleRevocation {
  of: SampleMember;
  at: Date;
  /** CRLReason; none when absent. */
  reason?: number;
}

export interface SampleCrlOptions {
  issuer: 'root' | 'issuing';
  thisUpdate: Date;
  nextUpdate: Date;
  revoked?: readonly SampleRevocation[];
}

/** A CRL of the sample authority whose keys are in `folder`. */
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
      revoked.map(async ({ of, at, reason }) => entry((await certificateOf(of)).serial, at, reason)),
    ),
  });
}

/** RFC 5280 §5.3. All contents are shorter than 128 bytes. */
function entry(serial: bigint, at: Date, reason: number | undefined): Uint8Array {
  const digits = serial.toString(16);
  const integer = tlv(0x02, Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex'));
  const time = tlv(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
  if (reason === undefined) return tlv(0x30, integer, time);
  const reasonCode = tlv(0x30, Buffer.from('0603551d15', 'hex'), tlv(0x04, tlv(0x0a, Buffer.from([reason]))));
  return tlv(0x30, integer, time, tlv(0x30, reasonCode));
}

const tlv = (tag: number, ...content: Uint8Array[]): Buffer => {
  const bytes = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
};
