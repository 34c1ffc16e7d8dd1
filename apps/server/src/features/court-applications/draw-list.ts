import { courtSides, courtSideWords } from '@proofkeep/contract';
import { legalTime } from '@proofkeep/seal';
import { ink, Paper, page } from '@proofkeep/seal/paper';
import { type EvidenceList, type ListedEvidence, listJson } from './list-data.ts';

/** Columns of the table, with their share of the width. */
const columns = [
  { label: '序号', share: 0.07, of: (_item: ListedEvidence, at: number) => `${at + 1}` },
  { label: '证据名称', share: 0.25, of: (item: ListedEvidence) => item.name },
  { label: '证据来源', share: 0.27, of: (item: ListedEvidence) => item.source },
  { label: '证明目的', share: 0.33, of: (item: ListedEvidence) => item.purpose },
  { label: '页码', share: 0.08, of: (item: ListedEvidence) => item.pages || '-' },
] as const;

/** Name of the structured form inside the PDF. */
export const listFileName = 'evidence-list.json';

/**
 * Draws the list for the court: PDF/A-3b with text that can be copied and its structured form attached. Not signed yet.
 */
export async function drawList(list: EvidenceList, publicUrl: string): Promise<Uint8Array> {
  const { no, createdAt } = list;
  const paper = new Paper({ title: `举证清单 ${no}`, subject: 'List of evidence', createdAt });
  drawHead(paper, list);
  drawCase(paper, list);
  drawTable(paper, list);
  drawVerification(paper, list, publicUrl);
  const madeAt = createdAt;
  paper.attach(listJson(list), { name: listFileName, mediaType: 'application/json', relationship: 'Data', madeAt });
  return paper.finish((number, count) => `${no}  ·  ${number} / ${count}`);
}

function drawHead(paper: Paper, { no, createdAt }: EvidenceList): void {
  const { doc } = paper;
  const centred = { width: paper.width, align: 'center' } as const;
  doc.font('bold').fontSize(20).fillColor(ink.text).text('举证清单', page.left, paper.y, centred);
  doc.font('sans').fontSize(9).fillColor(ink.soft).text('List of evidence', page.left, paper.y, centred);
  paper.gap(8);
  doc.text(`${no}    ${legalTime(createdAt)}`, page.left, paper.y, { width: paper.width, align: 'right' });
  paper.gap(4);
  paper.rule();
  paper.gap(6);
}

function drawCase(paper: Paper, { court, caseNo, cause, parties }: EvidenceList): void {
  paper.fact(['受理法院', 'Court'], court);
  if (caseNo) paper.fact(['案号', 'Case number'], caseNo);
  paper.fact(['案由', 'Cause'], cause);
  for (const side of courtSides)
    for (const { name, idNumber } of parties.filter((party) => party.side === side))
      paper.fact(courtSideWords[side], [name, idNumber].filter(Boolean).join('　'));
}

const padding = 5;

function drawTable(paper: Paper, { items }: EvidenceList): void {
  paper.heading(['证据', 'Evidence']);
  drawRow(
    paper,
    columns.map(({ label }) => label),
    true,
  );
  for (const [at, item] of items.entries())
    drawRow(
      paper,
      columns.map(({ of }) => of(item, at)),
      false,
    );
}

/** A row is never split between pages, unless it is taller than a page. */
function drawRow(paper: Paper, cells: readonly string[], isHead: boolean): void {
  const { doc } = paper;
  doc.font(isHead ? 'bold' : 'sans').fontSize(8.6);
  const widths = columns.map(({ share }) => share * paper.width);
  const inner = (at: number) => ({ width: (widths[at] ?? 0) - 2 * padding, lineGap: 1 });
  const height = Math.max(...cells.map((cell, at) => doc.heightOfString(cell, inner(at)))) + 2 * padding;
  paper.room(height);
  const top = paper.y;
  let left: number = page.left;
  for (const [at, cell] of cells.entries()) {
    const width = widths[at] ?? 0;
    doc.rect(left, top, width, height).lineWidth(0.6).stroke(ink.line);
    doc.fillColor(isHead ? ink.soft : ink.text).text(cell, left + padding, top + padding, inner(at));
    left += width;
  }
  paper.y = top + height;
}

function drawVerification(paper: Paper, { items }: EvidenceList, publicUrl: string): void {
  paper.heading(['存证与核验', 'Attestations and their verification']);
  for (const [at, { ano, manifestSha256, sealedAt, verification }] of items.entries()) {
    paper.room(52);
    paper.fact([`证据 ${at + 1}`, `No. ${at + 1}`], ano, { mono: true });
    paper.fact(['清单摘要', 'Manifest'], manifestSha256, { mono: true });
    paper.fact(['封存时间', 'Sealed'], legalTime(new Date(sealedAt)));
    const { passed, at: verifiedAt } = verification;
    paper.fact(['核验', 'Verified'], `${legalTime(new Date(verifiedAt))}，${passed} 项检查通过，没有未通过的必要检查`);
    paper.gap(4);
  }
  paper.paragraph(
    `证据名称、来源、证明目的和当事人由申请人填写，本系统未作审查。存证编号、摘要、封存时间和核验结果由本系统出具，可用证据包在 ${publicUrl}/website-show/query 或离线重新核验。`,
  );
  paper.paragraph(
    'Names, sources, purposes and parties are the applicant’s statements. Numbers, digests, times and results are the service’s; anyone can check them again with the bundles, online or offline.',
    { color: ink.soft, size: 7.4 },
  );
}
