import { execFileSync } from 'node:child_process';
import jsQR from 'jsqr';

/** The module exports its function itself, unlike its types. */
const decode = jsQR as unknown as typeof jsQR.default;

/** Reads the QR code on a page of a PDF, rendered as a screen shows it. @returns undefined if there is none */
export function readQrCode(pdf: string, page = 1): string | undefined {
  const picture = execFileSync('pdftoppm', ['-gray', '-r', '150', '-f', `${page}`, '-l', `${page}`, pdf], {
    maxBuffer: 2 ** 27,
  });
  // netpbm's PGM with 8 bits per pixel.
  const [head = '', width = '0', height = '0'] =
    /^P5\s(\d+)\s(\d+)\s255\s/.exec(picture.subarray(0, 40).toString('latin1')) ?? [];
  const [widthPx, heightPx] = [Number(width), Number(height)];
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255);
  for (let at = 0; at < widthPx * heightPx; at++) pixels.fill(picture[head.length + at] ?? 0, at * 4, at * 4 + 3);
  return decode(pixels, widthPx, heightPx)?.data;
}
