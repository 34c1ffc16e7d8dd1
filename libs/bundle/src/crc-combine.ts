/** The polynomial of CRC-32 (ISO 3309), bits reversed. */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** Multiplies two polynomials modulo that of CRC-32, bits reversed. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

/** x to the power of 8 times the number of bytes: shifts a CRC-32 by that many bytes. */
function shiftBy(bytes: number): number {
  let power = one;
  // x^8, then its squares.
  let square = one >>> 8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}

/**
 * Combines the CRC-32 values of two adjacent pieces (like zlib's crc32_combine). @param size of the second piece, in
 * bytes
 */
export const combineCrc32 = (first: number, second: number, size: number): number =>
  (multiply(shiftBy(size), first) ^ second) >>> 0;
