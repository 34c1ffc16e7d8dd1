import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutsideTsa, type OutsideTsaBehaviour, startOutsideTsa } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthority } from './authority.ts';
import { run, temporaryFolder } from './testing/tools.ts';
import { timestampAuthority } from './timestamp-authority.ts';
import { askOutsideAuthorities, askOutsideAuthority } from './timestamp-client.ts';
import { tokenFacts } from './timestamp-token.ts';

const evidence = Buffer.from('the stamped data\n');
const digest = hash('sha256', evidence, 'buffer');

let tsa: OutsideTsa;
beforeAll(async () => {
  tsa = await startOutsideTsa();
});
afterAll(() => tsa.close());

describe('an outside timestamp authority', () => {
  it('gives a token that openssl verifies against its root, and none other', async () => {
    const folder = await temporaryFolder();
    tsa.behave('correct');
    await writeFile(join(folder, 'token'), await askOutsideAuthority(tsa.url, digest));
    await writeFile(join(folder, 'evidence'), evidence);
    await writeFile(join(folder, 'root.pem'), tsa.root);
    await writeFile(join(folder, 'own.pem'), (await openAuthority(folder)).roots.join(''));
    const verify = (root: string) =>
      run('openssl', ['ts', '-verify', '-data', 'evidence', '-in', 'token', '-token_in', '-CAfile', root], folder);

    expect((await verify('root.pem')).output).toContain('Verification: OK');
    expect((await verify('own.pem')).exitCode).toBe(1);
  });

  it.each<[OutsideTsaBehaviour, string, string]>([
    ['wrong-nonce', 'OUTSIDE_INVALID', 'nonce'],
    ['wrong-imprint', 'OUTSIDE_INVALID', 'another digest'],
    ['expired-certificate', 'OUTSIDE_INVALID', 'valid from'],
    ['wrong-purpose', 'OUTSIDE_INVALID', 'not for timestamps'],
    ['broken-signature', 'OUTSIDE_INVALID', 'not by the key'],
    ['broken-content', 'OUTSIDE_INVALID', 'not that of its content'],
    ['rejection', 'OUTSIDE_REFUSED', 'badDataFormat'],
    ['garbage', 'OUTSIDE_INVALID', 'cannot be read'],
    ['endless', 'OUTSIDE_UNREACHABLE', '65536 bytes'],
    ['silence', 'OUTSIDE_UNREACHABLE', 'timeout'],
    ['status-500', 'OUTSIDE_UNREACHABLE', 'HTTP status 500'],
  ])('gives nothing to keep, and the reason is told, when its answer is: %s', async (behaviour, code, words) => {
    tsa.behave(behaviour);

    const [answer] = await askOutsideAuthorities([tsa.url], digest, { timeoutMs: 500 });

    expect(answer).toMatchObject({ url: tsa.url, token: null, error: { code } });
    expect(answer?.error?.message).toContain(words);
  });

  it('is reported when it cannot be reached, while the others are kept in their order', async () => {
    tsa.behave('correct');
    const gone = await startOutsideTsa();
    await gone.close();

    const answers = await askOutsideAuthorities([tsa.url, gone.url, 'http://proofkeep.invalid/', tsa.url], digest);

    expect(answers.map(({ url, error }) => [url, error?.code])).toEqual([
      [tsa.url, undefined],
      [gone.url, 'OUTSIDE_UNREACHABLE'],
      ['http://proofkeep.invalid/', 'OUTSIDE_UNREACHABLE'],
      [tsa.url, undefined],
    ]);
    expect(answers[1]?.error?.message).toContain('ECONNREFUSED');
  });

  it('is asked beside the others, not after them', async () => {
    tsa.behave('silence');
    const startedAt = performance.now();

    const answers = await askOutsideAuthorities([tsa.url, tsa.url, tsa.url], digest, { timeoutMs: 300 });

    expect(answers.every(({ token }) => token === null)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(900);
  });

  it('is not asked for a digest of another length', async () => {
    await expect(askOutsideAuthority(tsa.url, new Uint8Array(20))).rejects.toMatchObject({ code: 'IMPRINT_INVALID' });
  });
});

describe('the facts of a token', () => {
  it('are its time, who made it and its serial number', async () => {
    const authority = await openAuthority(await temporaryFolder());
    const at = new Date('2026-11-21T04:05:06.780Z');
    const token = await timestampAuthority(authority.tsa, () => at).token(digest);

    expect(tokenFacts(token)).toEqual({
      at,
      authority: 'Proofkeep Development Timestamp Authority',
      serial: expect.stringMatching(/^[4-7][0-9a-f]{31}$/),
    });
  });

  it('are refused of anything else', () => {
    expect(() => tokenFacts(Buffer.from('3000', 'hex'))).toThrow(expect.objectContaining({ code: 'OUTSIDE_INVALID' }));
    expect(() => tokenFacts(evidence)).toThrow(expect.objectContaining({ code: 'DER_INVALID' }));
  });
});
