import { generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '@proofkeep/bundle/node';
import { issueFirstCrl } from './crl.ts';
import { writeNew } from './durable-file.ts';
import { softwareKey } from './keys.ts';
import { toPem } from './pem.ts';
import { issueCertificate, type Party, type Profile, type Subject, type Validity } from './x509.ts';

/** The four certified keys of the authority; files `<member>.key` and `<member>.pem` in its folder. */
export const members = ['root', 'issuing', 'tsa', 'seal'] as const;
/** One of `members`. */
export type Member = (typeof members)[number];

const generate = promisify(generateKeyPair);

const plan: Record<Member, { profile: Profile; commonName: string; years: number; issuer: Member | null }> = {
  root: { profile: 'root', commonName: 'Proofkeep Development Root CA', years: 20, issuer: null },
  issuing: { profile: 'issuing', commonName: 'Proofkeep Development Issuing CA', years: 15, issuer: 'root' },
  tsa: { profile: 'timestamp', commonName: 'Proofkeep Development Timestamp Authority', years: 10, issuer: 'issuing' },
  seal: { profile: 'seal', commonName: 'Proofkeep Development Seal', years: 10, issuer: 'issuing' },
};

/**
 * Creates keys, certificates and first CRLs in a temporary folder and renames it to `folder` once all is on disk. The rename
 * is the only commit point: a crash before it leaves only the temporary folder. If two processes race, the second finds the
 * name taken and discards its own.
 */
export async function createAuthority(folder: string, now: Date): Promise<void> {
  const draft = `${folder}.${randomBytes(6).toString('hex')}.new`;
  await mkdir(draft, { mode: 0o700 });
  await chmod(draft, 0o700); // independent of the umask
  try {
    await writeKeys(draft, now);
    await syncFolder(draft);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isTaken(error)) throw error;
  }
}

async function writeKeys(folder: string, now: Date): Promise<void> {
  const installation = randomBytes(4).toString('hex');
  const parties = new Map<Member, Party>();
  for (const member of members) {
    const { profile, commonName, years, issuer } = plan[member];
    const { privateKey } = await generate('ec', { namedCurve: 'P-256' });
    const party = await issueCertificate({
      profile,
      subject: subjectOf(commonName, installation),
      key: softwareKey(privateKey),
      validity: validityFrom(now, years),
      issuer: issuer ? parties.get(issuer) : undefined,
    });
    parties.set(member, party);
    await writeKey(join(folder, `${member}.key`), privateKey);
    await writeNew(join(folder, `${member}.pem`), toPem('CERTIFICATE', party.certificate), 0o600);
    if (profile === 'root' || profile === 'issuing') await issueFirstCrl(join(folder, `${member}.crl`), party, now);
  }
  await writeKey(join(folder, 'log.key'), (await generate('ed25519')).privateKey);
}

const personYears = 3;
/** A person's key with its certificate chain: DER, leaf first, without the root. */
export interface PersonalKey {
  readonly privateKeyPem: string;
  readonly chain: readonly Uint8Array[];
  readonly notAfter: Date;
}

/** Issues a certificate for documents to a person, with a new key that only the caller has. @param o.crl URL of the list */
export async function certifyPerson(
  issuer: Party,
  { subject, crl, now }: { subject: Subject; crl: string; now: Date },
): Promise<PersonalKey> {
  const { privateKey } = await generate('ec', { namedCurve: 'P-256' });
  const validity = validityFrom(now, personYears);
  const key = softwareKey(privateKey);
  const { certificate } = await issueCertificate({ profile: 'seal', subject, key, validity, issuer, sources: { crl } });
  const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privateKeyPem, chain: [certificate, issuer.certificate], notAfter: validity.notAfter };
}

const writeKey = (path: string, key: KeyObject): Promise<void> =>
  writeNew(path, key.export({ type: 'pkcs8', format: 'pem' }), 0o600);

const subjectOf = (commonName: string, installation: string): Subject => ({
  commonName,
  organizationalUnit: `Development installation ${installation}`,
  organization: 'Proofkeep',
});

/** Starts an hour ago: if the clock is set back slightly, the first proofs must not be older than their certificate. */
function validityFrom(now: Date, years: number): Validity {
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + years);
  return { notBefore: new Date(now.getTime() - 3_600_000), notAfter };
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');
