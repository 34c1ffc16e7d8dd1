import { X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCertificate } from '@proofkeep/pki';
import { publishAnchors } from './anchors.ts';
import { certifyPerson, createAuthority, type Member, members, type PersonalKey } from './create-authority.ts';
import { currentCrl, listRevoked, type RevokedCertificate } from './crl.ts';
import { replaceFile } from './durable-file.ts';
import { SealError } from './error.ts';
import { type CertifiedKey, openKeyFile, readPrivateKey, softwareKey } from './keys.ts';
import { type LogSigner, logSigner } from './log-key.ts';
import type { Party, Subject } from './x509.ts';

/** Complete CRLs, DER, valid for at least a month from the time of the request. */
export interface Crls {
  readonly root: Uint8Array;
  readonly issuing: Uint8Array;
}

/**
 * The development authority of one installation. Its X.509 certificates state this; it must not be trusted outside the
 * installation.
 */
export interface Authority {
  readonly tsa: CertifiedKey;
  readonly seal: CertifiedKey;
  readonly logSigner: LogSigner;
  /** PEM of the root certificate: the trust anchor, never part of a proof. */
  readonly roots: readonly string[];
  crls(): Promise<Crls>;
  /**
   * Issues a certificate for documents to a person with a new key, for three years. @param crl URL of the issuing authority's
   * list, which the certificate names as its distribution point
   */
  certifyPerson(subject: Subject, crl: string): Promise<PersonalKey>;
  /**
   * Has the CRL of the issuing authority list these certificates. Safe to repeat. Another process that renews the list at the
   * same moment may drop an entry: repeat it before each use of the list that has to show it.
   */
  revoke(certificates: readonly RevokedCertificate[]): Promise<void>;
}

/**
 * Opens the authority under `<dataDir>/keys` (0700), creating it on first use, and stores its public part in
 * `<dataDir>/trust`: `anchors.json`, and `root.pem` for manual verification. Safe against a kill at any time and
 * against two processes that start simultaneously.
 * @throws SealError `AUTHORITY_DAMAGED` if a part is missing or contradicts the others, `AUTHORITY_EXPIRED` if a
 * certificate is not valid at `clock()`, `KEY_EXPOSED` and `KEY_UNREADABLE` as `openKeyFile` does, `ANCHORS_UNREADABLE`
 */
export async function openAuthority(dataDir: string, clock: () => Date = () => new Date()): Promise<Authority> {
  const folder = join(dataDir, 'keys');
  await mkdir(dataDir, { recursive: true });
  await sweepLeftovers(dataDir, clock());
  if (!(await exists(folder))) await createAuthority(folder, clock());
  await sweepLeftovers(folder, clock());

  const parties = await readParties(folder, clock());
  const signer = await logSigner(await openKeyFile(join(folder, 'log.key')));
  const authority = assemble(folder, parties, signer, clock);
  await authority.crls();
  await publishAnchors(join(dataDir, 'trust'), { roots: authority.roots, logs: [authority.logSigner.vkey] });
  await publishRoot(join(dataDir, 'trust', 'root.pem'), authority.roots.join(''));
  return authority;
}

async function publishRoot(path: string, pem: string): Promise<void> {
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== pem) await replaceFile(path, pem, 0o644);
}

type Parties = Record<Member, OpenParty>;

interface OpenParty extends Party {
  readonly x509: X509Certificate;
}

function assemble(folder: string, parties: Parties, logSigner: LogSigner, clock: () => Date): Authority {
  const certified = (party: Party): CertifiedKey => ({
    key: party.key,
    chain: [party.certificate, parties.issuing.certificate],
  });
  const inTurn = turns();
  const listOf = (member: 'root' | 'issuing') => [join(folder, `${member}.crl`), parties[member]] as const;
  const crlOf = (member: 'root' | 'issuing') => inTurn(() => currentCrl(...listOf(member), clock()));
  return {
    tsa: certified(parties.tsa),
    seal: certified(parties.seal),
    logSigner,
    roots: [parties.root.x509.toString()],
    crls: async () => ({ root: await crlOf('root'), issuing: await crlOf('issuing') }),
    certifyPerson: (subject, crl) => certifyPerson(parties.issuing, { subject, crl, now: clock() }),
    revoke: (revoked) => inTurn(() => listRevoked(...listOf('issuing'), { now: clock(), revoked })),
  };
}

/** Runs one change of the lists after another: each reads the list that it replaces. */
function turns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const next = last.then(act, act);
    last = next.catch(() => undefined);
    return next;
  };
}

async function readParties(folder: string, now: Date): Promise<Parties> {
  const missing = await absent(folder, [...members.flatMap((member) => [`${member}.key`, `${member}.pem`]), 'log.key']);
  if (missing.length > 0) throw new SealError('AUTHORITY_DAMAGED', `${folder} lacks ${missing.join(', ')}`);

  const parties: Parties = {
    root: await readParty(folder, 'root'),
    issuing: await readParty(folder, 'issuing'),
    tsa: await readParty(folder, 'tsa'),
    seal: await readParty(folder, 'seal'),
  };
  assertIssued(parties.root, parties.root);
  assertIssued(parties.issuing, parties.root);
  assertIssued(parties.tsa, parties.issuing);
  assertIssued(parties.seal, parties.issuing);
  for (const party of Object.values(parties)) assertValid(party, now);
  return parties;
}

async function readParty(folder: string, member: Member): Promise<OpenParty> {
  const privateKey = await readPrivateKey(join(folder, `${member}.key`));
  const { x509, name } = await readCertificate(join(folder, `${member}.pem`));
  if (!x509.checkPrivateKey(privateKey))
    throw new SealError('AUTHORITY_DAMAGED', `${member}.key is not the key of ${member}.pem`);
  return { x509, key: softwareKey(privateKey), certificate: x509.raw, name };
}

async function readCertificate(path: string): Promise<Pick<OpenParty, 'x509' | 'name'>> {
  try {
    const x509 = new X509Certificate(await readFile(path));
    return { x509, name: parseCertificate(x509.raw).subject };
  } catch (cause) {
    throw new SealError('AUTHORITY_DAMAGED', `${path} holds no certificate`, cause);
  }
}

function assertIssued(party: OpenParty, issuer: OpenParty): void {
  if (!party.x509.checkIssued(issuer.x509) || !party.x509.verify(issuer.x509.publicKey))
    throw new SealError('AUTHORITY_DAMAGED', `${party.x509.subject} was not issued by ${issuer.x509.subject}`);
}

function assertValid({ x509 }: OpenParty, now: Date): void {
  if (now < new Date(x509.validFrom) || now > new Date(x509.validTo))
    throw new SealError('AUTHORITY_EXPIRED', `${x509.subject} is valid from ${x509.validFrom} to ${x509.validTo}`);
}

/** Removes drafts and temporary files of killed processes. Files younger than an hour may belong to a running one and stay. */
async function sweepLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^keys\.[0-9a-f]{12}\.new$|\.[0-9a-f]{12}\.tmp$/.test(name)) continue;
    const leftover = await stat(join(folder, name)).catch(() => undefined);
    if (leftover && now.getTime() - leftover.mtimeMs > 3_600_000)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function absent(folder: string, names: readonly string[]): Promise<string[]> {
  const present = new Set(await readdir(folder));
  return names.filter((name) => !present.has(name));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
