import {
  MatterDraft,
  type MatterKind,
  matterKindFacts,
  sampleValues,
  standardTemplate,
  templateDocuments,
} from '@proofkeep/contract';
import type { OfficeRow } from '../offices/store.ts';
import type { Composed, Wording } from './composed.ts';

/** A fictitious matter for previewing an office's documents. */
export function sampleMatter(
  kind: MatterKind,
  { office, publicUrl, now }: { office: OfficeRow; publicUrl: string; now: Date },
): Composed {
  const { applicant = '', applicantId = '', purpose = '', no = '', notary = '', evidence = '' } = sampleValues(kind);
  const { fields, materials } = matterKindFacts[kind];
  const form = Object.fromEntries(
    fields.map(({ name, input, label }) => [name, input === 'cents' ? '10000000' : `〔${label[0]}〕`]),
  );
  const standard = templateDocuments.map(
    (document) => [document, { version: 0, text: standardTemplate(kind, document) }] as const,
  );
  return {
    no,
    officeName: office.name,
    officeAddress: office.address,
    officePhone: office.phone,
    notaryName: notary,
    content: { ...MatterDraft.parse({ kind, wantsVideo: false }), officeId: office.id, purpose, form, parties: [] },
    parties: [
      {
        id: 'sample',
        role: 'applicant',
        name: applicant,
        idNumber: applicantId,
        representative: null,
        phone: '13800000000',
      },
    ],
    evidence: [{ ano: evidence, name: '示例网页', manifestSha256: '0'.repeat(64), verification: null }],
    materials: materials.map(({ label }) => ({ label: label[0], name: '示例.jpg' })),
    questions: [],
    wording: Object.fromEntries(standard) as Wording,
    feeCents: 80_000,
    deadline: '2026-01-23',
    publicUrl,
    drawnAt: now,
  };
}
