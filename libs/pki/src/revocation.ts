import { type Crl, checkCrl, type Revocation } from './crl.ts';
import { sameBytes } from './der.ts';
import { PkiError, RevocationError, type RevocationFinding } from './error.ts';
import { type OcspResponse, type OcspStatus, ocspStatuses } from './ocsp.ts';
import type { Certificate } from './x509.ts';

/** Names of CRLReason (RFC 5280 §5.3.1). */
const reasons = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'unknown',
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
];

/**
 * RFC 3161 §4: an authority that was revoked for one of these reasons kept its key to itself, and what it signed before stays
 * valid. For any other reason, or for none, nothing that the key ever signed can be believed.
 */
const harmless: ReadonlySet<number | null> = new Set([0, 3, 4, 5]);

/**
 * Whether CRLs show that no certificate of the path was revoked at `at`: for each but the root a CRL of its issuer with
 * thisUpdate ≤ `at` < nextUpdate that does not name it. `openssl verify -crl_check_all -attime` decides alike, at nextUpdate too.
 * @throws RevocationError
 */
export async function checkCovered(path: readonly Certificate[], crls: readonly Crl[], at: Date): Promise<void> {
  for (const [certificate, issuer] of issued(path)) {
    const crl = await currentCrl(issuer, crls, at);
    const [entry] = entriesOf(crl, certificate);
    if (entry) throw revoked(certificate, entry);
  }
}

/**
 * Whether CRLs of a later time leave valid what was signed with the path at `at`: a certificate revoked afterwards, for a
 * reason that does not touch its key, leaves it so. Lists that are not the issuer's own are passed over.
 * @throws RevocationError
 */
export async function checkNotUndone(path: readonly Certificate[], later: readonly Crl[], at: Date): Promise<void> {
  for (const [certificate, issuer] of issued(path))
    for (const crl of later) {
      const entry = entriesOf(crl, certificate).find((one) => !harmless.has(one.reason) || one.at <= at);
      if (entry && (await isIssuedBy(crl, issuer))) throw revoked(certificate, entry);
    }
}

/** CRLs and OCSP responses that were collected for one path. */
export interface RevocationEvidence {
  crls: readonly Crl[];
  answers: readonly OcspResponse[];
}

/** A responder's clock may differ from the authority's by this much. */
const clockToleranceMs = 5 * 60_000;

/**
 * Whether the evidence shows that no certificate of the path was revoked at `at`: each but the root needs a CRL as in
 * `checkCovered` or an OCSP response that covers `at`. What any of it says of a later revocation reaches back as in
 * `checkNotUndone`. A finding `revoked` goes before every other.
 * @returns the oldest thisUpdate that was relied on. @throws RevocationError
 */
export async function checkNotRevoked(
  path: readonly Certificate[],
  { crls, answers }: RevocationEvidence,
  at: Date,
): Promise<Date> {
  await checkNotUndone(path, crls, at);
  const updates: Date[] = [];
  let gap: RevocationError | undefined;
  for (const [certificate, issuer] of issued(path))
    try {
      updates.push(await statusTime(certificate, issuer, { crls, answers }, at));
    } catch (error) {
      if (!(error instanceof RevocationError) || error.finding.kind === 'revoked') throw error;
      gap ??= error;
    }
  const [self] = path;
  if (updates.length === 0 && self) gap ??= new RevocationError({ kind: 'no-status', who: self.subjectText });
  if (gap) throw gap;
  return new Date(Math.min(...updates.map((update) => update.getTime())));
}

/** thisUpdate of what shows that the certificate was not revoked at `at`. */
async function statusTime(
  certificate: Certificate,
  issuer: Certificate,
  { crls, answers }: RevocationEvidence,
  at: Date,
): Promise<Date> {
  const { good, finding } = await judgeAnswers(certificate, issuer, answers, at);
  const hasList = crls.some((crl) => sameBytes(crl.issuer, issuer.subject));
  if (hasList) {
    const list = await currentCrl(issuer, crls, at).catch((error: unknown) => {
      if (good) return undefined;
      throw error;
    });
    const [entry] = list ? entriesOf(list, certificate) : [];
    if (entry) throw revoked(certificate, entry);
    if (list) return list.thisUpdate;
  }
  if (good) return good.thisUpdate;
  throw new RevocationError(finding ?? { kind: 'no-status', who: certificate.subjectText });
}

/** @throws RevocationError revoked */
async function judgeAnswers(
  certificate: Certificate,
  issuer: Certificate,
  answers: readonly OcspResponse[],
  at: Date,
): Promise<{ good?: OcspStatus; finding?: RevocationFinding }> {
  const who = certificate.subjectText;
  let good: OcspStatus | undefined;
  let finding: RevocationFinding | undefined;
  for (const answer of answers) {
    const statuses = await ocspStatuses(answer, certificate, issuer).catch((error: unknown) => {
      if (!(error instanceof PkiError)) throw error;
      finding = { kind: 'answer-foreign', who };
      return [];
    });
    for (const status of statuses) {
      if (status.revoked && (!harmless.has(status.revoked.reason) || status.revoked.at <= at))
        throw revoked(certificate, status.revoked);
      if (status.state !== 'good') finding = { kind: 'answer-open', who };
      else if (answerCovers(status, at)) good ??= status;
      else finding = { kind: 'answer-time', who, ...spanOf(status), at: at.toISOString() };
    }
  }
  return { good, finding };
}

/** RFC 6960 §4.2.2.1: without nextUpdate newer information is available all the time, so that it covers no time after its own. */
function answerCovers({ thisUpdate, nextUpdate }: OcspStatus, at: Date): boolean {
  const [from, time] = [thisUpdate.getTime(), at.getTime()];
  const until = nextUpdate ? nextUpdate.getTime() : from + clockToleranceMs;
  return from - clockToleranceMs <= time && time < until;
}

const spanOf = ({ thisUpdate, nextUpdate }: OcspStatus): { from: string; until: string } => ({
  from: thisUpdate.toISOString(),
  until: (nextUpdate ?? thisUpdate).toISOString(),
});

/** Each certificate but the root with its issuer. */
const issued = (path: readonly Certificate[]): [Certificate, Certificate][] =>
  path.slice(1).map((issuer, i) => [path[i] as Certificate, issuer]);

const entriesOf = (crl: Crl, certificate: Certificate): Revocation[] =>
  sameBytes(crl.issuer, certificate.issuer) ? crl.revoked.filter(({ serial }) => serial === certificate.serial) : [];

const isIssuedBy = (crl: Crl, issuer: Certificate): Promise<boolean> =>
  checkCrl(crl, issuer).then(
    () => true,
    () => false,
  );

async function currentCrl(issuer: Certificate, crls: readonly Crl[], at: Date): Promise<Crl> {
  const name = issuer.subjectText;
  let finding: RevocationFinding = { kind: 'no-list', issuer: name };
  for (const crl of crls.filter((one) => sameBytes(one.issuer, issuer.subject))) {
    const { thisUpdate, nextUpdate } = crl;
    const [from, until, time] = [thisUpdate, nextUpdate, at].map((date) => date.toISOString()) as [
      string,
      string,
      string,
    ];
    if (thisUpdate > at || nextUpdate <= at) finding = { kind: 'list-time', issuer: name, from, until, at: time };
    else if (await isIssuedBy(crl, issuer)) return crl;
    else finding = { kind: 'list-foreign', issuer: name };
  }
  throw new RevocationError(finding);
}

const revoked = (
  { subjectText: who }: Certificate,
  { at, reason }: Pick<Revocation, 'at' | 'reason'>,
): RevocationError =>
  new RevocationError({
    kind: 'revoked',
    who,
    at: at.toISOString(),
    reason: reason === null ? 'absent' : (reasons[reason] ?? String(reason)),
  });
