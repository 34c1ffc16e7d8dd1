import type { IssueDetail } from '@proofkeep/bundle';
import { type Certificate, nameAttributes } from '@proofkeep/pki';
import { problem } from '../details.ts';

/** Prefix of the organizational unit in notary certificates; the authority uses it in no other certificates. */
const licencePrefix = '执业证号 ';
/** Upper bound of an attribute (RFC 5280 appendix A.1): the authority truncates longer names. */
const mostLetters = 64;

const valuesOf = ({ subject }: Pick<Certificate, 'subject'>, wanted: string): string[] =>
  nameAttributes(subject).flatMap(({ type, value }) => (type === wanted ? value : []));

/** Whether a certificate names exactly the notary of the deed, their licence and their office. */
export function isNotarys(
  certificate: Pick<Certificate, 'subject'>,
  { notary, office }: { notary: Pick<IssueDetail['notary'], 'name' | 'licenceNo'>; office: string },
): boolean {
  const names = (type: string, value: string) => {
    const [found, ...more] = valuesOf(certificate, type);
    return found === value.slice(0, mostLetters) && more.length === 0;
  };
  return names('CN', notary.name) && names('OU', `${licencePrefix}${notary.licenceNo}`) && names('O', office);
}

/**
 * Parties, office and bundle are signed with the installation's seal, never with a notary's own key. @throws Problem
 * seal-personal
 */
export function requireSeal(certificate: Pick<Certificate, 'subject' | 'subjectText'>): void {
  if (valuesOf(certificate, 'OU').some((unit) => unit.startsWith(licencePrefix)))
    throw problem('seal-personal', { who: certificate.subjectText });
}
