import { sameBytes } from './der.ts';
import { PkiError } from './error.ts';
import { endOfFile, readSignatureAt, signatureRanges } from './pdf.ts';
import { PdfFile } from './pdf-file.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from './pdf-lexer.ts';
import {
  type PdfPicture,
  type PlacedWidget,
  pictureOf,
  rectOf,
  requireNewWidget,
  requireOwnPlace,
} from './pdf-widget.ts';

/** One signature of a PDF that several people signed, each in a separate revision (ISO 32000-1 §7.5.6). */
export interface PdfRevision {
  /** DER CMS without its padding. */
  cms: Uint8Array;
  /** The file up to the end of this revision, without the signature's string. */
  signedBytes: Uint8Array;
  /** Length of the file when this signature was made. */
  endsAt: number;
  /** Name of the signer as the dictionary states it; empty if absent. */
  signerName: string;
  /** Reason as the dictionary states it; empty if absent. */
  reason: string;
  /** The signature's picture on the page; null if it has none, or one that is more than plain operators. */
  picture: PdfPicture | null;
}

/** A PDF with one or more approval signatures. */
export interface SignedPdf {
  /** The file before the first signature: the document that everyone signed. */
  document: Uint8Array;
  /** In the order in which they were made. */
  revisions: PdfRevision[];
}

const latin1 = new TextDecoder('latin1');
const utf16 = new TextDecoder('utf-16be');

/**
 * Reads a PDF that several people signed in sequence. Every signature covers the whole file as it was then; the
 * last one covers all of it; and between two signatures nothing but the next signature was added.
 * @throws PkiError ENCODING; UNSUPPORTED; MISMATCH if content was added, changed or removed after the first signature
 */
export function readSignedPdf(pdf: Uint8Array): SignedPdf {
  const text = latin1.decode(pdf);
  const ranges = signatureRanges(text).sort((one, other) => one.end - other.end);
  const ends = [...text.matchAll(endOfFile)].map(({ 0: whole, index }) => index + whole.length);
  const isEnd = (end: number) => ranges.some((range) => range.end <= end && text.slice(range.end, end).trim() === '');
  const [first] = ranges;
  if (!first) throw new PkiError('MISMATCH', 'it carries no signature');
  if (ranges.at(-1)?.end !== pdf.length) throw new PkiError('MISMATCH', 'content was added after it was signed');
  const documentEnd = ends.findLast((end) => end <= first.dictionaryAt);
  if (documentEnd === undefined) throw new PkiError('MISMATCH', 'the first signature is not a revision of its own');
  if (ends.some((end) => end > documentEnd && !isEnd(end)))
    throw new PkiError('MISMATCH', 'it has a revision without a signature');
  const document = pdf.slice(0, documentEnd);
  let before = new PdfFile(document);
  before.requireWhole();
  const placed: PlacedWidget[] = [];
  const revisions = ranges.map((range): PdfRevision => {
    const bytes = pdf.subarray(0, range.end);
    const { cms, signedBytes } = readSignatureAt(bytes, text.slice(0, range.end), range);
    const file = new PdfFile(bytes);
    file.requireWhole();
    const { field, signature, page } = addedSignature(before, file);
    const widget = { page, rect: rectOf(file, field.get('Rect')) };
    requireOwnPlace(placed, widget);
    placed.push(widget);
    const contents = signature.get('Contents');
    if (!(contents instanceof Uint8Array) || !sameBytes(contents.subarray(0, cms.length), cms))
      throw new PkiError('MISMATCH', 'a revision adds another signature than the one that covers it');
    before = file;
    return {
      cms,
      signedBytes,
      endsAt: range.end,
      signerName: textIn(signature, 'Name'),
      reason: textIn(signature, 'Reason'),
      picture: pictureOf(file, field),
    };
  });
  return { document, revisions };
}

const textIn = (dictionary: PdfDict, name: string): string => {
  const value = dictionary.get(name);
  if (!(value instanceof Uint8Array)) return '';
  return value[0] === 0xfe && value[1] === 0xff ? utf16.decode(value.subarray(2)) : latin1.decode(value);
};

const changed = () => new PkiError('MISMATCH', 'content was changed after it was signed');

/**
 * Returns the one signature that a revision adds, with its field and the index of the page that shows it (-1: none does).
 * @throws PkiError MISMATCH if it changes anything else
 */
function addedSignature(before: PdfFile, after: PdfFile): { field: PdfDict; signature: PdfDict; page: number } {
  if (!isEqual(before.root, after.root)) throw changed();
  requireSameExcept(formOf(before), formOf(after), ['Fields', 'SigFlags']);
  const fields = formFields(after);
  const earlier = formFields(before);
  const [field, ...more] = fields.slice(earlier.length);
  if (!(field instanceof PdfRef) || more.length > 0 || !isEqual(earlier, fields.slice(0, earlier.length)))
    throw changed();
  requireNewWidget(before, after, field);
  const { page, annotations } = grownAnnotations(before, after, field);
  const growing = [formOf(before).get('Fields'), ...annotations];
  for (const number of after.changedSince(before)) requireHarmless(before, after, { number, growing });
  for (const number of after.addedSince(before)) requireNoStructure(after, number);
  return { field: after.dict(field), signature: after.dict(after.dict(field).get('V')), page };
}

function formOf(file: PdfFile): PdfDict {
  const form = file.resolve(file.catalog.get('AcroForm'));
  return form instanceof Map ? form : new Map();
}

const formFields = (file: PdfFile): PdfValue[] => [...file.array(formOf(file).get('Fields') ?? [])];

/**
 * Checks that the annotations of at most one page grew, by the field. Returns the index of that page (-1: no page), and how the
 * pages refer to their annotations.
 * @throws PkiError MISMATCH
 */
function grownAnnotations(before: PdfFile, after: PdfFile, field: PdfRef): { page: number; annotations: PdfValue[] } {
  const annotations = (file: PdfFile, page: PdfRef) => file.array(file.dict(page).get('Annots') ?? []);
  const pages = before.pages();
  const grown = pages.filter((page) => {
    const [old, now] = [annotations(before, page), annotations(after, page)];
    if (isEqual([...old], [...now])) return false;
    if (!isEqual([...old, field], [...now])) throw changed();
    return true;
  });
  if (grown.length > 1) throw changed();
  const [page] = grown;
  return {
    page: page ? pages.indexOf(page) : -1,
    annotations: pages.map((one) => before.dict(one).get('Annots') ?? null),
  };
}

/** Allows the changes that a signature needs: of the catalog, the form, a page, and the arrays that were compared before. */
function requireHarmless(
  before: PdfFile,
  after: PdfFile,
  { number, growing }: { number: number; growing: readonly (PdfValue | undefined)[] },
): void {
  const reference = new PdfRef(number);
  const [old, now] = [before.resolve(reference), after.resolve(reference)];
  if (isEqual(old, now)) return;
  const isAmong = (references: readonly (PdfValue | undefined)[]) =>
    references.some((one) => isEqual(reference, one ?? null));
  if (isAmong([before.root])) return requireSameExcept(old, now, ['AcroForm']);
  if (isAmong([before.catalog.get('AcroForm')])) return requireSameExcept(old, now, ['Fields', 'SigFlags']);
  if (isAmong(before.pages())) return requireSameExcept(old, now, ['Annots']);
  if (!isAmong(growing) || !Array.isArray(old) || !Array.isArray(now)) throw changed();
}

/** A new object must be part of the signature or of its picture, never a page, a tree of pages or a catalog. */
function requireNoStructure(after: PdfFile, number: number): void {
  const added = after.resolve(new PdfRef(number));
  const type = added instanceof Map ? after.name(added.get('Type')) : '';
  if (['Page', 'Pages', 'Catalog'].includes(type)) throw changed();
}

function requireSameExcept(old: PdfValue, now: PdfValue, names: readonly string[]): void {
  if (!(old instanceof Map && now instanceof Map)) throw changed();
  const kept = (dictionary: PdfDict) => new Map([...dictionary].filter(([name]) => !names.includes(name)));
  if (!isEqual(kept(old), kept(now))) throw changed();
}

/** Compares two values as written; streams are equal if they are at one place of one file. */
function isEqual(one: PdfValue, other: PdfValue): boolean {
  if (one instanceof Uint8Array) return other instanceof Uint8Array && sameBytes(one, other);
  if (one instanceof PdfName) return other instanceof PdfName && one.name === other.name;
  if (one instanceof PdfRef) return other instanceof PdfRef && one.number === other.number;
  if (one instanceof PdfStream) return other instanceof PdfStream && one.at === other.at;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, at) => isEqual(item, other[at] ?? null))
    );
  if (one instanceof Map) {
    if (!(other instanceof Map) || one.size !== other.size) return false;
    return [...one].every(([name, value]) => other.has(name) && isEqual(value, other.get(name) ?? null));
  }
  return one === other;
}
