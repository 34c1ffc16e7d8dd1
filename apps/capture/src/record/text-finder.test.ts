import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TextFinder } from './text-finder.ts';

const folder = mkdtempSync(join(tmpdir(), 'text-finder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const texts = Array.from({ length: 600 }, (_, n) => randomBytes(12 + (n % 40)).toString('base64'));
const finder = new TextFinder(texts);
const mebibyte = 2 ** 20;

describe('texts', () => {
  it('are each found at the beginning, in the middle and at the end, and not without their last byte', () => {
    for (const text of texts) {
      for (const content of [text, `${text} x`, `xy ${text}`, `x${text.slice(0, -1)}${text}`])
        expect(finder.isIn(Buffer.from(content)), text).toBe(true);
      expect(finder.isIn(Buffer.from(`xy ${text.slice(0, -1)}`)), text).toBe(false);
    }
  });

  it('of other alphabets and of very different lengths are found', () => {
    const odd = new TextFinder(['登录凭据登录', 'short-one', 'long'.repeat(900)]);

    expect(odd.isIn(Buffer.from('网页：登录凭据登录。'))).toBe(true);
    expect(odd.isIn(Buffer.from(`x${'long'.repeat(899)} short-on`))).toBe(false);
    expect(odd.isIn(Buffer.from(`x${'long'.repeat(901)}`))).toBe(true);
    expect(new TextFinder([]).isIn(Buffer.from('anything'))).toBe(false);
  });

  it('are found in a file even across chunk boundaries', async () => {
    const [text = ''] = texts;
    const path = join(folder, 'body');
    for (const from of [mebibyte - text.length, mebibyte - 3, mebibyte - 1, mebibyte]) {
      writeFileSync(path, Buffer.concat([Buffer.alloc(from, 'x'), Buffer.from(text), Buffer.alloc(100, 'x')]));
      expect(await finder.isInFile(path), `${from}`).toBe(true);
    }
    writeFileSync(path, Buffer.alloc(2 * mebibyte, 'x'));
    expect(await finder.isInFile(path)).toBe(false);
  });

  it('are searched for in one pass, whatever their number', () => {
    const content = Buffer.from(randomBytes(12 * mebibyte).toString('base64'));
    const elapsedMs = (searched: TextFinder) => {
      const startedAt = performance.now();
      expect(searched.isIn(content)).toBe(false);
      return performance.now() - startedAt;
    };
    const few = new TextFinder(texts.slice(0, 10));
    elapsedMs(few);

    // 60 passes would take 60 times as long.
    expect(elapsedMs(finder)).toBeLessThan(20 * elapsedMs(few));
  });
});
