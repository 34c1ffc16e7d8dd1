import type { MatterContent, MatterQuestion, TemplateDocument } from '@proofkeep/contract';
import type { EvidenceRow } from '../evidence-store.ts';

/** A party as named in documents. */
export interface ComposedParty {
  id: string;
  role: 'applicant' | 'counterparty' | 'agent';
  name: string;
  idNumber: string;
  representative: { name: string; idNumber: string } | null;
  phone: string;
}

/** The office's wording for each document; version 0 is the standard wording. */
export type Wording = Record<TemplateDocument, { version: number; text: string }>;

/** Number and text of a deed, with the signed instrument that it certifies. */
export interface DeedWords {
  no: string;
  text: string;
  instrument: { sha256: string; signatures: readonly { name: string; signedAt: Date }[] } | null;
}

/** All facts that the documents of a matter state. */
export interface Composed {
  no: string;
  officeName: string;
  officeAddress: string;
  officePhone: string;
  notaryName: string;
  content: MatterContent;
  parties: readonly ComposedParty[];
  evidence: readonly Pick<EvidenceRow, 'ano' | 'name' | 'manifestSha256' | 'verification'>[];
  materials: readonly { label: string; name: string }[];
  questions: readonly MatterQuestion[];
  wording: Wording;
  feeCents: number;
  deadline: string;
  /** The QR code has the digest of the earlier documents and the verification address. */
  publicUrl: string;
  drawnAt: Date;
}
