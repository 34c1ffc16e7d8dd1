import { booleanOf, childrenOf, type Der, oidOf, Parts, parseDer, tags } from './der.ts';
import { PkiError } from './error.ts';

/** An extension's value, and whether who does not understand it must refuse what carries it. */
export interface Extension {
  value: Der;
  critical: boolean;
}

/**
 * The extensions of a certificate, a CRL or one of its entries, by OID (RFC 5280 §4.1.2.9, §5.1.2.7). A critical one that is
 * not `understood` makes the whole unusable (§4.2, §5.2, §5.3). @throws PkiError ENCODING, UNSUPPORTED
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
