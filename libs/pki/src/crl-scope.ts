import { booleanOf, childrenOf, type Der, Parts, parseDer, sameBytes, tags } from './der.ts';
import { type OutOfScope, PkiError } from './error.ts';
import { completeListNames } from './revocation-sources.ts';
import type { Certificate } from './x509.ts';

/** Coverage of a CRL by its issuingDistributionPoint (RFC 5280 §5.2.5). */
export interface CrlScope {
  /** DER GeneralNames of the distribution point; null: it names none. */
  points: readonly Uint8Array[] | null;
  /** The only kind of certificates covered; null: all. */
  only: 'user' | 'ca' | 'attribute' | null;
  /** Covers revocations for some reasons only. */
  isPartial: boolean;
  /** Has entries about certificates of other issuers. */
  isIndirect: boolean;
}

/** @throws PkiError ENCODING; UNSUPPORTED for a name relative to the issuer, or several kinds of certificates at once */
export function scopeIn(extension: Der): CrlScope {
  const parts = new Parts(extension, tags.sequence);
  const point = parts.optional(0xa0);
  const user = isTrue(parts.optional(0x81));
  const ca = isTrue(parts.optional(0x82));
  const isPartial = parts.optional(0x83) !== undefined;
  const isIndirect = isTrue(parts.optional(0x84));
  const attribute = isTrue(parts.optional(0x85));
  parts.end();
  const flags = { user, ca, attribute };
  const kinds = (['user', 'ca', 'attribute'] as const).filter((kind) => flags[kind]);
  if (kinds.length > 1) throw new PkiError('UNSUPPORTED', `a CRL of ${kinds.join(' and ')} certificates only`);
  return { points: point ? namesIn(point) : null, only: kinds[0] ?? null, isPartial, isIndirect };
}

/**
 * Whether the list covers the certificate (RFC 5280 §6.3.3 b), by the same rules as `openssl verify -crl_check`: a list
 * of some reasons or of several issuers is not used.
 */
export function whyOutOfScope(scope: CrlScope | null, certificate: Certificate): OutOfScope | null {
  if (!scope) return null;
  if (scope.isIndirect) return 'indirect';
  if (scope.isPartial) return 'reasons';
  if (scope.only === 'attribute' || (scope.only === 'user' && certificate.isCa)) return scope.only;
  if (scope.only === 'ca' && !certificate.isCa) return 'ca';
  const { points } = scope;
  const isNamed = (name: Uint8Array) => points?.some((point) => sameBytes(point, name));
  return points === null || completeListNames(certificate).some(isNamed) ? null : 'point';
}

function namesIn(point: Der): Uint8Array[] {
  const choice = parseDer(point.content);
  if (choice.tag !== 0xa0) throw new PkiError('UNSUPPORTED', 'a distribution point relative to the issuer');
  return childrenOf(choice).map(({ raw }) => raw);
}

/** An IMPLICIT BOOLEAN; DER omits the default, false. */
const isTrue = (flag: Der | undefined): boolean => flag !== undefined && booleanOf({ ...flag, tag: tags.boolean });
