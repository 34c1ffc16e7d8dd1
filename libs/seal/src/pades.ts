import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFPageLeaf,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { cmsSigner, type TokenSource } from './cms.ts';
import { SealError } from './error.ts';
import type { CertifiedKey } from './keys.ts';
import { oids } from './oids.ts';
import { fillSignature, placeholderBytes, unfilledByteRange } from './pdf-signature.ts';
import { pdfOperatorsOf, type VectorPicture } from './vector.ts';

/** Position and picture of a visible seal or signature. */
export interface Appearance {
  /** PNG, or paths. */
  readonly picture: Uint8Array | VectorPicture;
  /** Page index, from 0. */
  readonly page: number;
  /** Points from the lower left corner of the page: left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number];
}

/** Options of `certifyPdf` and `signPdf`. */
export interface CertifyOptions {
  /** Source of the timestamp over the signature value, the only proof of time. */
  readonly timestamp: TokenSource;
  /** Shown by PDF readers; any script. */
  readonly signerName: string;
  readonly reason: string;
  /** Signing time claimed by the signer (/M). */
  readonly claimedAt: Date;
  /** Absent: the signature is invisible. */
  readonly appearance?: Appearance;
}

/**
 * Certifies a PDF: adds its first signature, which allows no later change (ISO 32000-1 §12.8.2.2, DocMDP P=1), PAdES level T
 * (ETSI EN 319 142-1), as an incremental update.
 * @throws SealError `PDF_UNSUITABLE` if the document is unreadable, encrypted or already signed, `SIGNATURE_TOO_LARGE`
 *   instead of truncating; errors of the key and the timestamp source
 */
export async function certifyPdf(pdf: Uint8Array, signer: CertifiedKey, options: CertifyOptions): Promise<Uint8Array> {
  const document = await openPdf(pdf);
  if (isSigned(document)) throw new SealError('PDF_UNSUITABLE', 'the document is signed already');
  const dictionary = signatureDictionary(document, options);
  dictionary.set(PDFName.of('Reference'), document.context.obj([noChanges]));
  const signature = document.context.register(dictionary);
  await addSignatureField(document, { signature, name: 'Seal', appearance: options.appearance });
  document.catalog.set(PDFName.of('Perms'), document.context.obj({ DocMDP: signature }));
  return signRevision(pdf, document, signer, options.timestamp);
}

/**
 * Adds one approval signature (ISO 32000-1 §12.8.1), PAdES level T, as an incremental update: the existing bytes don't
 * change, so earlier signatures still cover their own revisions.
 * @throws SealError `PDF_UNSUITABLE` if the document is unreadable, encrypted or certified, `SIGNATURE_TOO_LARGE`;
 * errors of the key and the timestamp source
 */
export async function signPdf(pdf: Uint8Array, signer: CertifiedKey, options: CertifyOptions): Promise<Uint8Array> {
  const document = await openPdf(pdf);
  if (document.catalog.has(PDFName.of('Perms')))
    throw new SealError('PDF_UNSUITABLE', 'the document is certified and allows no further signature');
  const signature = document.context.register(signatureDictionary(document, options));
  const name = `Signature${fieldsOf(document).size() + 1}`;
  await addSignatureField(document, { signature, name, appearance: options.appearance });
  return signRevision(pdf, document, signer, options.timestamp);
}

async function signRevision(
  pdf: Uint8Array,
  document: PDFDocument,
  signer: CertifiedKey,
  timestamp: TokenSource,
): Promise<Uint8Array> {
  const unsigned = await document.commit({ useObjectStreams: false });
  const cms = cmsSigner(signer);
  return fillSignature(unsigned, pdf.length, (digest) => cms.sign({ contentType: oids.data, digest, timestamp }));
}

const openPdf = (pdf: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false }).catch((cause: unknown) => {
    throw new SealError('PDF_UNSUITABLE', 'the document cannot be read or is encrypted', cause);
  });

const isSigned = ({ catalog }: PDFDocument): boolean =>
  catalog.has(PDFName.of('Perms')) ||
  catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.has(PDFName.of('SigFlags')) === true;

/** The fields of the form; adds a form if the document has none. */
function fieldsOf({ context, catalog }: PDFDocument): PDFArray {
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict) ?? context.obj({ Fields: [] });
  if (!catalog.has(PDFName.of('AcroForm'))) catalog.set(PDFName.of('AcroForm'), context.register(form));
  return form.lookup(PDFName.of('Fields'), PDFArray);
}

/** Signature reference that allows no later change (ISO 32000-1 §12.8.2.2). */
const noChanges = {
  Type: 'SigRef',
  TransformMethod: 'DocMDP',
  TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
};

function signatureDictionary({ context }: PDFDocument, { signerName, reason, claimedAt }: CertifyOptions): PDFDict {
  return context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [...unfilledByteRange],
    Contents: PDFHexString.of('0'.repeat(placeholderBytes * 2)),
    Name: PDFHexString.fromText(signerName),
    Reason: PDFHexString.fromText(reason),
    M: PDFString.fromDate(claimedAt),
  });
}

/** Widget flags (ISO 32000-1 table 165): printed, locked. */
const printedAndLocked = 4 + 128;
/** ISO 32000-1 table 219: signatures exist, and the document is only ever appended to. */
const signaturesExistAppendOnly = 3;

async function addSignatureField(
  document: PDFDocument,
  { signature, name, appearance }: { signature: PDFRef; name: string; appearance: Appearance | undefined },
): Promise<void> {
  const { context, catalog } = document;
  const page = pageAt(document, appearance?.page ?? 0);
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFHexString.fromText(name),
      V: signature,
      F: printedAndLocked,
      Rect: [...(appearance?.rect ?? [0, 0, 0, 0])],
      P: page.ref,
      ...(appearance ? { AP: { N: await drawAppearance(document, appearance) } } : {}),
    }),
  );
  addAnnotation(document, page.leaf, field);

  fieldsOf(document).push(field);
  catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('SigFlags'), PDFNumber.of(signaturesExistAppendOnly));
}

/** Adds an annotation; `PDFPageLeaf.addAnnot` would rewrite the page's content. */
function addAnnotation({ context }: PDFDocument, page: PDFPageLeaf, field: PDFRef): void {
  const annotations = page.Annots();
  if (annotations) annotations.push(field);
  else page.set(PDFName.of('Annots'), context.obj([field]));
}

/** Finds a page as it is in the file; `PDFDocument.getPage` would rewrite its content. */
function pageAt(document: PDFDocument, index: number): { leaf: PDFPageLeaf; ref: PDFRef } {
  const pages: { leaf: PDFPageLeaf; ref: PDFRef }[] = [];
  document.catalog.Pages().traverse((node, ref) => {
    if (node instanceof PDFPageLeaf) pages.push({ leaf: node, ref });
  });
  const page = pages[index];
  if (!page) throw new SealError('PDF_UNSUITABLE', `the document has no page ${index + 1}`);
  return page;
}

async function drawAppearance(document: PDFDocument, { picture, rect }: Appearance): Promise<PDFRef> {
  const [left, bottom, right, top] = rect;
  const [width, height] = [right - left, top - bottom];
  const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] };
  const scaled = (drawing: string) => `q ${width} 0 0 ${height} 0 0 cm ${drawing} Q`;
  const { context } = document;
  if (!(picture instanceof Uint8Array)) return context.register(context.stream(scaled(pdfOperatorsOf(picture)), form));
  const image = await document.embedPng(picture);
  await image.embed();
  return context.register(context.stream(scaled('/Seal Do'), { ...form, Resources: { XObject: { Seal: image.ref } } }));
}
