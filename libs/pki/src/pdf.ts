import { parseLeadingDer, sameBytes } from './der.ts';
import { PkiError } from './error.ts';
import { type AssociatedFile, PdfFile } from './pdf-file.ts';
import type { PdfDict } from './pdf-lexer.ts';

/** The only signature of a PDF, which covers the whole file (ISO 32000-1 §12.8.1). */
export interface PdfSignature {
  /** DER CMS without its padding. */
  cms: Uint8Array;
  /** The file without the signature's string: the signed bytes. */
  signedBytes: Uint8Array;
}

/** The signature of a certified PDF and the objects it covers. */
export interface PdfCertification extends PdfSignature {
  /** DocMDP permission of a certifying signature (ISO 32000-1 table 254): 1 allows no change; null if absent. */
  docMdp: 1 | 2 | 3 | null;
  files: AssociatedFile[];
}

const latin1 = new TextDecoder('latin1');
const byteRange = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g;
/** End of a revision (ISO 32000-1 §7.5.5). */
export const endOfFile = /startxref\s+\d{1,10}\s+%%EOF(?:\r\n|\n|\r)?/g;

/**
 * Returns the beginning of a file that its first signature claims to cover; the whole file if it claims more, or nothing
 * that can be read. Whether it does cover that is for `readCertifiedPdf` and the signature to show.
 */
export function sealedPart(pdf: Uint8Array): Uint8Array {
  const [first] = latin1.decode(pdf).matchAll(byteRange);
  return first ? pdf.subarray(0, Number(first[3]) + Number(first[4])) : pdf;
}

/**
 * Finds the only signature of a PDF and rejects bytes that a reader might show but the signature does not cover: bytes
 * after the signed range (a later revision), a range that does not start at the first byte, a gap that is not exactly the
 * signature's string, padding that is not zero, a second /ByteRange anywhere.
 * @throws PkiError ENCODING, MISMATCH
 */
export function readPdfSignature(pdf: Uint8Array): PdfSignature {
  const text = latin1.decode(pdf);
  if (!text.startsWith('%PDF-')) throw new PkiError('ENCODING', 'not a PDF');
  const ranges = signatureRanges(text);
  const [range] = ranges;
  if (!range) throw new PkiError('MISMATCH', 'it carries no signature');
  if (ranges.length !== 1) throw new PkiError('MISMATCH', 'it carries more than one signature');
  if (range.end !== pdf.length)
    throw new PkiError(
      'MISMATCH',
      range.end < pdf.length ? 'content was added after it was signed' : 'it is cut short',
    );
  return readSignatureAt(pdf, text, range);
}

/** Place of one signature and of what it covers. */
export interface SignatureRange {
  /** Offset of `/ByteRange`. */
  at: number;
  /** Offset of the object with the signature dictionary. */
  dictionaryAt: number;
  start: number;
  length: number;
  next: number;
  /** End of the signed range. */
  end: number;
}

/** Finds the byte ranges of all signatures, in the order of the file. @throws PkiError MISMATCH for one that can't be read */
export function signatureRanges(text: string): SignatureRange[] {
  const ranges = [...text.matchAll(byteRange)];
  if (text.split('/ByteRange').length - 1 !== ranges.length)
    throw new PkiError('MISMATCH', 'a signed range cannot be read');
  return ranges.map((range) => {
    const [start, length, next, rest] = range.slice(1).map(Number) as [number, number, number, number];
    const dictionaryAt = Math.max(0, text.lastIndexOf(' obj', Math.min(range.index, length)));
    return { at: range.index, dictionaryAt, start, length, next, end: next + rest };
  });
}

/** Reads the signature whose range ends with the file. @throws PkiError ENCODING, UNSUPPORTED, MISMATCH */
export function readSignatureAt(
  pdf: Uint8Array,
  text: string,
  { at, start, length, next, end }: SignatureRange,
): PdfSignature {
  if (start !== 0 || length >= next || end !== pdf.length)
    throw new PkiError('MISMATCH', 'the signed range does not cover the whole file');
  const gap = text.slice(length, next);
  if (!/^<[0-9a-fA-F]+>$/.test(gap) || gap.length % 2 !== 0)
    throw new PkiError('MISMATCH', 'the gap in the signed range is not a signature');
  if (!/\/Contents\s*$/.test(text.slice(Math.max(0, length - 32), length)))
    throw new PkiError('MISMATCH', 'the gap in the signed range does not belong to the signature');
  checkDictionary(text, at, length);

  const contents = bytesOf(gap.slice(1, -1));
  const cms = parseLeadingDer(contents).raw;
  if (contents.subarray(cms.length).some((byte) => byte !== 0))
    throw new PkiError('MISMATCH', 'something hides behind the signature');
  if (gap !== gap.toLowerCase()) throw new PkiError('MISMATCH', 'the signature is in an unusual spelling');
  const signedBytes = new Uint8Array(length + end - next);
  signedBytes.set(pdf.subarray(0, length));
  signedBytes.set(pdf.subarray(next), length);
  return { cms, signedBytes };
}

/** Finds the only signature of a PDF, its DocMDP permission and the associated files. @throws PkiError ENCODING, UNSUPPORTED, MISMATCH */
export async function readCertifiedPdf(pdf: Uint8Array): Promise<PdfCertification> {
  const signature = readPdfSignature(pdf);
  return {
    ...signature,
    docMdp: permission(pdf, signature.cms),
    files: await new PdfFile(pdf).associatedFiles(),
  };
}

/** Checks that /ByteRange and /Contents are in one signature dictionary of a supported kind. */
function checkDictionary(text: string, rangeAt: number, contentsAt: number): void {
  const begin = text.lastIndexOf(' obj', Math.min(rangeAt, contentsAt));
  const end = text.indexOf('endobj', Math.max(rangeAt, contentsAt));
  const between = text.slice(Math.min(rangeAt, contentsAt), Math.max(rangeAt, contentsAt));
  if (begin < 0 || end < 0 || between.includes('endobj'))
    throw new PkiError('MISMATCH', 'the signature dictionary is torn apart');
  const dictionary = text.slice(begin, end);
  if (!/\/SubFilter\s*\/ETSI\.CAdES\.detached/.test(dictionary))
    throw new PkiError('UNSUPPORTED', 'not a PAdES signature');
}

/**
 * Returns the DocMDP permission (§12.8.2.2) if `/Perms` of the catalog refers to this signature. Parameters without `/P`
 * mean 2 (table 254).
 */
function permission(pdf: Uint8Array, cms: Uint8Array): PdfCertification['docMdp'] {
  const file = new PdfFile(pdf);
  if (!file.catalog.has('Perms')) return null;
  const signature = file.dict(file.dict(file.catalog.get('Perms')).get('DocMDP'));
  const contents = signature.get('Contents');
  if (!(contents instanceof Uint8Array) || !sameBytes(contents.subarray(0, cms.length), cms))
    throw new PkiError('MISMATCH', 'the permissions are those of another signature');
  const method = (reference: PdfDict) => file.name(reference.get('TransformMethod'));
  const references = file.array(signature.get('Reference') ?? []).map((one) => file.dict(one));
  const [certifying, ...more] = references.filter((one) => method(one) === 'DocMDP');
  if (!certifying || more.length > 0) return null;
  const allowed = file.resolve(file.dict(certifying.get('TransformParams')).get('P')) ?? 2;
  if (allowed !== 1 && allowed !== 2 && allowed !== 3) throw new PkiError('ENCODING', 'an unknown permission');
  return allowed;
}

function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
  return bytes;
}
