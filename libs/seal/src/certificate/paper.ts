import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { openFaces } from './faces.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFAttachmentOptions {
      /** `/AFRelationship` (ISO 19005-3 §6.8), which the types do not know yet. */
      relationship?: string;
    }
  }
}

const mm = 72 / 25.4;
/** Margins of a certificate page, in points. */
export const page = { left: 18 * mm, right: 18 * mm, top: 16 * mm, bottom: 18 * mm };
/** Colors of the certificate, as hexadecimal RGB. */
export const ink = {
  text: '#1B1D21',
  soft: '#5B606B',
  line: '#E6E4DD',
  paper: '#FAFAF7',
  seal: '#A8271F',
  warning: '#9A5B00',
};

/** Width of the column of labels. */
const labelWidth = 112;

/** A qualifier drawn behind a value. */
export interface Mark {
  text: string;
  color: string;
}

/** A label in both languages: Chinese first, English small beside it. */
export type Label = readonly [zh: string, en: string];

/**
 * An A4 document drawn from top to bottom: tracks the position of the next element and starts a new page when there is no
 * room. All coordinates are points.
 */
export class Paper {
  readonly doc: PDFKit.PDFDocument;
  readonly width: number;
  #chunks: Buffer[] = [];

  constructor(o: { title: string; subject: string; createdAt: Date }) {
    this.doc = new PDFDocument({
      size: 'A4',
      bufferPages: true,
      lang: 'zh-CN',
      pdfVersion: '1.7',
      // ISO 19005-3, level B: PDF for long-term archiving that may embed files of any kind.
      subset: 'PDF/A-3b',
      margins: { left: page.left, right: page.right, top: page.top, bottom: page.bottom },
      info: {
        Title: o.title,
        Subject: o.subject,
        Creator: 'Proofkeep',
        Producer: 'Proofkeep',
        CreationDate: o.createdAt,
      },
    });
    this.doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    for (const [name, face] of Object.entries(openFaces())) this.doc.registerFont(name, face);
    this.width = this.doc.page.width - page.left - page.right;
  }

  get y(): number {
    return this.doc.y;
  }

  set y(value: number) {
    this.doc.y = value;
  }

  /** Starts a new page unless `height` still fits on this one. */
  room(height: number): void {
    if (this.y + height > this.doc.page.height - page.bottom) this.doc.addPage();
  }

  gap(points: number): void {
    this.y += points;
  }

  rule(color: string = ink.line): void {
    this.doc
      .moveTo(page.left, this.y)
      .lineTo(page.left + this.width, this.y)
      .lineWidth(0.6)
      .stroke(color);
  }

  /** Draws a section heading, kept together with at least two lines after it. */
  heading([zh, en]: Label): void {
    this.room(64);
    this.gap(12);
    this.doc.font('bold').fontSize(10.5).fillColor(ink.text).text(zh, page.left, this.y, { continued: true });
    this.doc.font('sans').fontSize(8).fillColor(ink.soft).text(`   ${en}`);
    this.gap(4);
    this.rule();
    this.gap(6);
  }

  /** Draws a fact: label on the left, value on the right. `tail` follows the value and is never broken over a line end. */
  fact(
    label: Label,
    value: string,
    o: { mono?: boolean; width?: number; color?: string; mark?: Mark; tail?: string } = {},
  ): void {
    const width = o.width ?? this.width;
    const font = o.mono ? 'mono' : 'sans';
    const size = o.mono ? 7.6 : 8.6;
    this.doc.font(font).fontSize(size);
    const valueWidth = width - labelWidth;
    const text = value === '' && !o.mark ? '-' : this.#withTail(value, o.tail, valueWidth);
    const mark = o.mark && `${text && '   '}${o.mark.text}`;
    const height = Math.max(this.doc.heightOfString(`${text}${mark ?? ''}`, { width: valueWidth, lineGap: 1 }), 12);
    this.room(height);
    const top = this.y;
    this.doc.font('sans').fontSize(8.6).fillColor(ink.text).text(label[0], page.left, top, { lineBreak: false });
    const used = this.doc.widthOfString(label[0]);
    this.doc
      .fontSize(6.8)
      .fillColor(ink.soft)
      .text(label[1], page.left + used + 4, top + 1.9, { lineBreak: false });
    this.doc
      .font(font)
      .fontSize(size)
      .fillColor(o.color ?? ink.text)
      .text(text, page.left + labelWidth, top, { width: valueWidth, lineGap: 1, continued: mark !== undefined });
    if (mark !== undefined) this.doc.fillColor(o.mark?.color ?? ink.text).text(mark);
    this.y = top + height + 3.5;
  }

  /** Appends the tail on the value's line if both fit on it, otherwise on its own line. */
  #withTail(value: string, tail: string | undefined, width: number): string {
    if (tail === undefined) return value;
    const line = `${value}   ${tail}`;
    return !value.includes('\n') && this.doc.widthOfString(line) <= width ? line : `${value}\n${tail}`;
  }

  /** Draws small print under the value of the fact above. */
  note(text: string): void {
    const options = { width: this.width - labelWidth, lineGap: 1 };
    this.doc.font('sans').fontSize(7.4);
    const height = this.doc.heightOfString(text, options);
    this.room(height);
    const top = this.y - 2;
    this.doc.fillColor(ink.soft).text(text, page.left + labelWidth, top, options);
    this.y = top + height + 4;
  }

  paragraph(text: string, o: { color?: string; size?: number } = {}): void {
    this.doc.font('sans').fontSize(o.size ?? 8.2);
    this.room(this.doc.heightOfString(text, { width: this.width, lineGap: 1.5 }));
    this.doc.fillColor(o.color ?? ink.text).text(text, page.left, this.y, { width: this.width, lineGap: 1.5 });
    this.gap(3);
  }

  /** Draws a QR code (ISO/IEC 18004, level M) as vector squares, `size` points wide including its quiet zone. */
  qr(text: string, x: number, y: number, size: number): void {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 2 });
    const module = size / modules;
    data.forEach((row, j) => {
      row.forEach((dark, i) => {
        if (dark) this.doc.rect(x + i * module, y + j * module, module, module);
      });
    });
    this.doc.fill(ink.text);
  }

  /** Embeds a file associated with the whole document (ISO 19005-3 §6.8). */
  attach(bytes: Uint8Array, o: { name: string; mediaType: string; relationship: 'Data'; madeAt: Date }): void {
    const { name, mediaType: type, relationship, madeAt } = o;
    this.doc.file(Buffer.from(bytes), { name, type, relationship, creationDate: madeAt, modifiedDate: madeAt });
  }

  /** Draws the footer of every page and ends the document. */
  async finish(footer: (pageNumber: number, pages: number) => string): Promise<Uint8Array> {
    const { count } = this.doc.bufferedPageRange();
    for (let i = 0; i < count; i++) {
      this.doc.switchToPage(i);
      const y = this.doc.page.height - page.bottom + 14;
      // Text below the bottom margin would start a new page.
      this.doc.page.margins.bottom = 0;
      this.doc.font('sans').fontSize(7).fillColor(ink.soft);
      this.doc.text(footer(i + 1, count), page.left, y, { width: this.width, align: 'center', lineBreak: false });
    }
    const ended = new Promise<void>((resolve) => this.doc.once('end', resolve));
    this.doc.end();
    await ended;
    return new Uint8Array(Buffer.concat(this.#chunks));
  }
}
