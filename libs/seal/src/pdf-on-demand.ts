import type { drawCertificate as draw } from './certificate/certificate.ts';
import type { drawNameSeal as drawName, drawOfficeSeal as drawSeal } from './office-seal.ts';
import type { certifyPdf as certify, signPdf as sign } from './pades.ts';

// Drawing and signing PDFs loads most of this library's code, so it is loaded on first use: commands and the service start
// faster.

/** Draws the unsigned certificate: PDF 1.7 as PDF/A-3b, Chinese and English, with selectable text. @throws SealError `FONT_MISSING` */
export const drawCertificate: typeof draw = async (facts, drawnAt) =>
  (await import('./certificate/certificate.ts')).drawCertificate(facts, drawnAt);

/**
 * Certifies a PDF: adds its first signature, which allows no later change (ISO 32000-1 §12.8.2.2, DocMDP P=1), PAdES level T
 * (ETSI EN 319 142-1), as an incremental update.
 * @throws SealError `PDF_UNSUITABLE` if the document is unreadable, encrypted or already signed, `SIGNATURE_TOO_LARGE`
 *   instead of truncating; errors of the key and the timestamp source
 */
export const certifyPdf: typeof certify = async (pdf, signer, options) =>
  (await import('./pades.ts')).certifyPdf(pdf, signer, options);

/**
 * Adds one approval signature (ISO 32000-1 §12.8.1), PAdES level T, as an incremental update: the existing bytes don't
 * change, so earlier signatures still cover their own revisions.
 * @throws SealError `PDF_UNSUITABLE` if the document is unreadable, encrypted or certified, `SIGNATURE_TOO_LARGE`;
 * errors of the key and the timestamp source
 */
export const signPdf: typeof sign = async (pdf, signer, options) =>
  (await import('./pades.ts')).signPdf(pdf, signer, options);

/** Draws the round red seal of an office: its name along the upper arc, a star, and its purpose below. @throws SealError `FONT_MISSING` */
export const drawOfficeSeal = async (...args: Parameters<typeof drawSeal>): Promise<ReturnType<typeof drawSeal>> =>
  (await import('./office-seal.ts')).drawOfficeSeal(...args);

/** Draws the rectangular seal of a person: their title and name within a frame. @throws SealError `FONT_MISSING` */
export const drawNameSeal = async (...args: Parameters<typeof drawName>): Promise<ReturnType<typeof drawName>> =>
  (await import('./office-seal.ts')).drawNameSeal(...args);
