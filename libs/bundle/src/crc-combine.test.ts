import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { combineCrc32 } from './crc-combine.ts';
import { writeZip, zipSum } from './node.ts';

describe('combining CRC-32', () => {
  it.each([0, 1, 2, 7, 8, 255, 256, 65_537])(
    'equals the CRC-32 of the whole with a second piece of %i bytes',
    (size) => {
      const first = randomBytes(1_000);
      const second = randomBytes(size);

      const combined = combineCrc32(crc32(first), crc32(second), size);

      expect(combined).toBe(crc32(Buffer.concat([first, second])));
    },
  );

  it('carries on past 4 GiB', () => {
    const zeros = new Map([[0, crc32(Buffer.alloc(1))]]);
    for (let n = 1; n <= 32; n++) {
      const half = zeros.get(n - 1) ?? 0;
      zeros.set(n, combineCrc32(half, half, 2 ** (n - 1)));
    }
    const [quarter = 0, half = 0] = [zeros.get(31), zeros.get(32)];

    const atOnce = combineCrc32(half, half, 2 ** 32);
    const inSteps = combineCrc32(combineCrc32(half, quarter, 2 ** 31), quarter, 2 ** 31);

    expect(atOnce).toBe(inSteps);
    expect(zeros.get(20)).toBe(crc32(Buffer.alloc(2 ** 20)));
  });

  it('finds size and CRC-32 of a ZIP without reading its content', async () => {
    const contents = [Buffer.from('first'), Buffer.alloc(0), randomBytes(3_000)];
    const inputs = contents.map((bytes, i) => {
      const read = () => Promise.reject(new Error('not to be read'));
      return { name: `${i}.bin`, size: bytes.length, crc32: crc32(bytes), bytes, read };
    });

    const sum = zipSum(inputs);

    const written: Uint8Array[] = [];
    const packed = inputs.map(({ name, bytes }) => ({ name, bytes }));
    await writeZip(async (piece) => void written.push(Buffer.from(piece)), packed);
    const whole = Buffer.concat(written);
    expect(sum).toEqual({ size: whole.length, crc32: crc32(whole) });
  });
});
