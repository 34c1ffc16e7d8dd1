import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Authority, openAuthority } from './authority.ts';
import { boolean, context, integer, octets, oid, sequence } from './der.ts';
import { SealError } from './error.ts';
import { run, temporaryFolder, writeTrust } from './testing/tools.ts';
import { type TimestampAuthority, timestampAuthority, tokenPolicy } from './timestamp-authority.ts';

const evidence = Buffer.from('the stamped data\n');
const trust = ['-CAfile', 'root.pem', '-untrusted', 'chain.pem'];
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');

interface Given {
  folder: string;
  authority: Authority;
  tsa: TimestampAuthority;
}

/** Makes a fresh authority with a folder of its trust files, `evidence` and `other`. */
async function given(clock?: () => Date): Promise<Given> {
  const folder = await temporaryFolder();
  const authority = await openAuthority(folder);
  await writeTrust(folder, authority);
  await writeFile(join(folder, 'evidence'), evidence);
  await writeFile(join(folder, 'other'), 'other data\n');
  return { folder, authority, tsa: timestampAuthority(authority.tsa, clock) };
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);

/** Answers `openssl ts -query` with the given arguments; files `query` and `reply`. */
async function answer({ folder, tsa }: Given, ...query: string[]): Promise<Uint8Array> {
  await run('openssl', ['ts', '-query', '-data', 'evidence', '-out', 'query', ...query], folder);
  const reply = await tsa.respond(await readFile(join(folder, 'query')));
  await writeFile(join(folder, 'reply'), reply);
  return reply;
}

describe('a timestamp token', () => {
  it('is accepted by openssl over its data and rejected over other data', async () => {
    const { folder, tsa } = await given();
    await writeFile(join(folder, 'token'), await tsa.token(sha256(evidence)));
    const verify = (file: string) =>
      run('openssl', ['ts', '-verify', '-data', file, '-in', 'token', '-token_in', ...trust], folder);

    expect(await verify('evidence')).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Verification: OK'),
    });
    expect(await verify('other')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('message imprint mismatch'),
    });
  });

  it('is verified by openssl over an SM3 digest', async () => {
    const { folder, tsa } = await given();
    const digest = hash('sm3', evidence, 'buffer');
    await writeFile(join(folder, 'token'), await tsa.token(digest, 'sm3'));
    const verify = (hexDigest: string) =>
      run('openssl', ['ts', '-verify', '-digest', hexDigest, '-sm3', '-in', 'token', '-token_in', ...trust], folder);
    const text = await run('openssl', ['ts', '-reply', '-in', 'token', '-token_in', '-text'], folder);

    expect(await verify(digest.toString('hex'))).toMatchObject({ output: expect.stringContaining('Verification: OK') });
    expect(await verify(digest.toString('hex').replace(/^../, '00'))).toMatchObject({ exitCode: 1 });
    expect(text.output).toContain('Hash Algorithm: sm3');
  });

  it('is rejected by openssl when a byte of its content or signature is flipped', async () => {
    const { folder, tsa } = await given();
    const token = Buffer.from(await tsa.token(sha256(evidence)));
    const verify = ['ts', '-verify', '-data', 'evidence', '-in', 'token', '-token_in', ...trust];

    for (const at of [...range(50, 180, 9), ...range(token.length - 64, token.length, 9)]) {
      const altered = Buffer.from(token);
      altered[at]! ^= 0x01;
      await writeFile(join(folder, 'token'), altered);
      expect(await run('openssl', verify, folder), `byte ${at}`).toMatchObject({ exitCode: 1 });
    }
  });

  it('states time, accuracy, policy and a unique serial number', async () => {
    const { folder, tsa } = await given(() => new Date('2026-11-21T04:05:06.780Z'));
    const serials = new Set<string>();
    for (const name of ['first', 'second']) {
      await writeFile(join(folder, name), await tsa.token(sha256(evidence)));
      const { output } = await run('openssl', ['ts', '-reply', '-in', name, '-token_in', '-text'], folder);

      expect(output).toContain('Time stamp: Nov 21 04:05:06.78 2026 GMT');
      expect(output).toContain('Accuracy: 0x01 seconds');
      expect(output).toContain(`Policy OID: ${tokenPolicy}`);
      serials.add(output.match(/^Serial number: 0x([4-7][0-9A-F]{31})$/m)?.[1] ?? 'none');
    }
    expect(serials.size).toBe(2);
  });

  it('is not issued over a digest of another length', async () => {
    const { tsa } = await given();

    await expect(tsa.token(new Uint8Array(20))).rejects.toMatchObject({ code: 'IMPRINT_INVALID' });
    await expect(tsa.token(new Uint8Array(64), 'sm3')).rejects.toMatchObject({ code: 'IMPRINT_INVALID' });
  });
});

describe('an authority with a wrong clock', () => {
  it('issues no token, and answers a request with timeNotAvailable', async () => {
    const { folder, authority } = await given();
    const off = timestampAuthority(authority.tsa, undefined, async () => {
      throw new SealError('CLOCK_OFF', 'off');
    });
    await run('openssl', ['ts', '-query', '-data', 'evidence', '-sha256', '-out', 'query'], folder);
    await writeFile(join(folder, 'reply'), await off.respond(await readFile(join(folder, 'query'))));
    const { output } = await run('openssl', ['ts', '-reply', '-in', 'reply', '-text'], folder);

    expect(output).toContain('Rejected');
    expect(output).toMatch(/Failure info:.*time/i);
    await expect(off.token(sha256(evidence))).rejects.toMatchObject({ code: 'CLOCK_OFF' });
  });
});

describe('a timestamp request', () => {
  it.each([['-sha256'], ['-sm3']])('with a nonce and %s is granted as openssl expects', async (algorithm) => {
    const now = await given();
    await answer(now, algorithm, '-cert');

    const verified = await run(
      'openssl',
      ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', ...trust],
      now.folder,
    );

    expect(verified).toMatchObject({ exitCode: 0, output: expect.stringContaining('Verification: OK') });
  });

  it('is answered with its nonce: openssl rejects the response to another one', async () => {
    const now = await given();
    await answer(now, '-sha256', '-cert');
    await run('openssl', ['ts', '-query', '-data', 'evidence', '-sha256', '-cert', '-out', 'query'], now.folder);

    const verified = await run(
      'openssl',
      ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', ...trust],
      now.folder,
    );

    expect(verified).toMatchObject({ exitCode: 1, output: expect.stringContaining('nonce mismatch') });
  });

  it('is answered with certificates only if it requests them', async () => {
    const now = await given();
    const withChain = await answer(now, '-sha256', '-cert');
    const without = await answer(now, '-sha256');
    const signers = ['-CAfile', 'root.pem', '-untrusted', 'tsa-chain.pem'];
    const [tsa, chain] = [await readFile(join(now.folder, 'tsa.pem')), await readFile(join(now.folder, 'chain.pem'))];
    await writeFile(join(now.folder, 'tsa-chain.pem'), Buffer.concat([tsa, chain]));

    const verified = await run(
      'openssl',
      ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', ...signers],
      now.folder,
    );

    expect(verified.output).toContain('Verification: OK');
    const certificates = now.authority.tsa.chain.reduce((sum, certificate) => sum + certificate.length, 0);
    expect(withChain.length - without.length).toBeGreaterThanOrEqual(certificates);
  });

  it('is granted for the policy in force', async () => {
    const now = await given();
    await answer(now, '-sha256', '-cert', '-tspolicy', tokenPolicy);

    const verified = await run(
      'openssl',
      ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', ...trust],
      now.folder,
    );

    expect(verified.output).toContain('Verification: OK');
  });

  const sha1 = sequence(oid('1.3.14.3.2.26'));
  const sha256Algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'));
  const imprint = sequence(sha256Algorithm, octets(sha256(evidence)));
  it.each([
    ['over SHA-1', 'badAlg', sequence(integer(1), sequence(sha1, octets(new Uint8Array(20))))],
    [
      'over a digest too short',
      'badDataFormat',
      sequence(integer(1), sequence(sha256Algorithm, octets(new Uint8Array(31)))),
    ],
    ['of another version', 'badRequest', sequence(integer(2), imprint)],
    ['for another policy', 'unacceptedPolicy', sequence(integer(1), imprint, oid('1.2.3.4'))],
    ['with an extension', 'unacceptedExtension', sequence(integer(1), imprint, context(0, sequence()))],
    ['with its fields in disorder', 'badDataFormat', sequence(integer(1), imprint, boolean(true), integer(5))],
    ['with bytes after it', 'badDataFormat', Buffer.concat([sequence(integer(1), imprint), Buffer.from([5, 0])])],
    ['that is not DER', 'badDataFormat', Buffer.from('GET / HTTP/1.1')],
    ['that is empty', 'badDataFormat', Buffer.alloc(0)],
  ])('%s is rejected: %s', async (_, failure, request) => {
    const { folder, tsa } = await given();
    await writeFile(join(folder, 'reply'), await tsa.respond(request));

    const { output } = await run('openssl', ['ts', '-reply', '-in', 'reply', '-text'], folder);

    expect(output).toContain('Status: Rejected.');
    expect(output).toContain(`Status description: ${failure}`);
    expect(output).toContain(`Failure info: ${opensslWords[failure]}`);
  });
});

const opensslWords: Record<string, string> = {
  badAlg: 'unrecognized or unsupported algorithm identifier',
  badRequest: 'transaction not permitted or supported',
  badDataFormat: 'the data submitted has the wrong format',
  unacceptedPolicy: 'the requested TSA policy is not supported by the TSA',
  unacceptedExtension: 'the requested extension is not supported by the TSA',
};
