import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { encodePlayback } from './index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playback-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Runs `body` as ffmpeg; `$to` is the file that it writes. */
async function encodeWith(body: string, from: Readable): Promise<boolean> {
  const program = join(folder, 'ffmpeg');
  await writeFile(program, `#!/bin/sh\nfor to; do :; done\n${body}\n`);
  await chmod(program, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  const o = { width: 2, height: 2, signal: AbortSignal.timeout(10_000) };
  return encodePlayback(from, join(folder, 'copy'), o);
}
const copy = () => readFile(join(folder, 'copy'), 'utf8');

it('makes a copy of a recording that is read to its end', async () => {
  expect(await encodeWith('cat > "$to"', Readable.from(['one ', 'two']))).toBe(true);
  expect(await copy()).toBe('one two');
});

it.each([
  ['fails', new Error('The disk failed.')],
  ['closes', undefined],
])('has no whole copy if the recording %s before its end, although ffmpeg ends well', async (_, error) => {
  const from = new Readable({ read: () => {} });
  from.push('one ');
  setTimeout(() => from.destroy(error), 50);

  expect(await encodeWith('cat > "$to"', from)).toBe(false);
});

it('goes by the exit code of ffmpeg if it ends before the recording does', async () => {
  const long = () => Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(65_536)));

  expect(await encodeWith('exit 0', long())).toBe(true);
  expect(await encodeWith('exit 1', long())).toBe(false);
});

it('passes no secrets of the environment to ffmpeg', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret');

  expect(await encodeWith('cat > /dev/null; env > "$to"', Readable.from(['one']))).toBe(true);
  expect(await copy()).toContain('PATH=');
  expect(await copy()).not.toContain('secret');
});

it.each([
  ['JPEG of a session', 'mjpeg', '1280x800', true],
  ['another codec', 'ffv1', '64x40', false],
  ['JPEG with more pixels than any session has', 'mjpeg', '4000x1001', false],
])('decodes %s: %s at %s, %s', async (_, codec, size, isCopied) => {
  const recording = join(folder, 'recording.mkv');
  const source = `-v error -f lavfi -i color=s=${size}:d=0.1:r=20 -pix_fmt yuvj420p -c:v ${codec}`.split(' ');
  execFileSync('ffmpeg', [...source, recording]);
  const o = { width: 64, height: 40, signal: AbortSignal.timeout(10_000) };

  expect(await encodePlayback(createReadStream(recording), join(folder, 'copy.mp4'), o)).toBe(isCopied);
});
