import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@proofkeep/bundle/node';
import { afterAll, expect, it } from 'vitest';
import { openDrafts } from './drafts.ts';

const home = mkdtempSync(join(tmpdir(), 'drafts-'));
afterAll(() => rm(home, { recursive: true }));

async function* content(text: string) {
  yield Buffer.from(text);
}

it('finishes each digest, even if more files have finished than are kept', { timeout: 10_000 }, async () => {
  const drafts = openDrafts(join(home, 'one-after-another'), 2);
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) {
    await drafts.create(id);
    await drafts.write(id, 0, content(id), async () => {});
    expect((await drafts.digest(id, 1)).sha256).toBe(sha256Hex(Buffer.from(id)));
  }

  expect((await drafts.digest('a', 1)).sha256).toBe(sha256Hex(Buffer.from('a')));
  drafts.close();
});

it('finishes concurrent digests of more files than are kept', { timeout: 10_000 }, async () => {
  const drafts = openDrafts(join(home, 'at-once'), 2);
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) {
    await drafts.create(id);
    await drafts.write(id, 0, content(id), async () => {});
  }

  const stored = await Promise.all(ids.map((id) => drafts.digest(id, 1)));

  expect(stored.map(({ sha256 }) => sha256)).toEqual(ids.map((id) => sha256Hex(Buffer.from(id))));
  drafts.close();
});

it('writes a chunk as often as it arrives, but not after its memory was freed', async () => {
  const drafts = openDrafts(join(home, 'repeated'));
  await drafts.create('twice');
  const half = Buffer.alloc(2 ** 19, 'x');
  const repeat = async function* (times: number) {
    for (let n = 0; n < times; n++) yield half;
  };

  const end = await drafts.write('twice', 0, repeat(2), async () => {});

  expect(end).toBe(2 ** 20);
  expect((await drafts.digest('twice', end)).sha256).toBe(sha256Hex(Buffer.alloc(2 ** 20, 'x')));
  await expect(drafts.write('twice', end, repeat(1), async () => {})).rejects.toThrow('arrived again');
  drafts.close();
});
