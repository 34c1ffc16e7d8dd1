import { childrenOf, type Der, oidOf, Parts, parseDer, tags } from './der.ts';
import type { Certificate } from './x509.ts';

/** URLs where a certificate says its revocation status is published, in its order. Any scheme, not checked. */
export interface RevocationSources {
  crls: readonly string[];
  ocsp: readonly string[];
}

const oids = {
  crlDistributionPoints: '2.5.29.31',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
} as const;
/** GeneralName: uniformResourceIdentifier [6] IA5String (RFC 5280 §4.2.1.6). */
const uriTag = 0x86;

/** Reads CRL distribution points (RFC 5280 §4.2.1.13) and OCSP responders (§4.2.2.1). @throws PkiError ENCODING */
export function revocationSources(certificate: Certificate): RevocationSources {
  const access = certificate.extensions.get(oids.authorityInfoAccess);
  return {
    crls: namesOf(certificate).flatMap(urlIn),
    ocsp: access ? childrenOf(access.value).flatMap(responderUrls) : [],
  };
}

/** DER GeneralNames of the distribution points that a certificate names for complete CRLs. @throws PkiError ENCODING */
export const completeListNames = (certificate: Certificate): Uint8Array[] => namesOf(certificate).map(({ raw }) => raw);

function namesOf({ extensions }: Certificate): Der[] {
  const points = extensions.get(oids.crlDistributionPoints);
  return points ? childrenOf(points.value).flatMap(completeNames) : [];
}

/** Skips points with `reasons` (a partial CRL) or `cRLIssuer` (another issuer's CRL). */
function completeNames(point: Der): Der[] {
  const [name, ...others] = childrenOf(point);
  if (name?.tag !== 0xa0 || others.length > 0) return [];
  const choice = parseDer(name.content);
  return choice.tag === 0xa0 ? childrenOf(choice) : [];
}

function responderUrls(description: Der): string[] {
  const parts = new Parts(description);
  const method = oidOf(parts.next(tags.oid));
  const location = parts.next();
  parts.end();
  return method === oids.ocsp ? urlIn(location) : [];
}

const urlIn = ({ tag, content }: Der): string[] => (tag === uriTag ? [new TextDecoder('latin1').decode(content)] : []);
