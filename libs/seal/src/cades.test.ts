import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAuthority } from './authority.ts';
import { signDetached } from './cades.ts';
import { run, signatureTimestampOf, temporaryFolder, writeTrust } from './testing/tools.ts';
import { timestampAuthority, tokenSource } from './timestamp-authority.ts';

const content = Buffer.from('{"line endings":"\r\n and \n stay"}');
const claimedAt = new Date('2026-11-21T08:00:00Z');

async function given(o: { timestamped: boolean }) {
  const folder = await temporaryFolder();
  const authority = await openAuthority(folder);
  const timestamp = o.timestamped ? tokenSource(timestampAuthority(authority.tsa)) : undefined;
  const signature = await signDetached(authority.seal, content, { claimedAt, timestamp });
  await writeTrust(folder, authority);
  await writeFile(join(folder, 'content'), content);
  await writeFile(join(folder, 'signature.p7s'), signature);
  const form = ['-binary', '-cades', '-inform', 'DER', '-purpose', 'any', '-out', '/dev/null'];
  const files = ['-in', 'signature.p7s', '-content', 'content', '-CAfile', 'root-crls.pem', '-crl_check_all'];
  return { folder, authority, signature, verify: () => run('openssl', ['cms', '-verify', ...form, ...files], folder) };
}

describe('a detached signature', () => {
  it.each([false, true])(
    'is verified by openssl as CAdES with every CRL checked (timestamped: %s)',
    async (timestamped) => {
      const { verify } = await given({ timestamped });

      expect(await verify()).toMatchObject({
        exitCode: 0,
        output: expect.stringContaining('CAdES Verification successful'),
      });
    },
  );

  it('is rejected over other content', async () => {
    const { folder, verify } = await given({ timestamped: false });
    await writeFile(join(folder, 'content'), content.toString().replace('\r\n', '\n'));

    expect((await verify()).exitCode).not.toBe(0);
  });

  it('contains a timestamp over its signature value that openssl verifies', async () => {
    const { folder, signature } = await given({ timestamped: true });
    const { value, token } = signatureTimestampOf(signature);
    await writeFile(join(folder, 'token'), token);
    const trust = ['-in', 'token', '-token_in', '-CAfile', 'root.pem', '-untrusted', 'chain.pem'];

    const verified = await run('openssl', ['ts', '-verify', '-digest', hash('sha256', value), ...trust], folder);

    expect(verified).toMatchObject({ exitCode: 0, output: expect.stringContaining('Verification: OK') });
  });

  it('contains four signed attributes and the chain without the root, nothing else', async () => {
    const { folder, authority, signature } = await given({ timestamped: false });

    const { output } = await run(
      'openssl',
      ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signature.p7s'],
      folder,
    );

    expect(output.match(/object: \S+ \((\S+)\)$/gm)).toEqual([
      'object: contentType (1.2.840.113549.1.9.3)',
      'object: signingTime (1.2.840.113549.1.9.5)',
      'object: messageDigest (1.2.840.113549.1.9.4)',
      'object: id-smime-aa-signingCertificateV2 (1.2.840.113549.1.9.16.2.47)',
    ]);
    expect(output).toMatch(/unsignedAttrs:\s+<ABSENT>/);
    expect(output).toMatch(/crls:\s+<ABSENT>/);
    const certificates = output.match(/serialNumber: (?=\S+\n\s+signature:)/g);
    expect(certificates).toHaveLength(authority.seal.chain.length);
    expect(Buffer.from(signature).includes(Buffer.from(authority.seal.chain[1]!))).toBe(true);
  });

  it('cannot be made by a key without a certificate', async () => {
    const { authority } = await given({ timestamped: false });

    await expect(signDetached({ key: authority.seal.key, chain: [] }, content, { claimedAt })).rejects.toMatchObject({
      code: 'CHAIN_INVALID',
    });
  });
});
