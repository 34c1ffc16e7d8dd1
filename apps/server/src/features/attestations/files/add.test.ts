import { hash } from 'node:crypto';
import { attestationCalls as calls } from '@proofkeep/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { sendFile } from '../../uploads/testing/files.ts';
import { sweepUploads } from './sweep.ts';

const service = useService();
const { ask, given } = service;
let holder: Login;

beforeAll(async () => {
  holder = await given.login({ isWelcomed: false });
  await given.credit(holder, 100_000);
});

const upload = async (text: string, as = holder) =>
  (await sendFile(service, calls.uploadFile, {}, { as: as.token, bytes: Buffer.from(text), name: 'a.txt' })).data
    .fileId;
/** An attested digest that is sealed as far as the database knows. */
async function attested(text: string, more: object = {}): Promise<string> {
  const files = [{ name: `${text}.txt`, sha256: hash('sha256', text), ...more }];
  const { ano } = (await ask(calls.preserveDigests, { files }, { as: holder.token })).data.attestation;
  await service.database.pool.query(`update attestation set state = 'succeeded' where ano = $1`, [ano]);
  return ano;
}
const add = (ano: string, fileId: string, as = holder) => ask(calls.addFile, { ano, n: 1, fileId }, { as: as.token });

describe('the file of an attested digest', () => {
  it('can be added later, and is recorded, shown and retained', async () => {
    const ano = await attested('mine');
    const fileId = await upload('mine');

    const { data } = await add(ano, fileId);

    expect(data).toMatchObject({ name: 'mine.txt', path: null, addedAt: service.now.toISOString(), preview: 'text' });
    const detail = (await ask(calls.info, { ano }, { as: holder.token })).data;
    expect(detail.submitted).toEqual([data]);
    expect(detail.custody.at(-1)).toMatchObject({ event: 'holder.file-added' });
    const shown = await service.app.inject({
      url: `/creditor/attestaion/file/preview/${ano}`,
      headers: { 'x-auth-token': holder.token },
    });
    expect(shown.body).toBe('mine');
    await service.database.pool.query('update attestation set retained_until = now() where ano = $1', [ano]);
    const { database, store } = service;
    await sweepUploads({ database, store }, new Date(service.now.getTime() + 400 * 24 * 3_600_000));
    expect(Buffer.from(await store.bytes(`received/${fileId}/content`)).toString()).toBe('mine');
    expect((await add(ano, await upload('mine'))).refused).toBe('STATE_FORBIDS');
  });

  it('is refused if it is a different file, naming each digest that differs', async () => {
    const ano = await attested('stated', { sm3: hash('sm3', 'other'), sizeBytes: 6 });

    const { refused, envelope } = await add(ano, await upload('stated'));

    expect(refused).toBe('FILE_DIFFERS');
    expect(envelope.fields).toEqual([{ field: 'sm3', message: hash('sm3', 'stated') }]);
    const other = await add(ano, await upload('something else'));
    expect(other.envelope.fields?.map(({ field }) => field)).toEqual(['sha256', 'sm3', 'sizeBytes']);
  });

  it('is not offered for viewing if it is a PDF, because PDFs open only from the bundle', async () => {
    const pdf = '%PDF-1.7\n%%EOF\n';
    const ano = await attested(pdf, { name: 'a.pdf' });

    const { data } = await add(ano, await upload(pdf));

    expect(data.preview).toBeNull();
    expect((await ask(calls.info, { ano }, { as: holder.token })).data.submitted?.[0]?.preview).toBeNull();
  });

  it('can’t be taken from another account of the same person', async () => {
    const ano = await attested('elsewhere');
    const fileId = await upload('elsewhere');
    const { accountId } = await given.login();
    await service.database.pool.query('update received_file set account_id = $2 where id = $1', [fileId, accountId]);

    expect((await add(ano, fileId)).refused).toBe('UPLOAD_GONE');
  });

  it('can be added only by its own account, and only to sealed evidence', async () => {
    const ano = await attested('private');
    const stranger = await given.login();

    expect((await add(ano, await upload('private', stranger), stranger)).refused).toBe('NOT_FOUND');
    expect((await add(ano, await upload('private', stranger))).refused).toBe('UPLOAD_GONE');
    const files = [{ name: 'b', sha256: hash('sha256', 'b') }];
    const { data } = await ask(calls.preserveDigests, { files }, { as: holder.token });
    expect((await add(data.attestation.ano, await upload('b'))).refused).toBe('STATE_FORBIDS');
  });
});

describe('duplicates', () => {
  it('are the newest attestations of the account with the same digest, of files and digests', async () => {
    await attested('twice');
    const files = [{ fileId: await upload('twice'), name: 'again.txt' }];
    const { data } = await ask(calls.preserveFiles, { files }, { as: holder.token });
    const [known, unknown] = [hash('sha256', 'twice'), hash('sha256', 'new')];

    const { list } = (await ask(calls.fileDuplicates, { sha256: [known, unknown] }, { as: holder.token })).data;

    const { ano } = data.attestation;
    expect(list).toEqual([{ sha256: known, ano, name: 'again.txt', createdAt: expect.any(String) }]);
    const stranger = await given.login();
    expect((await ask(calls.fileDuplicates, { sha256: [known] }, { as: stranger.token })).data.list).toEqual([]);
  });
});
