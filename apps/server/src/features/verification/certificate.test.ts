import { verificationCalls as calls, certificatePath } from '@proofkeep/contract';
import { expect, it } from 'vitest';
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
