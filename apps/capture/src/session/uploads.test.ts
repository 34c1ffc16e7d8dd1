import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Uploads } from './uploads.ts';

const mostBytes = 100;

/** Uploads with a page that notes the files it is given. */
function givenUploads() {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
  const given: string[][] = [];
  const page = { send: async (_method: string, { files }: { files: string[] }) => void given.push(files) };
  const uploads = new Uploads(folder, { event: () => 0 }, mostBytes);
  const ask = () => uploads.ask({ tab: { id: 1 }, page, backendNodeId: 7, isMultiple: true } as never);
  const send = async (name: string, bytes: Buffer, sizeBytes = bytes.length) => {
    const begun = uploads.begin(name, sizeBytes);
    await uploads.piece(bytes);
    return begun;
  };
  const onDisk = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return { folder, uploads, given, ask, send, onDisk };
}

it('gives the page only completely received files', async () => {
  const { uploads, given, ask, send } = givenUploads();
  ask();
  await send('a.txt', Buffer.from('whole'));
  await send('b.txt', Buffer.from('half'), 8);

  await uploads.choose(true);

  expect(given.map((files) => files.map((file) => file.split('/').at(-1)))).toEqual([['a.txt']]);
});

it('limits a session’s disk space, even after repeated uploads', async () => {
  const { uploads, given, ask, send, onDisk } = givenUploads();
  const begun: boolean[] = [];
  for (let i = 0; i < 12; i++) {
    ask();
    await send(`${i}.half`, Buffer.alloc(1), 9);
    begun.push(await send(`${i}.whole`, Buffer.alloc(10)));
    await uploads.choose(true);
  }

  expect(begun.filter(Boolean).length).toBe(10);
  expect(given.flat().length).toBe(10);
  expect(onDisk().map(({ name }) => name.split('.')[1])).toEqual(Array(10).fill('whole'));
});

it('gives the page the complete files although an incomplete one was removed from the disk', async () => {
  const { folder, uploads, given, ask, send } = givenUploads();
  ask();
  await send('a.txt', Buffer.from('whole'));
  await send('b.txt', Buffer.from('half'), 8);
  rmSync(join(folder, '2'), { recursive: true });

  await uploads.choose(true);

  expect(given).toHaveLength(1);
});

it('continues after a file that can neither be written nor removed', async () => {
  const { folder, uploads, given, ask, send } = givenUploads();
  ask();
  await send('a.txt', Buffer.from('half'), 8);
  rmSync(join(folder, '1/a.txt'));
  mkdirSync(join(folder, '1/a.txt'));

  await expect(uploads.piece({ length: 1 } as Uint8Array)).resolves.toBeUndefined();
  ask();
  await send('b.txt', Buffer.from('whole'));
  await uploads.choose(true);

  expect(given).toHaveLength(1);
});
