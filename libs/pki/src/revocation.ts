import { type Crl, checkCrl, type Revocation } from './crl.ts';
import { sameBytes } from './der.ts';
import { RevocationError, type RevocationFinding } from './error.ts';
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

const revoked = ({ subjectText: who }: Certificate, { at, reason }: Revocation): RevocationError =>
  new RevocationError({
    kind: 'revoked',
    who,
    at: at.toISOString(),
    reason: reason === null ? 'absent' : (reasons[reason] ?? String(reason)),
  });
