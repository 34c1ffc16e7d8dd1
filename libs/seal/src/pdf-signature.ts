import { createHash } from 'node:crypto';
import { SealError } from './error.ts';

/** Space reserved for the CMS object: enough for a chain and a timestamp of an outside authority with its chain. */
export const placeholderBytes = 16 * 1024;

/** Placeholder in /ByteRange until the offsets are known, as wide as the largest offsets. */
export const unfilledByteRange = [0, 1_111_111_111, 2_222_222_222, 3_333_333_333] as const;

/**
 * Fills the one unfilled signature dictionary after offset `from` in place: /ByteRange covers every byte but the /Contents
 * string with its angle brackets (ISO 32000-1 §12.8.1); /Contents becomes the CMS object that `sign` returns for the SHA-256
 * of those bytes, in lower-case hexadecimal padded with zeros.
 */
export async function fillSignature(
  unsigned: Uint8Array,
  from: number,
  sign: (sha256: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const pdf = Buffer.from(unsigned);
  const placeholder = `<${'0'.repeat(placeholderBytes * 2)}>`;
  const start = onlyIndexOf(pdf, placeholder, from);
  const end = start + placeholder.length;

  const range = `[ ${unfilledByteRange.join(' ')} ]`;
  const filled = `[ 0 ${start} ${end} ${pdf.length - end}`.padEnd(range.length - 1);
  pdf.write(`${filled}]`, onlyIndexOf(pdf, range, from), 'latin1');

  const digest = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest();
  const cms = await sign(digest);
  if (cms.length > placeholderBytes)
    throw new SealError('SIGNATURE_TOO_LARGE', `a signature of ${cms.length} bytes in room for ${placeholderBytes}`);
  pdf.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1');
  return pdf;
}

function onlyIndexOf(pdf: Buffer, text: string, from: number): number {
  const at = pdf.indexOf(text, from, 'latin1');
  if (at < 0 || pdf.indexOf(text, at + 1, 'latin1') >= 0)
    throw new SealError('PDF_UNSUITABLE', 'the signature dictionary does not stand alone in the document');
  return at;
}
