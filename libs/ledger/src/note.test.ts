import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { type NoteSigner, openNote, parseVerifierKey, signNote } from './note.ts';
import { formatTlogProof, parseTlogProof } from './proof.ts';
import { encodeEntries, tilePath, tilesBetween } from './tile.ts';

function signerNamed(name: string): NoteSigner & { vkey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const typed = Buffer.concat([Buffer.of(1), publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)]);
  const keyHash = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4);
  return {
    name,
    keyHash,
    vkey: `${name}+${keyHash.toString('hex')}+${typed.toString('base64')}`,
    sign: async (message) => sign(null, message, privateKey),
  };
}

const checkpoint = { origin: 'log.example/evidence', size: 70_000, root: new Uint8Array(32).fill(7) };

describe('a signed note', () => {
  it('opens with the key that signed it and with no other of that name', async () => {
    const signer = signerNamed('log.example/evidence');
    const note = await signNote(checkpointText(checkpoint), signer);

    expect(parseCheckpoint(await openNote(note, await parseVerifierKey(signer.vkey)))).toEqual(checkpoint);
    const stranger = await parseVerifierKey(signerNamed('log.example/evidence').vkey);
    await expect(openNote(note, stranger)).rejects.toThrow('0 signatures');
  });

  it('refuses every single altered character', async () => {
    const signer = signerNamed('log.example/e');
    const key = await parseVerifierKey(signer.vkey);
    const note = await signNote(checkpointText({ ...checkpoint, size: 9 }), signer);

    for (let i = 0; i < note.length; i++) {
      const altered = `${note.slice(0, i)}${note[i] === 'A' ? 'B' : 'A'}${note.slice(i + 1)}`;
      await expect(openNote(altered, key), `character ${i}`).rejects.toThrow();
    }
  });

  it('opens the worked example of the Go checksum database', async () => {
    // golang.org/x/mod/sumdb/note, package documentation.
    const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const note = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
    await expect(openNote(note, await parseVerifierKey(vkey))).resolves.toContain('cryptography is the answer');
  });
});

describe('a tlog-proof', () => {
  it('is read back as it was written', async () => {
    const note = await signNote(checkpointText(checkpoint), signerNamed('log.example/e'));
    for (const proof of [[], [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]]) {
      const value = { index: 4242, proof, checkpoint: note };
      expect(parseTlogProof(formatTlogProof(value))).toEqual(value);
    }
  });

  it.each([
    '',
    'c2sp.org/tlog-proof@v1\nindex 01\n\nx',
    'c2sp.org/tlog-proof@v2\nindex 1\n\nx',
    'c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nx',
  ])('refuses %j', (text) => {
    expect(() => parseTlogProof(text)).toThrow();
  });
});

describe('tiles', () => {
  it('have the paths of the standard', () => {
    expect(tilePath({ level: 0, index: 1234067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 0, width: 3 })).toBe('tile/entries/000.p/3');
  });

  it('cover what a tree gains, whole tiles and partial ones, on every level', () => {
    const paths = tilesBetween(255, 70_000).map(tilePath);

    expect(paths).toContain('tile/0/000');
    expect(paths).toContain('tile/0/273.p/112');
    expect(paths).toContain('tile/1/000');
    expect(paths).toContain('tile/1/001.p/17');
    expect(paths).toContain('tile/2/000.p/1');
    expect(tilesBetween(5, 5)).toEqual([]);
  });

  it('hold entries behind their lengths', () => {
    expect(Buffer.from(encodeEntries([Uint8Array.of(9), new Uint8Array(0)])).toString('hex')).toBe('0001090000');
    expect(() => encodeEntries([new Uint8Array(65_536)])).toThrow('65,535');
  });
});
