import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import {
  formatVerifierKey,
  type NoteSigner,
  noteKey,
  openNote,
  parseNote,
  parseVerifierKey,
  signNote,
} from './note.ts';

async function signerNamed(name: string): Promise<NoteSigner & { vkey: string }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = await noteKey(name, publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  return {
    name,
    keyHash: key.keyHash,
    vkey: formatVerifierKey(key),
    sign: async (message) => sign(null, message, privateKey),
  };
}

const checkpoint = { origin: 'log.example/evidence', size: 70_000, root: new Uint8Array(32).fill(7) };

describe('a signed note', () => {
  it('opens with the key that signed it, and not with another key of the same name', async () => {
    const signer = await signerNamed('log.example/evidence');
    const note = await signNote(checkpointText(checkpoint), signer);

    expect(parseCheckpoint(await openNote(note, await parseVerifierKey(signer.vkey)))).toEqual(checkpoint);
    const stranger = await parseVerifierKey((await signerNamed('log.example/evidence')).vkey);
    await expect(openNote(note, stranger)).rejects.toThrow('no signature by');
  });

  it('has a signature that OpenSSL verifies as Ed25519', async () => {
    const signer = await signerNamed('log.example/evidence');
    const { text, signatures } = parseNote(await signNote('a text\n\nwith an empty line\n', signer));

    const { publicKey } = await parseVerifierKey(signer.vkey);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(text).toBe('a text\n\nwith an empty line\n');
    expect(verify(null, Buffer.from(text), key, signatures[0]?.signature ?? Buffer.of())).toBe(true);
  });

  it('rejects every single altered character', async () => {
    const signer = await signerNamed('log.example/e');
    const key = await parseVerifierKey(signer.vkey);
    const note = await signNote(checkpointText({ ...checkpoint, size: 9 }), signer);

    for (let i = 0; i < note.length; i++) {
      const altered = `${note.slice(0, i)}${note[i] === 'A' ? 'B' : 'A'}${note.slice(i + 1)}`;
      await expect(openNote(altered, key), `character ${i}`).rejects.toMatchObject({ name: 'TlogError' });
    }
  });

  it('ignores signatures by unknown keys, but rejects a wrong signature under its own key', async () => {
    const [signer, stranger] = [await signerNamed('log.example/e'), await signerNamed('witness.example/w')];
    const note = await signNote('text\n', signer);
    const cosigned = note + (await signNote('other text\n', stranger)).split('\n\n')[1];
    const wrong = note + (await signNote('other text\n', signer)).split('\n\n')[1];

    await expect(openNote(cosigned, await parseVerifierKey(signer.vkey))).resolves.toBe('text\n');
    await expect(openNote(wrong, await parseVerifierKey(signer.vkey))).rejects.toThrow('not over this text');
  });

  it('opens the examples of C2SP and golang.org/x/mod', async () => {
    // Sources: C2SP signed-note, section Verifier keys; golang.org/x/mod/sumdb/note, package documentation.
    const c2sp = {
      vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
      text: 'This is an example message.\n',
      line: '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
    };
    const go = {
      vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
      text: `If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n`,
      line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
    };
    for (const { vkey, text, line } of [c2sp, go])
      await expect(openNote(`${text}\n${line}`, await parseVerifierKey(vkey))).resolves.toBe(text);
  });

  it.each([
    ['', 'no text'],
    ['text\n\n', 'no signature line'],
    ['text\n— a AAAAAAA=\n', 'no empty line'],
    ['text\n\n— a AAAAAAA=', 'no newline at the end'],
    ['te\txt\n\n— a AAAAAAA=\n', 'a control character'],
    ['te\ud800xt\n\n— a AAAAAAA=\n', 'a lone surrogate'],
    ['text\n\n- a AAAAAAA=\n', 'a hyphen for the dash'],
    ['text\n\n— a  AAAAAAA=\n', 'two spaces'],
    ['text\n\n— a+b AAAAAAA=\n', 'a plus in the name'],
    ['text\n\n— a AAAAAAB=\n', 'base64 with stray bits'],
    ['text\n\n— a AAAAAA\n', 'base64 without padding'],
    ['text\n\n— a AAAAAA==\n', 'a key hash alone'],
    [`text\n\n${'— a AAAAAAA=\n'.repeat(101)}`, 'more than a hundred signatures'],
  ])('refuses %j: %s', (note) => {
    expect(() => parseNote(note)).toThrow(expect.objectContaining({ code: 'FORM_INVALID' }));
  });

  it('refuses to sign a text without a final newline', async () => {
    await expect(signNote('no newline', await signerNamed('a'))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

describe('a verifier key', () => {
  it('survives a round trip, and is rejected with another hash or name', async () => {
    const { vkey } = await signerNamed('log.example/e');

    expect(formatVerifierKey(await parseVerifierKey(` ${vkey}\n`))).toBe(vkey);
    await expect(parseVerifierKey(vkey.replace('example', 'exemple'))).rejects.toThrow('hash in the verifier key');
    await expect(parseVerifierKey(vkey.replace(/\+[0-9a-f]/, '+x'))).rejects.toThrow('hash in the verifier key');
  });

  it.each(['', 'a', 'a+b', 'a+00000000+', 'a+00000000+AQ==', 'a b+00000000+AQ=='])('refuses %j', async (text) => {
    await expect(parseVerifierKey(text)).rejects.toMatchObject({ code: 'FORM_INVALID' });
  });

  it('is rejected for another algorithm', async () => {
    const ecdsa = toBase64(new Uint8Array(33).fill(2));
    await expect(parseVerifierKey(`a+00000000+${ecdsa}`)).rejects.toThrow('not an Ed25519 verifier key');
  });
});

describe('a checkpoint', () => {
  it('is read as it was written', () => {
    const origin = fc.stringMatching(/^[a-z.]{1,20}\/[a-z]{1,9}$/);
    const root = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.record({ origin, size: fc.maxSafeNat(), root }), (value) => {
        expect(parseCheckpoint(checkpointText(value))).toEqual(value);
      }),
    );
  });

  const root = toBase64(new Uint8Array(32));
  it.each([
    '',
    `\n5\n${root}\n`,
    `log\n05\n${root}\n`,
    `log\n-5\n${root}\n`,
    `log\n1e3\n${root}\n`,
    `log\n9007199254740992\n${root}\n`,
    `log\n5\n${root}`,
    `log\n5\n${root}\nextension\n`,
    `log\n5\n${toBase64(new Uint8Array(31))}\n`,
  ])('refuses %j', (text) => {
    expect(() => parseCheckpoint(text)).toThrow(expect.objectContaining({ code: 'FORM_INVALID' }));
  });
});
