import { booleanOf, childrenOf, type Der, oidOf, Parts, parseDer, tags } from './der.ts';
import { PkiError } from './error.ts';

/** An extension's value. A reader that does not understand a critical extension must reject its carrier. */
export interface Extension {
  value: Der;
  critical: boolean;
}

/**
 * Parses the extensions of a certificate, a CRL or a CRL entry, by OID (RFC 5280 §4.1.2.9, §5.1.2.7). Rejects critical
 * extensions that are not `understood` (§4.2, §5.2, §5.3). @throws PkiError ENCODING, UNSUPPORTED
 */
export function extensionsIn(list: Der, understood: ReadonlySet<string>): Map<string, Extension> {
  const found = new Map<string, Extension>();
  for (const extension of childrenOf(list)) {
    const parts = new Parts(extension);
    const oid = oidOf(parts.next());
    const flag = parts.optional(tags.boolean);
    const critical = flag !== undefined && booleanOf(flag);
    const value = parseDer(parts.next(tags.octetString).content);
    parts.end();
    if (found.has(oid)) throw new PkiError('ENCODING', `extension ${oid} stands twice`);
    if (critical && !understood.has(oid)) throw new PkiError('UNSUPPORTED', `critical extension ${oid}`);
    found.set(oid, { value, critical });
  }
  return found;
}
