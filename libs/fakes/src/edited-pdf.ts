import { PDFArray, PDFDocument, PDFName, PDFPageLeaf, PDFString } from '@cantoo/pdf-lib';

/** The first page as it is in the file; `PDFDocument.getPage` would rewrite its content. */
function firstPage({ catalog }: PDFDocument): PDFPageLeaf {
  let first: PDFPageLeaf | undefined;
  catalog.Pages().traverse((node) => {
    if (node instanceof PDFPageLeaf) first ??= node;
  });
  return first as PDFPageLeaf;
}

function comment(document: PDFDocument): void {
  const { context } = document;
  const rect = [0, 0, 90, 20];
  const note = { Type: 'Annot', Subtype: 'FreeText', Rect: rect, Contents: PDFString.of('valid until 2036') };
  firstPage(document)
    .lookup(PDFName.of('Annots'), PDFArray)
    .push(context.register(context.obj(note)));
}

const edits = {
  /** Text on the first page. */
  text: (document: PDFDocument) => document.getPage(0).drawText('and nine more pages', { x: 20, y: 60 }),
  page: (document: PDFDocument) => document.addPage([300, 200]),
  comment,
  /** A text field; the library writes the content of its page again. */
  field: (document: PDFDocument) => document.getForm().createTextField('more').addToPage(document.getPage(0)),
  attachment: (document: PDFDocument) => document.attach(Buffer.from('more'), 'more.txt'),
  title: (document: PDFDocument) => document.setTitle('Another title'),
  script: (document: PDFDocument) => document.addJavaScript('run', 'app.alert(1)'),
  /** An object that nothing refers to. */
  object: ({ context }: PDFDocument) => context.register(context.obj({ Edited: true })),
};

/** A PDF with an edit appended as a revision (ISO 32000-1 §7.5.6), as an editor of PDFs saves it. */
export async function editedPdf(pdf: Uint8Array, edit: keyof typeof edits): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  await edits[edit](document);
  return document.commit({ useObjectStreams: false });
}

/** A PDF of one empty page without a signature. @param attached name of an attached file */
export async function plainPdf(o: { useObjectStreams?: boolean; attached?: string } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  if (o.attached) await document.attach(Buffer.from('{}'), o.attached);
  return document.save({ useObjectStreams: o.useObjectStreams ?? false });
}
