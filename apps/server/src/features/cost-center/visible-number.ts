import type { EvidenceScope } from '../../http/policy.ts';

/**
 * SQL of an attestation's number, null if the reader may not see it. Takes two parameters, from `at` on: `shownValues`.
 */
export const visibleNumber = (subject: string, at: number): string =>
  `case when $${at}::boolean and ($${at + 1}::uuid is null
     or (select login_id from attestation where ano = ${subject}) = $${at + 1}) then ${subject} end`;

export const visibleNumberValues = (evidence: EvidenceScope | null): [boolean, string | null] => [
  evidence !== null,
  evidence?.loginId ?? null,
];
