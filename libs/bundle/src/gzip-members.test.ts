import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipMembers } from './gzip-members.ts';

const contents = [
  randomBytes(300_000),
  Buffer.from('存真 '.repeat(100_000)),
  Buffer.alloc(0),
  ...Array.from({ length: 500 }, (_, n) => Buffer.from(`record ${n}`)),
];
const members = contents.map((content, n) => gzipSync(content, { level: n % 10 }));
const file = Buffer.concat(members);

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function contentsOf(bytes: Uint8Array, size = 2 ** 20) {
  const found = new Map<number, Uint8Array[]>();
  for await (const { member, bytes: piece } of gzipMembers(inPieces(bytes, size)))
    found.set(member, [...(found.get(member) ?? []), piece]);
  return [...found].map(([member, pieces]) => ({ member, content: Buffer.concat(pieces) }));
}

describe('gzip members', () => {
  it.each([1, 4096, 2 ** 20])('are told apart and decompressed from pieces of %i bytes', async (size) => {
    const [first, bytes] = size === 1 ? [3, Buffer.concat(members.slice(3))] : [0, file];
    let at = 0;
    const expected = members.slice(first).flatMap((member, n) => {
      const content = contents[first + n] as Buffer;
      const place = { member: at, content };
      at += member.length;
      return content.length > 0 ? [place] : [];
    });

    const found = await contentsOf(bytes, size);

    expect(found.map(({ member }) => member)).toEqual(expected.map(({ member }) => member));
    expect(found.every(({ content }, n) => expected[n]?.content.equals(content))).toBe(true);
  });

  it('yields highly compressed content in bounded pieces', async () => {
    let longest = 0;
    let total = 0;
    const bomb = gzipSync(Buffer.alloc(128 * 2 ** 20));
    for await (const { bytes } of gzipMembers(inPieces(bomb, 2 ** 20))) {
      longest = Math.max(longest, bytes.length);
      total += bytes.length;
    }

    expect(total).toBe(128 * 2 ** 20);
    expect(longest).toBeLessThan(20 * 2 ** 20);
  });

  it.each([
    ['is cut off', file.subarray(0, file.length - 12)],
    ['has other bytes between members', Buffer.concat([members[0] as Buffer, Buffer.from('more'), file])],
    ['is no gzip', randomBytes(100)],
  ])('can’t be read from a file that %s', async (_, bytes) => {
    await expect(contentsOf(bytes)).rejects.toThrow();
  });
});
