import type { IssueDetail } from '@proofkeep/bundle';
import { type Certificate, nameAttributes } from '@proofkeep/pki';
import { problem } from '../details.ts';

/** Begins the organizational unit of a notary's certificate, and of no other that the authority issues. */
const licencePrefix = '执业证号 ';
/** Upper bound of an attribute (RFC 5280 appendix A.1): the authority cuts longer names. */
const mostLetters = 64;

const valuesOf = ({ subject }: Pick<Certificate, 'subject'>, wanted: string): string[] =>
  nameAttributes(subject).flatMap(({ type, value }) => (type === wanted ? value : []));

/** Whether a certificate names the notary of the deed, their licence and their office, and no other. */
export function isNotarys(certificate: Pick<Certificate, 'subject'>, { notary, office }: IssueDetail): boolean {
  const names = (type: string, value: string) => {
    const [found, ...more] = valuesOf(certificate, type);
    return found === value.slice(0, mostLetters) && more.length === 0;
  };
  return names('CN', notary.name) && names('OU', `${licencePrefix}${notary.licenceNo}`) && names('O', office);
}

/** The installation's seal signs for parties, office and bundle: a notary's own key must not. @throws Problem seal-personal */
export function requireSeal(certificate: Pick<Certificate, 'subject' | 'subjectText'>): void {
  if (valuesOf(certificate, 'OU').some((unit) => unit.startsWith(licencePrefix)))
    throw problem('seal-personal', { who: certificate.subjectText });
}
