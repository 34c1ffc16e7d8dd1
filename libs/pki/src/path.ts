import { sameBytes } from './der.ts';
import { PkiError } from './error.ts';
import { type Certificate, checkIssued, hasKeyUsage, keyUsageBits } from './x509.ts';

const maxLength = 6;

/**
 * Whether one of the certificates names one of the roots as its issuer. If so, a missing path is a failure; if not, the
 * certificates belong to an unknown issuer.
 */
export const isAnchored = (certificates: readonly Certificate[], roots: readonly Certificate[]): boolean =>
  certificates.some((one) => roots.some((root) => sameBytes(one.issuer, root.subject)));

/**
 * Finds a path from a certificate to one of the roots, valid at `at`: signatures, validity, CA flags, path lengths, key
 * usage (RFC 5280 §6.1 without policies and name constraints; the parser rejects critical extensions for these).
 * @returns the path, certificate first, root last. @throws PkiError PATH with the reason why the best candidate failed
 */
export async function findPath(o: {
  certificate: Certificate;
  intermediates: readonly Certificate[];
  roots: readonly Certificate[];
  at: Date;
}): Promise<Certificate[]> {
  let reason = '';
  const extend = async (path: Certificate[]): Promise<Certificate[] | undefined> => {
    const last = path.at(-1) as Certificate;
    const invalid = whyInvalidAt(last, o.at);
    if (invalid) {
      reason = invalid;
      return undefined;
    }
    const isRoot = o.roots.some((root) => sameBytes(root.raw, last.raw));
    if (isRoot) return path;
    reason = `no certificate of ${last.issuerText} is trusted`;
    if (path.length >= maxLength) return undefined;
    for (const issuer of [...o.roots, ...o.intermediates]) {
      if (!sameBytes(issuer.subject, last.issuer) || path.some((one) => sameBytes(one.raw, issuer.raw))) continue;
      const wrong = whyNotIssuer(issuer, path);
      if (wrong) {
        reason = wrong;
        continue;
      }
      try {
        await checkIssued(last, issuer);
      } catch {
        reason = `${last.subjectText} was not signed by ${issuer.subjectText}`;
        continue;
      }
      const whole = await extend([...path, issuer]);
      if (whole) return whole;
    }
    return undefined;
  };
  const path = await extend([o.certificate]);
  if (!path) throw new PkiError('PATH', reason);
  return path;
}

/** Says why a certificate is not valid at a time (RFC 5280 §4.1.2.5); undefined if it is valid. */
export function whyInvalidAt(certificate: Certificate, at: Date): string | undefined {
  if (at < certificate.notBefore)
    return `${certificate.subjectText} is valid only from ${certificate.notBefore.toISOString()}`;
  if (at > certificate.notAfter)
    return `${certificate.subjectText} was valid until ${certificate.notAfter.toISOString()}`;
  return undefined;
}

function whyNotIssuer(issuer: Certificate, below: Certificate[]): string | undefined {
  if (!issuer.isCa || !hasKeyUsage(issuer, keyUsageBits.keyCertSign))
    return `${issuer.subjectText} may not issue certificates`;
  if (issuer.pathLength !== null && below.length - 1 > issuer.pathLength)
    return `${issuer.subjectText} does not allow a path with so many intermediate certificates`;
  return undefined;
}
