import { canonicalBytes } from '@proofkeep/bundle';
import type { CourtDraft, CourtVerification } from '@proofkeep/contract';
import type { EvidenceRow } from './store.ts';

/** An entry of a signed list: what the applicant states, and what the service found. */
export interface ListedEvidence extends Omit<EvidenceRow, 'verification'> {
  kind: string;
  title: string;
  manifestSha256: string;
  sealedAt: string;
  verification: CourtVerification;
}

/** Everything a signed list states. */
export interface EvidenceList extends Omit<CourtDraft, 'items'> {
  no: string;
  version: number;
  items: readonly ListedEvidence[];
  createdAt: Date;
}

/** The structured form of a list (docs/formats/evidence-list.md), RFC 8785. */
export const listJson = ({ items, createdAt, no, version, court, caseNo, cause, parties }: EvidenceList): Uint8Array =>
  canonicalBytes({
    v: 1,
    type: 'proofkeep-evidence-list',
    no,
    version,
    court,
    caseNo,
    cause,
    parties: parties.map(({ side, kind, name, idNumber }) => ({ side, kind, name, idNumber })),
    items: items.map((item, at) => ({
      number: at + 1,
      name: item.name,
      source: item.source,
      purpose: item.purpose,
      pages: item.pages,
      ano: item.ano,
      kind: item.kind,
      title: item.title,
      manifestSha256: item.manifestSha256,
      sealedAt: item.sealedAt,
      verifiedAt: item.verification.at,
      checksPassed: item.verification.passed,
    })),
    createdAt: createdAt.toISOString(),
  });
