import { generateKeyPairSync, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Certificate, fromPem, Parts, parseCertificate, parseDer } from '@proofkeep/pki';
import { issueCertificate, openKeyFile, type Party, softwareKey } from '@proofkeep/seal';
import { enumerated, generalizedTime, integer, sequence, tlv } from './der.ts';

/** Certificate status in an OCSP response (RFC 6960 §4.2.1). */
export type SampleStatus = 'good' | 'unknown' | { at: Date; reason?: number };

/** An OCSP response to sign. */
export interface SampleOcspOptions {
  certificate: Certificate;
  /** DER of the certificate that issued it. */
  issuer: Uint8Array;
  /** The signer: the issuer, or a responder whose certificate is then included. An EC key. */
  responder: Pick<Party, 'key' | 'certificate'>;
  status: SampleStatus;
  thisUpdate: Date;
  /** Absent: none. */
  nextUpdate?: Date;
  /** Digest of the CertID; default sha1. */
  digest?: 'sha1' | 'sha256';
}

const digestOids = {
  sha1: tlv(0x06, Buffer.from('2b0e03021a', 'hex')),
  sha256: tlv(0x06, Buffer.from('608648016503040201', 'hex')),
};
const ecdsaWithSha256 = sequence(tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const basicResponse = tlv(0x06, Buffer.from('2b0601050507300101', 'hex'));

/** Makes an OCSP response about one certificate (RFC 6960 §4.2.1), with a real signature. */
export async function sampleOcsp(o: SampleOcspOptions): Promise<Uint8Array> {
  const issuer = parseCertificate(o.issuer);
  const digest = o.digest ?? 'sha1';
  const hashed = (bytes: Uint8Array) => tlv(0x04, hash(digest, bytes, 'buffer'));
  const certId = sequence(
    sequence(digestOids[digest], tlv(0x05)),
    hashed(issuer.subject),
    hashed(keyBits(issuer)),
    integer(o.certificate.serial),
  );
  const next = o.nextUpdate ? [tlv(0xa0, generalizedTime(o.nextUpdate))] : [];
  const single = sequence(certId, statusField(o.status), generalizedTime(o.thisUpdate), ...next);
  const tbs = sequence(
    tlv(0xa1, parseCertificate(o.responder.certificate).subject),
    generalizedTime(o.thisUpdate),
    sequence(single),
  );
  const isDelegated = Buffer.compare(o.responder.certificate, o.issuer) !== 0;
  const basic = sequence(
    tbs,
    ecdsaWithSha256,
    tlv(0x03, Buffer.from([0]), await o.responder.key.sign(tbs)),
    ...(isDelegated ? [tlv(0xa0, sequence(o.responder.certificate))] : []),
  );
  return sequence(enumerated(0), tlv(0xa0, sequence(basicResponse, tlv(0x04, basic))));
}

/** OCSP response to make: about which certificate of the sample authority, and who signs it. */
export interface SampleAuthorityOcsp
  extends Pick<SampleOcspOptions, 'status' | 'thisUpdate' | 'nextUpdate' | 'digest'> {
  of: 'tsa' | 'issuing';
  /**
   * The issuer itself, a responder that it certified, or another certificate of the authority, which is not permitted
   * to respond.
   */
  by: 'issuer' | 'responder' | 'seal';
}

/** Makes an OCSP response about a certificate of the sample authority whose keys are in `folder`. */
export async function authorityOcsp(folder: string, { of, by, ...options }: SampleAuthorityOcsp): Promise<Uint8Array> {
  const partyOf = async (member: 'root' | 'issuing' | 'tsa' | 'seal'): Promise<Party> => {
    const certificate = fromPem(await readFile(join(folder, `${member}.pem`), 'utf8'))[0] as Uint8Array;
    const key = await openKeyFile(join(folder, `${member}.key`));
    return { certificate, key, name: parseCertificate(certificate).subject };
  };
  const issuer = await partyOf(of === 'tsa' ? 'issuing' : 'root');
  const responders = { issuer: async () => issuer, responder: () => delegate(issuer), seal: () => partyOf('seal') };
  const certificate = parseCertificate((await partyOf(of)).certificate);
  return sampleOcsp({ certificate, issuer: issuer.certificate, responder: await responders[by](), ...options });
}

function delegate(issuer: Party): Promise<Party> {
  const { notBefore, notAfter } = parseCertificate(issuer.certificate);
  return issueCertificate({
    profile: 'responder',
    subject: { commonName: 'Sample OCSP Responder', organization: 'Proofkeep' },
    key: softwareKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    validity: { notBefore, notAfter },
    issuer,
  });
}

function statusField(status: SampleStatus): Uint8Array {
  if (status === 'good') return tlv(0x80);
  if (status === 'unknown') return tlv(0x82);
  const reason = status.reason === undefined ? [] : [tlv(0xa0, enumerated(status.reason))];
  return tlv(0xa1, generalizedTime(status.at), ...reason);
}

/** Returns the public key without its algorithm. */
function keyBits({ spki }: Certificate): Uint8Array {
  const parts = new Parts(parseDer(spki));
  parts.next();
  return parts.next().content.subarray(1);
}
