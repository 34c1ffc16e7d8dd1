import { bytesSource, openZip } from '@proofkeep/bundle';
import { Envelope, mostBundles } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import type { Login } from '../../../testing/service.ts';
import { readCustodyRecord } from '../custody-store.ts';
import { useCertifiedService } from '../testing/certified-service.ts';

const { service, certified, certifiedDigests } = useCertifiedService();
const { given } = service;

async function download({ token }: Login, path: string) {
  const reply = await service.app.inject({ url: `/creditor/${path}`, headers: { 'x-auth-token': token } });
  return { status: reply.statusCode, bytes: reply.rawPayload, sizeBytes: Number(reply.headers['content-length']) };
}

const downloadBundles = (login: Login, anos: readonly string[]) =>
  download(login, `attestations/bundles?${anos.map((ano) => `anos=${ano}`).join('&')}`);

const downloadsOf = async (ano: string) =>
  (await readCustodyRecord(service.database.pool, ano)).events.filter(({ event }) => event === 'access.downloaded');

describe('a download of several bundles', () => {
  it('has each bundle, byte for byte, and is in the custody record of each attestation', async () => {
    const holder = await given.login();
    const anos = [await certified(holder), await certifiedDigests(holder, ['合同.pdf'])];
    const alone = await Promise.all(anos.map((ano) => download(holder, `attestation/zip/${ano}`)));

    const { status, bytes, sizeBytes } = await downloadBundles(holder, [...anos, ...anos]);

    expect([status, sizeBytes]).toEqual([200, bytes.length]);
    const zip = await openZip(bytesSource(bytes));
    expect([...zip.entries.keys()].sort()).toEqual(anos.map((ano) => `${ano}.zip`).sort());
    for (const [at, ano] of anos.entries()) {
      const bundle = await zip.bytes(`${ano}.zip`, bytes.length);
      expect(Buffer.from(bundle).equals(alone[at]?.bytes ?? Buffer.of())).toBe(true);
      expect((await downloadsOf(ano)).map(({ by }) => by)).toEqual([holder.loginId, holder.loginId]);
    }
  });

  it('is refused as a whole if one of them is not certified, or not visible to the user', async () => {
    const holder = await given.login();
    const own = await given.member(holder, ['evidence'], 'own');
    const ano = await certified(holder);
    const queued = await given.attestation(holder, { state: 'queuing' });
    const others = await certified(await given.login());

    const replies = [
      await downloadBundles(holder, [ano, queued]),
      await downloadBundles(holder, [ano, others]),
      await downloadBundles(own, [ano]),
      await downloadBundles(holder, Array<string>(mostBundles + 1).fill(ano)),
    ];

    expect(replies.map(({ status }) => status)).toEqual([409, 404, 404, 400]);
    const { fields } = Envelope.parse(JSON.parse(`${replies[3]?.bytes}`));
    expect(fields).toMatchObject([{ field: 'anos', message: expect.stringContaining(`最多 ${mostBundles} 项`) }]);
    expect(await downloadsOf(ano)).toEqual([]);
  });
});
