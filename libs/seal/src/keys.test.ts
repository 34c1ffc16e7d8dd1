import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKeyFile, softwareKey } from './keys.ts';
import { run, temporaryFolder } from './testing/tools.ts';

const message = Buffer.from('what is signed');

async function keyFile(pem: string | Buffer, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(), 'a.key');
  await writeFile(path, pem);
  await chmod(path, mode);
  return path;
}

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

describe('a key file', () => {
  it.each([
    ['ecdsa-p256-sha256', 'sha256', p256()],
    ['rsa-sha256', 'sha256', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey],
    ['ed25519', null, generateKeyPairSync('ed25519').privateKey],
  ] as const)('signs with %s so that its public key verifies', async (alg, hash, privateKey) => {
    const key = await openKeyFile(await keyFile(privateKey.export(pkcs8)));

    const signature = await key.sign(message);

    const publicKey = createPublicKey({ key: Buffer.from(key.spki), type: 'spki', format: 'der' });
    expect(key.alg).toBe(alg);
    expect(verify(hash, message, publicKey, signature)).toBe(true);
    expect(verify(hash, Buffer.from('something else'), publicKey, signature)).toBe(false);
  });

  it.each([0o604, 0o640, 0o660, 0o610, 0o602])('is rejected with mode %o', async (mode) => {
    const path = await keyFile(p256().export(pkcs8), mode);

    await expect(openKeyFile(path)).rejects.toMatchObject({ code: 'KEY_EXPOSED' });
  });

  it.each([
    ['holds no key', 'not a key'],
    ['holds a spoilt key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
    ['is not PKCS#8', p256().export({ type: 'sec1', format: 'pem' })],
  ])('is refused when it %s', async (_, pem) => {
    await expect(openKeyFile(await keyFile(pem))).rejects.toMatchObject({ code: 'KEY_UNREADABLE' });
  });

  it('is named in the error when it is absent', async () => {
    await expect(openKeyFile('/nowhere/a.key')).rejects.toThrow('no private key at /nowhere/a.key');
  });
});

describe('a key', () => {
  it.each([
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey],
    ['RSA of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey],
    ['X25519', generateKeyPairSync('x25519').privateKey],
  ])('is rejected if %s', (_, privateKey) => {
    expect(() => softwareKey(privateKey)).toThrow(expect.objectContaining({ code: 'KEY_UNSUITABLE' }));
  });

  it('is rejected if SM2, although it looks like ECDSA', async () => {
    const folder = await temporaryFolder();
    await run(
      'openssl',
      ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:SM2', '-out', 'sm2.key'],
      folder,
    );

    await expect(openKeyFile(join(folder, 'sm2.key'))).rejects.toMatchObject({ code: 'KEY_UNSUITABLE' });
  });
});
