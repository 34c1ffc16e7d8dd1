import {
  type AnswerTimes,
  fillTemplate,
  type MatterDocumentKind,
  type MatterKindFacts,
  type MatterQuestion,
  matterDocumentTitle,
  matterKindFacts,
  matterPartyRoleWords,
  publicMatterPath,
  type TemplateDocument,
} from '@proofkeep/contract';
import { formatYuan } from '../../../kit/yuan.ts';
import type { Composed, ComposedParty, DeedWords } from './composed.ts';
import { chineseDay, chineseTime, type DocumentContent, type DocumentSection } from './draw.ts';
import { templateValues } from './template.ts';

/** Composes the content of one document. A `deed` needs its number and text. */
export function composeDocument(
  kind: MatterDocumentKind,
  matter: Composed,
  deed: DeedWords | null = null,
): DocumentContent {
  const { officeName, notaryName, publicUrl, drawnAt } = matter;
  const no = deed?.no ?? matter.no;
  return {
    title: matterDocumentTitle(kind, matter.content.kind),
    no,
    officeName,
    sections: sectionsOf(kind, matter, deed),
    signers: signersOf(kind, matter),
    // The application and the instrument are the parties' own documents, so they name no notary.
    notaryName: kind === 'write' || kind === 'instrument' ? null : notaryName,
    qr: `${publicUrl}${publicMatterPath(matter.no)}`,
    drawnAt,
  };
}

/**
 * The applicant's side signs the application, and also the instrument unless it is between all parties; everyone signs
 * the notice and the transcript; other documents need no signature.
 */
export function signersOf(
  kind: MatterDocumentKind,
  { parties, content }: Pick<Composed, 'parties' | 'content'>,
): { partyId: string; name: string }[] {
  const isOfAll = kind === 'instrument' && matterKindFacts[content.kind].instrument?.isSignedByAll === true;
  const isOfApplicants = kind === 'write' || kind === 'instrument';
  const isSigner = ({ role }: ComposedParty) =>
    kind === 'inform' || kind === 'inquiry' || isOfAll || (isOfApplicants && role !== 'counterparty');
  return parties.filter(isSigner).map(({ id, name, representative }) => ({
    partyId: id,
    name: representative ? `${name}（${representative.name}）` : name,
  }));
}

function sectionsOf(kind: MatterDocumentKind, matter: Composed, deed: DeedWords | null): DocumentSection[] {
  const facts = matterKindFacts[matter.content.kind];
  switch (kind) {
    case 'write':
      return [
        peopleSection(matter),
        applicationSection(matter, facts),
        ...listSections(matter),
        declaredSection(matter),
      ];
    case 'receipt':
      return [receiptSection(matter, facts)];
    case 'inform':
      return [
        {
          heading: ['告知事项', 'Notices'],
          paragraphs: noticesOf(matter),
        },
        {
          heading: ['当事人确认', 'Confirmation'],
          paragraphs: ['本人已阅读并理解上述告知事项，对其法律意义和后果均已知悉，并自愿办理本公证。'],
        },
      ];
    case 'inquiry':
      return [inquiryHead(matter), ...inquirySections(matter), inquiryEnd];
    case 'instrument':
      return [peopleSection(matter), { heading: ['内容', 'Terms'], paragraphs: linesOf(matter, 'instrument') }];
    case 'deed':
      return [
        peopleSection(matter),
        { heading: ['证明内容', 'Statement'], paragraphs: [deed?.text ?? ''] },
        ...instrumentSections(matter, deed),
        ...listSections(matter),
      ];
  }
}

/** Identifies the instrument that the deed certifies by its digest, with who signed it and when. */
function instrumentSections({ content }: Composed, deed: DeedWords | null): DocumentSection[] {
  if (!deed?.instrument) return [];
  const { sha256, signatures } = deed.instrument;
  return [
    {
      heading: ['前面的文书', 'Instrument'],
      facts: [
        [['名称', 'Title'], `《${matterDocumentTitle('instrument', content.kind)[0]}》`],
        [['摘要', 'SHA-256'], sha256],
        ...signatures.map(({ name, signedAt }) => [['签署', 'Signed'], `${name}　${chineseTime(signedAt)}`] as const),
      ],
    },
  ];
}

const linesOf = (matter: Composed, document: TemplateDocument): string[] =>
  fillTemplate(matter.wording[document].text, templateValues(matter));

/** The standard notices exist in both languages; an office's own notices only in the language it wrote them in. */
function noticesOf(matter: Composed): string[] {
  if (matter.wording.inform.version > 0) return linesOf(matter, 'inform').map((line, at) => `${at + 1}. ${line}`);
  return matterKindFacts[matter.content.kind].notices.map(([zh, en], at) => `${at + 1}. ${zh}\n${en}`);
}

const declaredSection = (matter: Composed): DocumentSection => ({
  heading: ['申请人声明', 'Declaration'],
  paragraphs: linesOf(matter, 'write'),
});

const peopleSection = ({ parties }: Composed): DocumentSection => ({
  heading: ['当事人', 'Parties'],
  facts: parties.flatMap(({ role, name, idNumber, representative, phone }) => [
    [matterPartyRoleWords[role], name] as const,
    [['证件号码', 'ID number'], idNumber] as const,
    ...(representative
      ? [[['代表人', 'Representative'], `${representative.name}　${representative.idNumber}`] as const]
      : []),
    [['联系电话', 'Phone'], phone] as const,
  ]),
});

const applicationSection = ({ content }: Composed, { name, fields }: MatterKindFacts): DocumentSection => ({
  heading: ['申请事项', 'Application'],
  facts: [
    [['公证事项', 'Matter'], name[0]],
    [['用途', 'Purpose'], content.purpose],
    ...fields
      .filter((field) => content.form[field.name])
      .map((field) => {
        const answer = content.form[field.name] ?? '';
        return [field.label, field.input === 'cents' ? formatYuan(Number(answer)) : answer] as const;
      }),
    [['公证书份数', 'Copies'], `${content.copies}`],
  ],
});

function listSections({ evidence, materials }: Composed): DocumentSection[] {
  const sections: DocumentSection[] = [];
  if (evidence.length > 0)
    sections.push({
      heading: ['存证清单', 'Attestations'],
      paragraphs: evidence.map(evidenceLine),
    });
  if (materials.length > 0)
    sections.push({
      heading: ['材料清单', 'Materials'],
      paragraphs: materials.map(({ label, name }, at) => `${at + 1}. ${label}：${name}`),
    });
  return sections;
}

/** Number, name and digest of an attestation: with the digest, anyone can identify the bundle that the office examined. */
const evidenceLine = ({ ano, name, manifestSha256, verification }: Composed['evidence'][number], at: number): string =>
  [
    `${at + 1}. ${ano}　${name}`,
    manifestSha256 && `证据清单 SHA-256：${manifestSha256}`,
    verification?.isIntact &&
      `公证处核验：${chineseTime(new Date(verification.verifiedAt))}，${verification.checks} 项检查通过`,
  ]
    .filter(Boolean)
    .join('\n');

const receiptSection = (matter: Composed, { name }: MatterKindFacts): DocumentSection => ({
  heading: ['受理内容', 'Acceptance'],
  facts: [
    [['申请人', 'Applicant'], matter.parties.find(({ role }) => role === 'applicant')?.name ?? ''],
    [['公证事项', 'Matter'], name[0]],
    [['受理日期', 'Accepted'], chineseDay(matter.drawnAt)],
    [['公证费', 'Fee'], formatYuan(matter.feeCents)],
    [['办理期限', 'Due'], `${matter.deadline}（补充材料和核实所需时间不计入）`],
    [['公证处', 'Office'], `${matter.officeName}　${matter.officeAddress}　${matter.officePhone}`],
  ],
  paragraphs: linesOf(matter, 'receipt'),
});

const inquiryHead = ({ parties, notaryName, officeName, drawnAt }: Composed): DocumentSection => ({
  heading: ['询问情况', 'About the questions'],
  facts: [
    [['询问人', 'Asked by'], `${officeName}　公证员 ${notaryName}`],
    [['制作日期', 'Date'], chineseDay(drawnAt)],
    ...parties.map(
      ({ role, name, idNumber, representative }) =>
        [
          ['被询问人', 'Person asked'],
          `${matterPartyRoleWords[role][0]} ${name}${representative ? `，由 ${representative.name}（${representative.idNumber}）代表` : ''}，证件号码 ${idNumber}`,
        ] as const,
    ),
  ],
});

const askedOf = (asked: readonly MatterQuestion[]): string[] =>
  asked.map(({ question, answer, written }) =>
    [`问：${question}`, `答：${answer}`, ...(written ? [writtenText(written)] : [])].join('\n'),
  );

const writtenText = ({ startedAt, sentAt }: AnswerTimes): string =>
  `（本人在手机上作答：${chineseTime(new Date(startedAt))} 开始书写，${chineseTime(new Date(sentAt))} 提交）`;

/** Questions to everyone, then the questions to each person under their name. */
function inquirySections({ questions, parties }: Composed): DocumentSection[] {
  const common = questions.filter(({ partyId }) => partyId === null);
  const own = parties.flatMap(({ id, name }): DocumentSection[] => {
    const asked = questions.filter(({ partyId }) => partyId === id);
    return asked.length === 0
      ? []
      : [{ heading: [`对${name}的询问`, 'Questions to one person'], paragraphs: askedOf(asked) }];
  });
  return [
    ...(common.length > 0
      ? [{ heading: ['询问内容', 'Questions and answers'] as const, paragraphs: askedOf(common) }]
      : []),
    ...own,
  ];
}

const inquiryEnd: DocumentSection = {
  heading: ['被询问人确认', 'Confirmation'],
  paragraphs: ['以上笔录本人已阅读，与本人的陈述一致，确认无误。'],
};
