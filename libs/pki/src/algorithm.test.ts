import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyEcdsa } from './index.ts';

function signed(namedCurve: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const over = Buffer.from('content');
  return { spki: publicKey.export({ type: 'spki', format: 'der' }), signature: sign('sha256', over, privateKey), over };
}

describe('a signature of a device', () => {
  it('is made with a P-256 key', async () => {
    expect(await verifyEcdsa(signed('prime256v1'))).toBe(true);
  });

  it.each(['secp384r1', 'secp521r1'])('by a key on %s is refused', async (curve) => {
    await expect(verifyEcdsa(signed(curve))).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  });
});
