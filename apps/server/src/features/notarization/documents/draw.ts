import { ink, type Label, Paper, page } from '@proofkeep/seal/paper';

/** A section of a document: facts, paragraphs, or questions with their answers. */
export interface DocumentSection {
  heading: Label;
  facts?: readonly (readonly [label: Label, value: string])[];
  paragraphs?: readonly string[];
}

/** Position on a page: page index from 0, and points from its lower left corner (left, bottom, right, top). */
export interface Place {
  page: number;
  rect: readonly [number, number, number, number];
}

/** Positions of the signatures and of the office's seal. */
export interface DocumentPlaces {
  /** Keyed by party id. */
  signers: Record<string, Place>;
  /** Below the notary's name; null if the document names no notary. */
  notary: Place | null;
  seal: Place;
}

export interface DocumentContent {
  title: Label;
  /** Number of the matter or of the deed. */
  no: string;
  officeName: string;
  sections: readonly DocumentSection[];
  signers: readonly { partyId: string; name: string }[];
  /** Name of the notary; null if no notary signs. */
  notaryName: string | null;
  /** Verification address, in the QR code of each page. */
  qr: string;
  drawnAt: Date;
}

const boxHeight = 62;
/** Long names wrap next to the box, so a signature never covers text. */
const nameWidth = 180;
const sealSize = 112;
const nameSeal = { width: 90, height: 24 };

/** Draws a document of a matter as PDF 1.7 and PDF/A-3b, with text that can be selected and copied. */
export async function drawMatterDocument(
  content: DocumentContent,
): Promise<{ pdf: Uint8Array; places: DocumentPlaces }> {
  const { title, no, officeName, drawnAt } = content;
  const paper = new Paper({ title: `${title[0]} ${no}`, subject: title[1], createdAt: drawnAt });
  drawHead(paper, content);
  for (const section of content.sections) drawSection(paper, section);
  const places = drawFoot(paper, content);
  const count = drawCodes(paper, content.qr);
  const pdf = await paper.finish((number) => `${officeName}  ·  ${no}  ·  ${number} / ${count}`);
  return { pdf, places };
}

function drawHead(paper: Paper, { title: [zh, en], no, officeName }: DocumentContent): void {
  const { doc } = paper;
  const top = paper.y;
  doc.font('bold').fontSize(20).fillColor(ink.text).text(zh, page.left, top, { width: paper.width, align: 'center' });
  doc
    .font('sans')
    .fontSize(9)
    .fillColor(ink.soft)
    .text(en, page.left, paper.y, { width: paper.width, align: 'center' });
  paper.gap(10);
  doc
    .fontSize(9)
    .fillColor(ink.text)
    .text(`${officeName}    ${no}`, page.left, paper.y, { width: paper.width, align: 'right' });
  paper.gap(4);
  paper.rule();
  paper.gap(6);
}

function drawSection(paper: Paper, { heading, facts = [], paragraphs = [] }: DocumentSection): void {
  paper.heading(heading);
  for (const [label, value] of facts) paper.fact(label, value);
  for (const text of paragraphs) paper.paragraph(text, { size: 9.6 });
}

/**
 * Draws a box for each signature and leaves room for the seal beside the text. A page break never separates a box from
 * its name.
 */
function drawFoot(paper: Paper, { signers, notaryName, officeName, drawnAt }: DocumentContent): DocumentPlaces {
  const { doc } = paper;
  const places: DocumentPlaces['signers'] = {};
  if (signers.length > 0) paper.heading(['签名', 'Signatures']);
  for (const { partyId, name } of signers) {
    paper.room(boxHeight + 8);
    const top = paper.y;
    doc
      .font('sans')
      .fontSize(9.6)
      .fillColor(ink.text)
      .text(`${name}：`, page.left, top + 16, { width: nameWidth, height: boxHeight - 22, ellipsis: true });
    const left = page.left + nameWidth + 10;
    doc
      .moveTo(left, top + boxHeight - 6)
      .lineTo(left + 180, top + boxHeight - 6)
      .lineWidth(0.6)
      .stroke(ink.line);
    places[partyId] = placeAt(paper, { left, top, width: (boxHeight - 8) * 2.5, height: boxHeight - 8 });
    paper.y = top + boxHeight;
  }
  paper.room(sealSize + 20);
  paper.gap(12);
  const top = paper.y;
  const left = page.left + paper.width - sealSize - 20;
  doc.font('sans').fontSize(10).fillColor(ink.text);
  const line = (text: string, at: number) =>
    doc.text(text, page.left, top + at, { width: left - page.left - 16, align: 'right', lineBreak: false });
  line(officeName, 30);
  if (notaryName !== null) line(`公证员 Notary：${notaryName}`, 50);
  line(chineseDay(drawnAt), 70);
  const seal = placeAt(paper, { left, top: top - 4, width: sealSize, height: sealSize });
  const notary =
    notaryName === null ? null : placeAt(paper, { left: left - 16 - nameSeal.width, top: top + 87, ...nameSeal });
  paper.y = top + sealSize;
  return { signers: places, notary, seal };
}

const placeAt = (paper: Paper, o: { left: number; top: number; width: number; height: number }): Place => {
  const { height } = paper.doc.page;
  const rect = [o.left, height - o.top - o.height, o.left + o.width, height - o.top] as const;
  return { page: paper.doc.bufferedPageRange().count - 1, rect };
};

/** Draws the verification QR code into the corner of every page. */
function drawCodes(paper: Paper, text: string): number {
  const { count } = paper.doc.bufferedPageRange();
  for (let at = 0; at < count; at++) {
    paper.doc.switchToPage(at);
    paper.qr(text, page.left + paper.width - 40, paper.doc.page.height - page.bottom - 2, 44);
  }
  return count;
}

const chinaMs = 8 * 3_600_000;

/** `2026年11月23日`, in China. */
export function chineseDay(at: Date): string {
  const [year, month, day] = new Date(at.getTime() + chinaMs).toISOString().slice(0, 10).split('-').map(Number);
  return `${year}年${month}月${day}日`;
}

/** `2026年11月23日 14:03:22`, in China. */
export const chineseTime = (at: Date): string =>
  `${chineseDay(at)} ${new Date(at.getTime() + chinaMs).toISOString().slice(11, 19)}`;
