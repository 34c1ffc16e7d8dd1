import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { verificationCalls as calls, certificatePath } from '@proofkeep/contract';
import { expect, it } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;
const sha256 = 'f5'.repeat(32);

async function sealed(state: 'succeeded' | 'sealing' = 'succeeded'): Promise<string> {
  const ano = await given.attestation(await given.login(), { state });
  await service.database.pool.query(`update attestation set manifest_sha256 = decode($2, 'hex') where ano = $1`, [
    ano,
    sha256,
  ]);
  return ano;
}

it('finds an attestation by the content of its QR code', async () => {
  const ano = await sealed();
  const { pathname, searchParams } = new URL(certificatePath(ano, sha256), 'https://proofkeep.example');

  const { data } = await ask(calls.queryByCertificate, {
    ano: pathname.slice('/v/'.length),
    sha256: searchParams.get('sha256') ?? '',
  });

  expect(data).toMatchObject({ ano, state: 'succeeded', manifestSha256: sha256 });
});

it('finds nothing by the number alone, by another digest, or before it is sealed', async () => {
  const [ano, unfinished] = [await sealed(), await sealed('sealing')];

  expect((await ask(calls.queryByCertificate, { ano, sha256: '0'.repeat(64) })).refused).toBe('NOT_FOUND');
  expect((await ask(calls.queryByCertificate, { ano: unfinished, sha256 })).refused).toBe('NOT_FOUND');
});

it.each([
  ['empty', Buffer.alloc(0)],
  ['of three bytes', Buffer.from('abc')],
  ['of more than one chunk', randomBytes(1_000_003)],
])('returns the digests of a file %s as openssl computes them', async (_what, bytes) => {
  const { headers, payload } = formFile(bytes, { name: '合同.pdf' });

  const reply = await service.app.inject({ method: 'POST', url: calls.hashFile.path, headers, payload });

  const sm3 = execFileSync('openssl', ['dgst', '-sm3', '-r'], { input: bytes }).toString().slice(0, 64);
  expect(reply.json().data).toEqual({
    name: '合同.pdf',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sm3,
  });
});

it('finds a file by its SHA-256 or its SM3, and by both only if both are right', async () => {
  const ano = await sealed();
  await service.database.pool.query(
    `insert into sealed_file (ano, path, sha256, sm3)
     values ($1, 'data/a.txt', decode($2, 'hex'), decode($3, 'hex'))`,
    [ano, 'a1'.repeat(32), 'b2'.repeat(32)],
  );
  const found = async (input: { sha256?: string; sm3?: string }) =>
    (await ask(calls.queryByFile, input)).data?.list.map((facts) => facts.ano);

  expect(await found({ sha256: 'a1'.repeat(32) })).toEqual([ano]);
  expect(await found({ sm3: 'b2'.repeat(32) })).toEqual([ano]);
  expect(await found({ sm3: 'a1'.repeat(32) })).toEqual([]);
  expect(await found({ sha256: 'a1'.repeat(32), sm3: 'c3'.repeat(32) })).toEqual([]);
});
