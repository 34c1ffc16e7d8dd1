import { mayWithdrawCertification, type PastCertification } from '@proofkeep/contract';
import type { Applications, CertificationRow } from './store.ts';

/** The application awaiting a decision: the change if there is one, otherwise the first certification. */
export const openApplication = ({ present, change }: Applications): CertificationRow | undefined =>
  [change, present].find((row) => row && mayWithdrawCertification(row.state));

/** @param legalRepresentative of a company, as certified; null for a person and for members */
export function pastOf(row: CertificationRow, legalRepresentative: string | null): PastCertification {
  const { id, state, maskedName, approvedAt, decidedAt, replacedAt } = row;
  if (!approvedAt) throw new Error(`Certification ${id} was approved and has no time of approval.`);
  const until = state === 'revoked' ? decidedAt : replacedAt;
  return {
    id,
    state,
    name: maskedName,
    legalRepresentative,
    from: approvedAt.toISOString(),
    until: until?.toISOString() ?? null,
  };
}
