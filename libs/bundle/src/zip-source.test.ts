import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeZip } from './node.ts';
import { bytesSource, openZip } from './zip-reader.ts';
import { zipSource } from './zip-source.ts';

const parts = [
  { name: 'a.txt', bytes: Buffer.from('first') },
  { name: 'b/empty', bytes: Buffer.alloc(0) },
  { name: 'c.bin', bytes: Buffer.alloc(3000, 7) },
];

describe('a virtual ZIP', () => {
  it.each([1, 7, 100, 10_000])('equals the written ZIP, read %i bytes at a time', async (step) => {
    const written: Uint8Array[] = [];
    await writeZip(async (bytes) => void written.push(bytes), parts);
    const source = zipSource(
      parts.map(({ name, bytes }) => ({
        name,
        size: bytes.length,
        crc32: crc32(bytes),
        content: bytesSource(bytes),
      })),
    );

    const pieces: Uint8Array[] = [];
    for (let at = 0; at < source.size; at += step) pieces.push(await source.read(at, Math.min(step, source.size - at)));

    expect(Buffer.concat(pieces)).toEqual(Buffer.concat(written));
    expect([...(await openZip(source)).entries.keys()]).toEqual(parts.map(({ name }) => name));
  });
});
