import { PkiError } from './error.ts';
import type { PdfFile } from './pdf-file.ts';
import { type PdfDict, type PdfRef, PdfStream, type PdfValue } from './pdf-lexer.ts';

/** Left, bottom, right, top in points from the lower left corner of the page. */
export type PdfRect = readonly [number, number, number, number];

/** Picture of a signature: a form without a filter, whose dictionary has nothing but /Type, /Subtype, /BBox and /Length. */
export interface PdfPicture {
  /** Content stream as Latin-1. */
  operators: string;
  /** /BBox of the form, clipped to it and scaled to the widget's /Rect (ISO 32000-1 §12.5.5). */
  box: PdfRect;
  rect: PdfRect;
}

/** A widget's place. */
export interface PlacedWidget {
  page: number;
  rect: PdfRect;
}

/** Maximum side of a signature or seal, in points: about 5.3 cm. */
const longestSide = 150;
/** The longest accepted handwriting needs a tenth of it. */
const maxPictureBytes = 1024 * 1024;
/** Annotation flags (ISO 32000-1 table 165) that don't hide or move a widget: Print, Locked. */
const harmlessFlags = 4 + 128;
const widgetEntries = ['Type', 'Subtype', 'FT', 'T', 'V', 'F', 'Rect', 'P', 'AP'];
const pictureEntries = ['Type', 'Subtype', 'BBox', 'Length'];

const latin1 = new TextDecoder('latin1');
const changed = () => new PkiError('MISMATCH', 'content was changed after it was signed');
const hasOnly = (dictionary: PdfDict, names: readonly string[]) =>
  [...dictionary.keys()].every((name) => names.includes(name));

/**
 * The field must be a new object of this revision: a visible signature, without actions, optional content, other
 * appearances, or fields below or above it. @throws PkiError MISMATCH
 */
export function requireNewWidget(before: PdfFile, after: PdfFile, field: PdfRef): void {
  const widget = after.dict(field);
  const isSignature = after.name(widget.get('FT')) === 'Sig' && after.name(widget.get('Subtype')) === 'Widget';
  const flags = after.resolve(widget.get('F')) ?? 0;
  const isShown = typeof flags === 'number' && Number.isInteger(flags) && (flags & ~harmlessFlags) === 0;
  const appearances = after.resolve(widget.get('AP'));
  const isPlain = appearances === null || (appearances instanceof Map && hasOnly(appearances, ['N']));
  if (before.has(field.number) || !isSignature || !isShown || !isPlain || !hasOnly(widget, widgetEntries))
    throw changed();
}

/**
 * A signature must be no larger than a seal and cover no earlier signature, so that it can't repaint a page or another
 * signature. @throws PkiError MISMATCH
 */
export function requireOwnPlace(placed: readonly PlacedWidget[], { page, rect }: PlacedWidget): void {
  const [left, bottom, right, top] = rect;
  const isSmall = right - left <= longestSide && top - bottom <= longestSide;
  const covers = ({ page: other, rect: [l, b, r, t] }: PlacedWidget) =>
    other === page && left < r && l < right && bottom < t && b < top;
  if (!isSmall || placed.some(covers)) throw new PkiError('MISMATCH', 'a signature covers more than its place');
}

/** Reads a rectangle by its lower left and upper right corner (ISO 32000-1 §7.9.5). @throws PkiError MISMATCH */
export function rectOf(file: PdfFile, value: PdfValue | undefined): PdfRect {
  const found = file.resolve(value);
  const [one, two, three, four, ...more] = Array.isArray(found) ? found.map((item) => file.resolve(item)) : [];
  const isNumber = (side: PdfValue | undefined): side is number => typeof side === 'number';
  if (!isNumber(one) || !isNumber(two) || !isNumber(three) || !isNumber(four) || more.length > 0) throw changed();
  return [Math.min(one, three), Math.min(two, four), Math.max(one, three), Math.max(two, four)];
}

/** Reads the picture of a signature; null if it has none, or one that is more than plain operators. */
export function pictureOf(file: PdfFile, field: PdfDict): PdfPicture | null {
  const appearances = file.resolve(field.get('AP'));
  const form = appearances instanceof Map ? file.resolve(appearances.get('N')) : null;
  if (!(form instanceof PdfStream) || !hasOnly(form.dict, pictureEntries)) return null;
  if (file.name(form.dict.get('Subtype')) !== 'Form') return null;
  const bytes = file.plainStream(form);
  if (!bytes || bytes.length > maxPictureBytes) return null;
  return {
    operators: latin1.decode(bytes),
    box: rectOf(file, form.dict.get('BBox')),
    rect: rectOf(file, field.get('Rect')),
  };
}
