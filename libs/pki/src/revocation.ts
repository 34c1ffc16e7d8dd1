import { type Crl, checkCrl, type Revocation } from './crl.ts';
import { whyOutOfScope } from './crl-scope.ts';
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
 * RFC 3161 §4: revocation for one of these reasons leaves earlier signatures valid, because the key was not exposed. For
 * any other reason, or none, no signature of the key counts.
 */
const harmless: ReadonlySet<number | null> = new Set([0, 3, 4, 5]);

/**
 * Checks that CRLs show no certificate of the path revoked at `at`: each one but the root needs a CRL of its issuer with
 * thisUpdate ≤ `at` < nextUpdate that is meant for it and does not list it. `openssl verify -crl_check_all -attime` decides the same way.
 * @throws RevocationError
 */
export async function checkCovered(path: readonly Certificate[], crls: readonly Crl[], at: Date): Promise<void> {
  for (const [certificate, issuer] of issued(path)) {
    const crl = await currentCrl(certificate, issuer, crls, at);
    const [entry] = entriesOf(crl, certificate);
    if (entry) throw revoked(certificate, entry);
  }
}

/**
 * Checks that later CRLs do not invalidate a signature made with the path at `at`. A later revocation for a reason that
 * leaves the key unexposed does not. Ignores CRLs that the issuer did not sign.
 * @throws RevocationError
 */
export async function checkNotUndone(path: readonly Certificate[], later: readonly Crl[], at: Date): Promise<void> {
  for (const [certificate, issuer] of issued(path))
    for (const crl of later) {
      const entry = entriesOf(crl, certificate).find((one) => !harmless.has(one.reason) || one.at <= at);
      if (entry && (await isIssuedBy(crl, issuer))) throw revoked(certificate, entry);
    }
}

/** Returns a path's issuers that signed none of the CRLs: revocation by them can't be checked. */
export async function issuersWithoutCrl(path: readonly Certificate[], crls: readonly Crl[]): Promise<Certificate[]> {
  const missing: Certificate[] = [];
  for (const issuer of path.slice(1)) {
    const areTheirs = await Promise.all(crls.map((crl) => isIssuedBy(crl, issuer)));
    if (!areTheirs.includes(true)) missing.push(issuer);
  }
  return missing;
}

/** CRLs and OCSP responses collected for one path. */
export interface RevocationEvidence {
  crls: readonly Crl[];
  answers: readonly OcspResponse[];
}

/** Largest accepted difference between the responder's and the authority's clock. */
const clockToleranceMs = 5 * 60_000;

/**
 * Checks that the evidence shows no certificate of the path revoked at `at`: each one but the root needs a CRL as in
 * `checkCovered` or an OCSP response that covers `at`. Later revocations count as in `checkNotUndone`. The finding
 * `revoked` takes precedence.
 * @returns the oldest thisUpdate used. @throws RevocationError
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

/** Returns thisUpdate of the CRL or OCSP response that shows the certificate was not revoked at `at`. */
async function statusTime(
  certificate: Certificate,
  issuer: Certificate,
  { crls, answers }: RevocationEvidence,
  at: Date,
): Promise<Date> {
  const { good, finding } = await judgeAnswers(certificate, issuer, answers, at);
  const hasList = crls.some((crl) => sameBytes(crl.issuer, issuer.subject));
  if (hasList) {
    const list = await currentCrl(certificate, issuer, crls, at).catch((error: unknown) => {
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

/** RFC 6960 §4.2.2.1: without nextUpdate newer information is always available, so the response covers no later time. */
function answerCovers({ thisUpdate, nextUpdate }: OcspStatus, at: Date): boolean {
  const [from, time] = [thisUpdate.getTime(), at.getTime()];
  const until = nextUpdate ? nextUpdate.getTime() : from + clockToleranceMs;
  return from - clockToleranceMs <= time && time < until;
}

const spanOf = ({ thisUpdate, nextUpdate }: OcspStatus): { from: string; until: string } => ({
  from: thisUpdate.toISOString(),
  until: (nextUpdate ?? thisUpdate).toISOString(),
});

/** Pairs each certificate but the root with its issuer. */
const issued = (path: readonly Certificate[]): [Certificate, Certificate][] =>
  path.slice(1).map((issuer, i) => [path[i] as Certificate, issuer]);

const entriesOf = (crl: Crl, certificate: Certificate): Revocation[] =>
  sameBytes(crl.issuer, certificate.issuer) ? crl.revoked.filter(({ serial }) => serial === certificate.serial) : [];

const isIssuedBy = (crl: Crl, issuer: Certificate): Promise<boolean> =>
  checkCrl(crl, issuer).then(
    () => true,
    () => false,
  );

async function currentCrl(certificate: Certificate, issuer: Certificate, crls: readonly Crl[], at: Date): Promise<Crl> {
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
    else if (!(await isIssuedBy(crl, issuer))) finding = { kind: 'list-foreign', issuer: name };
    else {
      const why = whyOutOfScope(crl.scope, certificate);
      if (!why) return crl;
      finding = { kind: `list-${why}`, issuer: name, who: certificate.subjectText };
    }
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
