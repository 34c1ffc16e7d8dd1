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
  /** Scope in a critical issuingDistributionPoint (RFC 5280 §5.2.5); absent: no such extension. */
  scope?: SampleScope;
}

/** Coverage stated by a CRL. */
export interface SampleScope {
  /** URL of its distribution point. */
  point?: string;
  only?: 'user' | 'ca' | 'attribute';
  isIndirect?: boolean;
  isPartial?: boolean;
}

/** Makes a CRL of the sample authority whose keys are in `folder`. */
export async function sampleCrl(
  folder: string,
  { issuer, thisUpdate, nextUpdate, revoked = [], scope }: SampleCrlOptions,
): Promise<Uint8Array> {
  const certificateOf = async (member: SampleMember) =>
    parseCertificate(fromPem(await readFile(join(folder, `${member}.pem`), 'utf8'))[0] as Uint8Array);
  return issueCrl({
    issuer: { name: (await certificateOf(issuer)).subject, key: await openKeyFile(join(folder, `${issuer}.key`)) },
    thisUpdate,
    nextUpdate,
    number: thisUpdate.getTime(),
    ...(scope ? { extensions: [scopeExtension(scope)] } : {}),
    entries: await Promise.all(
      revoked.map(async ({ of, at, reason }) => crlEntry((await certificateOf(of)).serial, at, reason)),
    ),
  });
}

const yes = Buffer.from([0xff]);

/** Encodes a critical issuingDistributionPoint. */
export function scopeExtension({ point, only, isIndirect, isPartial }: SampleScope): Uint8Array {
  const value = sequence(
    ...(point ? [tlv(0xa0, tlv(0xa0, tlv(0x86, Buffer.from(point, 'latin1'))))] : []),
    ...(only === 'user' ? [tlv(0x81, yes)] : []),
    ...(only === 'ca' ? [tlv(0x82, yes)] : []),
    // keyCompromise.
    ...(isPartial ? [tlv(0x83, Buffer.from([6, 0x40]))] : []),
    ...(isIndirect ? [tlv(0x84, yes)] : []),
    ...(only === 'attribute' ? [tlv(0x85, yes)] : []),
  );
  return sequence(Buffer.from('0603551d1c', 'hex'), tlv(0x01, yes), tlv(0x04, value));
}

/** Encodes one entry of a CRL (RFC 5280 §5.3). */
export function crlEntry(serial: bigint, at: Date, reason: number | undefined): Uint8Array {
  if (reason === undefined) return sequence(integer(serial), generalizedTime(at));
  const reasonCode = sequence(Buffer.from('0603551d15', 'hex'), tlv(0x04, enumerated(reason)));
  return sequence(integer(serial), generalizedTime(at), sequence(reasonCode));
}
