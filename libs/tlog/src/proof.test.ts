import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './bytes.ts';
import { formatTlogProof, parseTlogProof } from './proof.ts';

const sha256 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const value = fc.record(
  {
    index: fc.maxSafeNat(),
    proof: fc.array(sha256, { maxLength: 53 }),
    checkpoint: fc.constant('log.example/e\n1\nAA==\n\n— log.example/e AAAAAAA=\n'),
    extra: fc.uint8Array(),
  },
  { requiredKeys: ['index', 'proof', 'checkpoint'] },
);

describe('a tlog-proof', () => {
  it('survives a round trip', () => {
    fc.assert(
      fc.property(value, (proof) => {
        expect(parseTlogProof(formatTlogProof(proof))).toEqual(proof);
      }),
    );
  });

  it('has the form of C2SP tlog-proof', () => {
    // The example of C2SP tlog-proof.
    const text = `c2sp.org/tlog-proof@v1
extra YWdl
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=

example.com/fancylog
109482
sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

— example.com/fancylog hI2DJwAAAA==
`;
    const proof = parseTlogProof(text);

    expect(proof).toMatchObject({ index: 73_894, extra: Uint8Array.from([0x61, 0x67, 0x65]) });
    expect(proof.proof.map(toBase64)[1]).toBe('B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=');
    expect(proof.checkpoint).toMatch(/^example.com\/fancylog\n109482\n/);
    expect(formatTlogProof(proof)).toBe(text);
  });

  const head = 'c2sp.org/tlog-proof@v1';
  const hash = toBase64(new Uint8Array(32));
  it.each([
    ['', 'nothing'],
    [`c2sp.org/tlog-proof@v2\nindex 1\n\nx`, 'another version'],
    [`${head}\n\nx`, 'no index'],
    [`${head}\nindex 01\n\nx`, 'a leading zero'],
    [`${head}\nindex 9007199254740992\n\nx`, 'an index beyond 2^53'],
    [`${head}\nindex 1\nextra AAAA\n\nx`, 'extra data in the wrong place'],
    [`${head}\nindex 1\nAAAA\n\nx`, 'a short hash'],
    [`${head}\nindex 1\n${`${hash}\n`.repeat(54)}\nx`, 'more hashes than a tree has levels'],
    [`${head}\nindex 1\n${hash}\nx`, 'no checkpoint'],
  ])('refuses %j: %s', (text) => {
    expect(() => parseTlogProof(text)).toThrow(expect.objectContaining({ code: 'FORM_INVALID' }));
  });
});
