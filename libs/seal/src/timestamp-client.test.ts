import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutsideTsa, type OutsideTsaBehaviour, startOutsideTsa } from '@proofkeep/fakes';
import { fromPem, parseCertificate } from '@proofkeep/pki';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openAuthority } from './authority.ts';
import type { FetchStatus } from './outside-revocation.ts';
import { run, temporaryFolder } from './testing/tools.ts';
import { askOutsideAuthorities, askOutsideAuthority } from './timestamp-client.ts';

/** Revocation is tested separately. */
const fetch: FetchStatus = async () => 'unreachable';
const evidence = Buffer.from('the stamped data\n');

let tsa: OutsideTsa;
beforeAll(async () => {
  tsa = await startOutsideTsa();
});
afterAll(() => tsa.close());

describe('an outside timestamp authority', () => {
  it('gives a token that openssl verifies against its root only', async () => {
    const folder = await temporaryFolder();
    tsa.behave('correct');
    await writeFile(join(folder, 'token'), (await askOutsideAuthority(tsa.url, evidence, { fetch })).token);
    await writeFile(join(folder, 'evidence'), evidence);
    await writeFile(join(folder, 'root.pem'), tsa.root);
    await writeFile(join(folder, 'own.pem'), (await openAuthority(folder)).roots.join(''));
    const verify = (root: string) =>
      run('openssl', ['ts', '-verify', '-data', 'evidence', '-in', 'token', '-token_in', '-CAfile', root], folder);

    expect((await verify('root.pem')).output).toContain('Verification: OK');
    expect((await verify('own.pem')).exitCode).toBe(1);
  });

  it.each<[OutsideTsaBehaviour, string, string]>([
    ['wrong-nonce', 'invalid', 'nonce'],
    ['wrong-imprint', 'invalid', 'over another content'],
    ['expired-certificate', 'invalid', 'was valid until'],
    ['wrong-purpose', 'invalid', 'not a certificate for timestamps'],
    ['broken-signature', 'invalid', 'the signature is not over this content'],
    ['broken-content', 'invalid', 'signed over another content'],
    ['rejection', 'refused', 'badDataFormat'],
    ['garbage', 'invalid', 'cannot be read'],
    ['endless', 'unreachable', '65536 bytes'],
    ['silence', 'unreachable', 'no answer in time'],
    ['status-500', 'unreachable', 'HTTP status 500'],
  ])('gives no token, and the reason is reported, if its response is: %s', async (behaviour, why, words) => {
    tsa.behave(behaviour);

    const { tokens, refusals } = await askOutsideAuthorities([`${tsa.url}?key=1`], evidence, { timeoutMs: 500, fetch });

    expect(tokens).toEqual([]);
    expect(refusals).toEqual([{ authority: tsa.url, why, detail: expect.stringContaining(words) }]);
  });

  it('is accepted under its own root and rejected under another of the same name', async () => {
    tsa.behave('correct');
    const namesake = await startOutsideTsa();
    onTestFinished(() => namesake.close());
    const askBelieving = ({ root }: OutsideTsa) =>
      askOutsideAuthorities([tsa.url], evidence, { roots: fromPem(root).map(parseCertificate), fetch });

    expect((await askBelieving(tsa)).tokens).toHaveLength(1);
    expect((await askBelieving(namesake)).refusals).toEqual([
      expect.objectContaining({ why: 'invalid', detail: expect.stringContaining('was not signed by') }),
    ]);
  });

  it('is reported as unreachable, and the others are kept', async () => {
    tsa.behave('correct');
    const gone = await startOutsideTsa();
    await gone.close();

    const answers = await askOutsideAuthorities([tsa.url, gone.url, 'http://proofkeep.invalid/', tsa.url], evidence, {
      fetch,
    });

    expect(answers.tokens).toHaveLength(2);
    expect(answers.refusals).toEqual([
      { authority: gone.url, why: 'unreachable', detail: 'the server refused the connection' },
      {
        authority: 'http://proofkeep.invalid/',
        why: 'unreachable',
        detail: 'the name of its server was not found',
      },
    ]);
  });

  it('is asked concurrently with the others', async () => {
    tsa.behave('silence');
    const startedAt = performance.now();

    const answers = await askOutsideAuthorities([tsa.url, tsa.url, tsa.url], evidence, { timeoutMs: 300, fetch });

    expect(answers.refusals).toHaveLength(3);
    expect(performance.now() - startedAt).toBeLessThan(900);
  });
});
