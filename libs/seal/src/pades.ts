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

/** Position and image of a visible seal. */
export interface Appearance {
  readonly png: Uint8Array;
  /** Page index, from 0. */
  readonly page: number;
  /** Points from the lower left corner of the page: left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number];
}

/** How `certifyPdf` signs. */
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
  const document = await openUnsigned(pdf);
  const signature = document.context.register(signatureDictionary(document, options));
  await addSignatureField(document, signature, options.appearance);
  document.catalog.set(PDFName.of('Perms'), document.context.obj({ DocMDP: signature }));
  const unsigned = await document.commit({ useObjectStreams: false });

  const cms = cmsSigner(signer);
  return fillSignature(unsigned, pdf.length, (digest) =>
    cms.sign({ contentType: oids.data, digest, timestamp: options.timestamp }),
  );
}

async function openUnsigned(pdf: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false }).catch(
    (cause: unknown) => {
      throw new SealError('PDF_UNSUITABLE', 'the document cannot be read or is encrypted', cause);
    },
  );
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (form?.has(PDFName.of('SigFlags')) || document.catalog.has(PDFName.of('Perms')))
    throw new SealError('PDF_UNSUITABLE', 'the document is signed already');
  return document;
}

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
    Reference: [
      {
        Type: 'SigRef',
        TransformMethod: 'DocMDP',
        TransformParams: { Type: 'TransformParams', P: 1, V: '1.2' },
      },
    ],
  });
}

/** Widget flags (ISO 32000-1 table 165): printed, locked. */
const printedAndLocked = 4 + 128;
/** ISO 32000-1 table 219: signatures exist, and the document is only ever appended to. */
const signaturesExistAppendOnly = 3;

async function addSignatureField(document: PDFDocument, signature: PDFRef, appearance?: Appearance): Promise<void> {
  const { context, catalog } = document;
  const page = pageAt(document, appearance?.page ?? 0);
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFHexString.fromText('Seal'),
      V: signature,
      F: printedAndLocked,
      Rect: [...(appearance?.rect ?? [0, 0, 0, 0])],
      P: page.ref,
      ...(appearance ? { AP: { N: await drawAppearance(document, appearance) } } : {}),
    }),
  );
  addAnnotation(document, page.leaf, field);

  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict) ?? context.obj({ Fields: [] });
  form.set(PDFName.of('SigFlags'), PDFNumber.of(signaturesExistAppendOnly));
  form.lookup(PDFName.of('Fields'), PDFArray).push(field);
  if (!catalog.has(PDFName.of('AcroForm'))) catalog.set(PDFName.of('AcroForm'), context.register(form));
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

async function drawAppearance(document: PDFDocument, { png, rect }: Appearance): Promise<PDFRef> {
  const image = await document.embedPng(png);
  await image.embed();
  const [left, bottom, right, top] = rect;
  const [width, height] = [right - left, top - bottom];
  return document.context.register(
    document.context.stream(`q ${width} 0 0 ${height} 0 0 cm /Seal Do Q`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: { XObject: { Seal: image.ref } },
    }),
  );
}
