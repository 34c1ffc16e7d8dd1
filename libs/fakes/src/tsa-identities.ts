import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import {
  issueCertificate,
  type Party,
  type Profile,
  softwareKey,
  type TimestampAuthority,
  timestampAuthority,
  type Validity,
} from '@proofkeep/seal';

/** Keys and certificates of the stand-in for an outside timestamp authority. */
export interface TsaIdentities {
  root: Party;
  issuing: Party;
  unit: Party;
  /** Certified by the issuing authority to sign its OCSP responses. */
  responder: Party;
  /** An issuing authority with the same name but another key. */
  namesake: Party;
  valid: TimestampAuthority;
  expired: TimestampAuthority;
  documents: TimestampAuthority;
  statusUrl: string;
}

const dayMs = 86_400_000;
const generate = promisify(generateKeyPair);

/** Certificates name `<statusUrl>/<issuer>.crl` and `<statusUrl>/<issuer>`. */
export async function makeIdentities(statusUrl: string): Promise<TsaIdentities> {
  const now = Date.now();
  const days = (from: number, to: number): Validity => ({
    notBefore: new Date(now + from * dayMs),
    notAfter: new Date(now + to * dayMs),
  });
  const named = (commonName: string) => ({ commonName, organization: 'Stand-in Timestamps Ltd' });
  const sourcesOf = (issuer: string) => ({ crl: `${statusUrl}/${issuer}.crl`, ocsp: `${statusUrl}/${issuer}` });
  const ecKey = async () => softwareKey((await generate('ec', { namedCurve: 'P-256' })).privateKey);
  const root = await issueCertificate({
    profile: 'root',
    subject: named('Stand-in Root CA'),
    key: await ecKey(),
    validity: days(-30, 365),
  });
  const issuingAuthority = async () =>
    issueCertificate({
      profile: 'issuing',
      subject: named('Stand-in Issuing CA'),
      key: await ecKey(),
      validity: days(-30, 365),
      issuer: root,
      sources: sourcesOf('root'),
    });
  const issuing = await issuingAuthority();
  const rsaKey = softwareKey((await generate('rsa', { modulusLength: 2048 })).privateKey);
  const unitOf = (profile: Profile, validity: Validity, key = rsaKey) =>
    issueCertificate({
      profile,
      subject: named(profile === 'responder' ? 'Stand-in OCSP Responder' : 'Stand-in Timestamp Unit'),
      key,
      validity,
      issuer: issuing,
      sources: sourcesOf('issuing'),
    });
  const authorityOf = ({ key, certificate }: Party) =>
    timestampAuthority({ key, chain: [certificate, issuing.certificate] });
  const unit = await unitOf('timestamp', days(-1, 365));
  return {
    statusUrl,
    root,
    issuing,
    unit,
    responder: await unitOf('responder', days(-30, 365), await ecKey()),
    namesake: await issuingAuthority(),
    valid: authorityOf(unit),
    expired: authorityOf(await unitOf('timestamp', days(-30, -1))),
    documents: authorityOf(await unitOf('seal', days(-1, 365))),
  };
}
