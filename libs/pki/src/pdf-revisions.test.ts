import { describe, expect, it } from 'vitest';
import { readSignedPdf } from './pdf-revisions.ts';

type Objects = Record<number, string>;

/** Appends a revision with a plain cross-reference table (ISO 32000-1 §7.5.6). */
function append(before: string, objects: Objects): string {
  let text = before || '%PDF-1.7\n';
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(before)?.[1];
  const entries = Object.entries(objects).map(([number, body]) => {
    const offset = String(text.length).padStart(10, '0');
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return `${number} 1\n${offset} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size 99 /Root 1 0 R${previous ? ` /Prev ${previous}` : ''} >>`;
  return `${text}xref\n${entries.join('')}${trailer}\nstartxref\n${text.length}\n%%EOF\n`;
}

const unfilled = '[0 1111111111 2222222222 3333333333]';
/** Smallest DER value that reads as a CMS object here; no signature is verified. */
const contents = '<30030201010000>';
const signature = `<< /Type /Sig /SubFilter /ETSI.CAdES.detached /Name (A) /ByteRange ${unfilled} /Contents ${contents} >>`;

/** Appends a revision and fills in the range of its signature. */
function sign(before: string, objects: Objects): string {
  const text = append(before, objects);
  const at = text.indexOf(contents, before.length);
  const next = at + contents.length;
  return text.replace(unfilled, `[0 ${at} ${next} ${text.length - next}`.padEnd(unfilled.length - 1).concat(']'));
}

const widget = (more: string, rect = '[0 0 100 50]') =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect ${rect} ${more} >>`;
const apart = '[0 50 100 100]';
const page = (more: string) => `<< /Type /Page /Parent 2 0 R /Contents 5 0 R ${more} >>`;
const document: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
  3: page(''),
  4: page(''),
  5: '[6 0 R]',
  6: '<< /Length 0 >>\nstream\n\nendstream',
};
const first: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 12 0 R >>',
  3: page('/Annots [10 0 R]'),
  10: widget('/V 11 0 R'),
  11: signature,
  12: '<< /Fields [10 0 R] /SigFlags 3 >>',
};
const second: Objects = {
  3: page('/Annots [10 0 R 20 0 R]'),
  12: '<< /Fields [10 0 R 20 0 R] /SigFlags 3 >>',
  20: widget('/V 21 0 R', apart),
  21: signature,
};

/** A document that two people signed; each part may be replaced. */
const signedTwice = (o: { document?: Objects; first?: Objects; second?: Objects } = {}) =>
  readSignedPdf(
    Buffer.from(
      sign(sign(append('', { ...document, ...o.document }), { ...first, ...o.first }), { ...second, ...o.second }),
      'latin1',
    ),
  );

const catalogWith = (form: string) => `<< /Type /Catalog /Pages 2 0 R /AcroForm ${form} >>`;
const fields = '/Fields [10 0 R 20 0 R] /SigFlags 3';

describe('a PDF that two people signed', () => {
  it('is read with both signatures', () => {
    expect(signedTwice().revisions).toHaveLength(2);
  });

  it('may keep fields and annotations in separate arrays, and replace a form by an equal one', () => {
    const arrays = { ...first, 3: page('/Annots 13 0 R'), 12: '<< /Fields 14 0 R >>', 13: '[10 0 R]', 14: '[10 0 R]' };
    const { 3: _page, 12: _form, ...rest } = second;

    const grown = readSignedPdf(
      Buffer.from(
        sign(sign(append('', document), arrays), { ...rest, 13: '[10 0 R 20 0 R]', 14: '[10 0 R 20 0 R]' }),
        'latin1',
      ),
    );

    expect(grown.revisions).toHaveLength(2);
    expect(signedTwice({ second: { 1: catalogWith('30 0 R'), 30: `<< ${fields} >>` } }).revisions).toHaveLength(2);
  });

  it.each<[string, Objects]>([
    ['exchanges the form for one with XFA', { 1: catalogWith('30 0 R'), 30: `<< ${fields} /XFA (x) >>` }],
    ['has a reader redraw the fields', { 12: `<< ${fields} /NeedAppearances true >>` }],
    ['puts a form with other fonts into the catalog', { 1: catalogWith(`<< ${fields} /DR << /Font 6 0 R >> >>`) }],
    ['adds to the content of a page', { 5: '[6 0 R 20 0 R]' }],
    ['shows the field on two pages', { 4: page('/Annots [20 0 R]') }],
    ['gives the field an action', { 20: widget('/V 21 0 R /A << /S /URI >>', apart) }],
    ['gives the field an action for events', { 20: widget('/V 21 0 R /AA << >>', apart) }],
    ['hides the field', { 20: widget('/V 21 0 R /F 134', apart) }],
    ['shows the field only in some layers', { 20: widget('/V 21 0 R /OC 5 0 R', apart) }],
    ['has another picture below the pointer', { 20: widget('/V 21 0 R /AP << /N 6 0 R /R 6 0 R >>', apart) }],
    ['has no place', { 20: widget('/V 21 0 R', '[0 50 100]') }],
    ['adds a page', { 30: page('') }],
    ['changes a page', { 4: page('/Rotate 90') }],
    ['turns another object into a page', { 6: page('') }],
  ])('is refused if the second revision %s', (_what, more) => {
    expect(() => signedTwice({ second: more })).toThrow('content was changed after it was signed');
  });

  it.each([
    ['the first signature', '[50 25 120 60]'],
    ['the first signature, with its corners in another order', '[120 60 50 25]'],
    ['the page', '[0 50 595 842]'],
  ])('is refused if the second signature covers %s', (_what, rect) => {
    expect(() => signedTwice({ second: { 20: widget('/V 21 0 R', rect) } })).toThrow('covers more than its place');
  });

  it('may have two signatures at one place of different pages', () => {
    const there = { 3: page('/Annots [10 0 R]'), 4: page('/Annots [20 0 R]'), 20: widget('/V 21 0 R') };

    expect(signedTwice({ second: there }).revisions).toHaveLength(2);
  });

  it('has the pictures of its signatures only if they are plain operators', () => {
    const drawn = (more: string) =>
      signedTwice({
        second: {
          20: widget('/V 21 0 R /AP << /N 30 0 R >>', apart),
          30: `<< /Subtype /Form /BBox [0 0 100 50] ${more} /Length 3 >>\nstream\nq Q\nendstream`,
        },
      }).revisions[1]?.picture;

    expect(drawn('')).toEqual({ operators: 'q Q', box: [0, 0, 100, 50], rect: [0, 50, 100, 100] });
    expect([drawn('/Matrix [0 0 0 0 0 0]'), drawn('/OC 6 0 R')]).toEqual([null, null]);
  });

  it('is refused if the first revision adds a form with more than fields', () => {
    const form = '<< /Fields [10 0 R] /SigFlags 3 /XFA (x) >>';
    const grown = `<< ${fields} /XFA (x) >>`;

    expect(() => signedTwice({ first: { 12: form }, second: { 12: grown } })).toThrow(
      'content was changed after it was signed',
    );
  });

  it('is refused if a later revision could define an earlier one’s reference', () => {
    const missing = { 4: page('/Resources 30 0 R') };

    expect(() => signedTwice({ document: missing })).toThrow('a reference leads to no object');
    expect(() => signedTwice({ document: missing, second: { 30: '<< >>' } })).toThrow('a reference leads to no object');
    expect(() => signedTwice({ first: { 10: widget('/V 11 0 R /AP << /N 30 0 R >>') } })).toThrow('leads to no object');
  });
});
