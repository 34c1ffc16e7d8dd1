import type { drawCertificate as draw } from './certificate/certificate.ts';
import type { certifyPdf as certify } from './pades.ts';

// What draws and signs PDFs is most of what this library loads: every command, and every start of the service, would begin
// later for it. So it is loaded by whoever first draws.

/** Draws the certificate (PDF 1.7 as PDF/A-3b, Chinese and English, text that can be copied out). It is not signed yet. */
export const drawCertificate: typeof draw = async (facts, drawnAt) =>
  (await import('./certificate/certificate.ts')).drawCertificate(facts, drawnAt);

/**
 * Certifies a PDF: the first signature of the document, after which no change is allowed (ISO 32000-1 §12.8.2.2, DocMDP P=1),
 * PAdES level T (ETSI EN 319 142-1), appended as an incremental update. Throws `PDF_UNSUITABLE` when the document cannot be
 * read, is encrypted or is signed already, `SIGNATURE_TOO_LARGE` rather than truncate, and what key and timestamp source throw.
 */
export const certifyPdf: typeof certify = async (pdf, signer, options) =>
  (await import('./pades.ts')).certifyPdf(pdf, signer, options);
