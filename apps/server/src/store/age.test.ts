import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgeKey } from './age.ts';
import { decryptAge, encryptAge, headBytes, openAge, plainSize, sealedSize } from './age.ts';
import { readAgeKey } from './age-identity.ts';
import { openFolderStore } from './folder-store.ts';
import { StoreError } from './store.ts';

const home = mkdtempSync(join(tmpdir(), 'age-'));
const keyFile = join(home, 'key.txt');
let identity: string;
let key: AgeKey;

beforeAll(async () => {
  identity = await generateIdentity();
  writeFileSync(keyFile, `# created: 2026-11-23T00:00:00Z\n# public key: age1…\n${identity}\n`);
  key = await readAgeKey(keyFile);
});
afterAll(() => rm(home, { recursive: true }));

const encrypt = (bytes: Buffer) => buffer(Readable.from(encryptAge(Readable.from([bytes]), key)));
const decrypt = (sealed: Buffer) =>
  buffer(
    Readable.from(
      decryptAge(Readable.from([sealed.subarray(headBytes)]), {
        key: openAge(sealed, key),
        firstChunk: 0,
        isToEnd: true,
      }),
    ),
  );
/** Around the bounds of chunks. */
const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000];

describe('a file encrypted by age', () => {
  it.each(sizes)('is decrypted by another program at %i bytes, and has the computed length', async (size) => {
    const bytes = randomBytes(size);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);

    const sealed = await encrypt(bytes);

    expect(Buffer.from(await decrypter.decrypt(new Uint8Array(sealed)))).toEqual(bytes);
    expect(sealed.length).toBe(sealedSize(size));
    expect(plainSize(sealed.length)).toBe(size);
  });

  it.each(sizes)('is decrypted if another program made it, at %i bytes', async (size) => {
    const bytes = randomBytes(size);
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));

    expect(await decrypt(Buffer.from(await encrypter.encrypt(new Uint8Array(bytes))))).toEqual(bytes);
  });

  it.each([
    ['a changed byte', (sealed: Buffer) => void sealed.writeUInt8((sealed[70_000] ?? 0) ^ 1, 70_000)],
    ['a changed header', (sealed: Buffer) => void sealed.writeUInt8((sealed[160] ?? 0) ^ 1, 160)],
    ['an end cut off within a chunk', (sealed: Buffer) => sealed.subarray(0, -1)],
    ['whole chunks cut off', (sealed: Buffer) => sealed.subarray(0, headBytes + 65_552)],
    ['a chunk twice', (sealed: Buffer) => Buffer.concat([sealed, sealed.subarray(-65_552)])],
  ])('is refused with %s', async (_, change) => {
    const sealed = await encrypt(randomBytes(200_000));

    const changed = change(sealed) ?? sealed;

    await expect((async () => decrypt(changed))()).rejects.toThrow(Error);
  });
});

describe('an encrypted store', () => {
  const open = (o: { key?: AgeKey } = {}) => openFolderStore(join(home, 'store'), o);

  it('keeps no plaintext of a file, reads ranges, and still reads files stored before', async () => {
    const [before, secret] = [randomBytes(5_000), Buffer.alloc(300_000, 'secret words ')];
    const plain = await open();
    await plain.put('evidence/a/old', before);
    const store = await open({ key });

    await store.put('evidence/a/new', secret);

    const onDisk = readFileSync(join(home, 'store', 'evidence/a/new.encrypted.age'));
    expect(onDisk.includes('secret words')).toBe(false);
    expect(Buffer.from(await store.bytes('evidence/a/old'))).toEqual(before);
    for (const [start, end] of [
      [0, 0],
      [65_530, 65_540],
      [131_072, 299_999],
    ] as const)
      expect(await buffer(await store.read('evidence/a/new', { start, end }))).toEqual(secret.subarray(start, end + 1));
    expect(await store.list('evidence/a/')).toEqual([
      { key: 'evidence/a/new', size: 300_000 },
      { key: 'evidence/a/old', size: 5_000 },
    ]);
    await store.duplicate('evidence/a/new', 'evidence/b/new', { size: 300_000, sha256: '' });
    expect(Buffer.from(await store.bytes('evidence/b/new'))).toEqual(secret);
    await expect(store.put('evidence/a/old', secret)).rejects.toThrow(StoreError);
  });

  it('is not read with another key', async () => {
    const other = await open({ key: (await import('./age.ts')).ageKeyOf(randomBytes(32)) });

    await expect(other.bytes('evidence/a/new')).rejects.toThrow('another key');
  });
});

describe('a key file', () => {
  it.each([
    ['without a key', '# nothing that a store could use\n'],
    ['with a wrong letter', () => identity.replace(/.$/, identity.endsWith('Q') ? 'P' : 'Q')],
    ['with a public key', 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kudc2mjw8sjs0lrn'],
  ])('%s is refused without its content in the error', async (_, text) => {
    const path = join(home, 'wrong.txt');
    const content = typeof text === 'function' ? text() : text;
    writeFileSync(path, content);

    const error = await readAgeKey(path).catch((refused: Error) => refused);

    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toContain(content.slice(16, 40));
  });
});
