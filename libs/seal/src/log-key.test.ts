import { openNote, parseVerifierKey, signNote } from '@proofkeep/tlog';
import { describe, expect, it } from 'vitest';
import { openAuthority } from './authority.ts';
import { temporaryFolder } from './testing/tools.ts';

describe('the key of the log', () => {
  it('signs notes that its verifier key opens', async () => {
    const { logSigner } = await openAuthority(await temporaryFolder());
    const note = await signNote('proofkeep.local\n1\nroot\n', logSigner);

    const key = await parseVerifierKey(logSigner.vkey);

    expect(logSigner.name).toMatch(/^proofkeep\.local\/[0-9a-f]{8}$/);
    expect(key).toMatchObject({ name: logSigner.name, keyHash: new Uint8Array(logSigner.keyHash) });
    await expect(openNote(note, key)).resolves.toBe('proofkeep.local\n1\nroot\n');
    await expect(openNote(note.replace('1', '2'), key)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });
});
