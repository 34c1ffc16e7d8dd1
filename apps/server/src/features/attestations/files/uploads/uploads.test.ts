import { hash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { attestationCalls as calls, Envelope, submittedFiles, uploadsPath } from '@proofkeep/contract';
import { Upload } from 'tus-js-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../../testing/service.ts';
import { sweepUploads } from '../sweep.ts';

const service = useService();
const { ask, given } = service;
const content = randomBytes(3_000_000);
const pieceBytes = 2 ** 20;
let origin: string;

beforeAll(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
});

/** A client of the tus protocol. @param o.until stops after this many bytes, like a closed page */
function send({ token }: Login, bytes: Buffer, o: { uploadUrl?: string; until?: number; name?: string } = {}) {
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes as never, {
      endpoint: `${origin}${uploadsPath}`,
      ...(o.uploadUrl ? { uploadUrl: o.uploadUrl } : {}),
      uploadSize: bytes.length,
      chunkSize: pieceBytes,
      retryDelays: null,
      headers: { 'x-auth-token': token },
      metadata: { filename: o.name ?? 'film.mp4', modified: '2026-01-02T03:04:05.000Z' },
      onError: reject,
      onSuccess: () => resolve(new URL(upload.url ?? '', origin).href),
      onChunkComplete: (_size, accepted) => {
        if (o.until === undefined || accepted < o.until) return;
        void upload.abort();
        resolve(new URL(upload.url ?? '', origin).href);
      },
    });
    upload.start();
  });
}

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const finish = ({ token }: Login, url: string, stated: { sha256?: string; sm3?: string } = {}) =>
  ask(calls.finishUpload, { id: idOf(url), ...stated }, { as: token });
const tus = (token: string, method: string, url: string, more: Record<string, string> = {}, body?: Buffer) =>
  fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', 'x-auth-token': token, ...more },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
const patch = (token: string, url: string, offset: number, body: Buffer) =>
  tus(
    token,
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );
const create = (token: string, size: number, more: Record<string, string> = {}) =>
  tus(token, 'POST', `${origin}${uploadsPath}`, { 'upload-length': String(size), ...more });
const drafts = () => service.store.drafts.list();

describe('a resumable upload', () => {
  it('arrives in pieces and becomes a received file with both digests', async () => {
    const holder = await given.login();

    const url = await send(holder, content);
    const { data } = await finish(holder, url, { sha256: hash('sha256', content), sm3: hash('sm3', content) });

    expect(data.file).toMatchObject({ name: 'film.mp4', sizeBytes: content.length, sha256: hash('sha256', content) });
    expect(data.file?.sm3).toBe(hash('sm3', content));
    expect(Buffer.from(await service.store.bytes(`received/${idOf(url)}/content`))).toEqual(content);
    expect(await drafts()).not.toContain(idOf(url));
    expect((await finish(holder, url)).data.file?.sha256).toBe(hash('sha256', content));
  });

  it('resumes where it was interrupted, which its user sees in the list', async () => {
    const holder = await given.login();
    const uploadUrl = await send(holder, content, { until: pieceBytes });

    const { list } = (await ask(calls.openUploads, {}, { as: holder.token })).data;
    expect(list).toMatchObject([
      { id: idOf(uploadUrl), name: 'film.mp4', sizeBytes: content.length, modifiedAt: '2026-01-02T03:04:05.000Z' },
    ]);
    expect(list[0]?.receivedBytes).toBe(pieceBytes);
    expect((await finish(holder, uploadUrl)).refused).toBe('UPLOAD_INCOMPLETE');
    await send(holder, content, { uploadUrl });

    expect((await finish(holder, uploadUrl)).data.file?.sha256).toBe(hash('sha256', content));
    expect((await ask(calls.openUploads, {}, { as: holder.token })).data.list).toEqual([]);
  });

  it('is not visible in another account of the same person', async () => {
    const holder = await given.login();
    const uploadUrl = await send(holder, content, { until: pieceBytes });
    const { accountId } = await given.login();
    await service.database.pool.query('update open_upload set account_id = $2 where id = $1', [
      idOf(uploadUrl),
      accountId,
    ]);

    expect((await ask(calls.openUploads, {}, { as: holder.token })).data.list).toEqual([]);
    expect((await finish(holder, uploadUrl)).refused).toBe('UPLOAD_GONE');
  });

  it('has the digests of its content even if another server, which hashed nothing, finishes it', async () => {
    const holder = await given.login();
    const url = await send(holder, content);
    // After a restart only the file and its row are left.
    service.store.drafts.close();

    expect((await finish(holder, url)).data.file?.sm3).toBe(hash('sm3', content));
  });

  it('is refused and removed if its digest differs from the browser’s, naming the digest', async () => {
    const holder = await given.login();
    const url = await send(holder, content);

    const { refused, envelope } = await finish(holder, url, { sha256: hash('sha256', content), sm3: 'ab'.repeat(32) });

    expect(refused).toBe('FILE_DIFFERS');
    expect(envelope.fields?.map(({ field }) => field)).toEqual(['sm3']);
    expect(await drafts()).not.toContain(idOf(url));
    expect((await finish(holder, url)).refused).toBe('UPLOAD_GONE');
  });

  it('may be empty', async () => {
    const holder = await given.login();
    const { headers } = await create(holder.token, 0);

    const { data } = await finish(holder, headers.get('location') ?? '');

    expect(data.file).toMatchObject({ name: '-', sizeBytes: 0, sha256: hash('sha256', '') });
  });

  it('is gone once it is cancelled', async () => {
    const holder = await given.login();
    const url = await send(holder, content, { until: pieceBytes });

    expect((await tus(holder.token, 'DELETE', url)).status).toBe(204);

    expect((await tus(holder.token, 'HEAD', url)).status).toBe(404);
    expect(await drafts()).not.toContain(idOf(url));
  });

  it('can’t be continued by another person, even in the same account', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    const url = await send(holder, content, { until: pieceBytes });

    for (const { token } of [member, await given.login()]) {
      expect((await tus(token, 'HEAD', url)).status).toBe(404);
      expect((await patch(token, url, pieceBytes, Buffer.from('x'))).status).toBe(404);
      expect((await tus(token, 'DELETE', url)).status).toBe(404);
      expect((await ask(calls.finishUpload, { id: idOf(url) }, { as: token })).refused).toBe('UPLOAD_GONE');
    }
    expect((await tus(holder.token, 'HEAD', url)).headers.get('upload-offset')).toBe(String(pieceBytes));
  });

  it('needs a session, its rights and a page of this origin', async () => {
    const holder = await given.login();
    const reader = await given.member(holder, ['evidence']);

    const codeOf = async (response: Response) => Envelope.parse(await response.json()).errorCode;

    expect(await codeOf(await create('', 1))).toBe('SESSION_INVALID');
    expect(await codeOf(await create(reader.token, 1))).toBe('NOT_ALLOWED');
    expect(await codeOf(await create(holder.token, 1, { origin: 'https://evil.example' }))).toBe('FOREIGN_ORIGIN');
  });

  it('rejects bytes at a wrong offset, beyond its length or without the protocol headers', async () => {
    const { token } = await given.login();
    const url = new URL((await create(token, 4)).headers.get('location') ?? '', origin).href;

    expect((await patch(token, url, 2, Buffer.from('ab'))).status).toBe(409);
    expect((await patch(token, url, 0, Buffer.from('abcdef'))).status).toBe(413);
    expect((await fetch(url, { method: 'HEAD', headers: { 'x-auth-token': token } })).status).toBe(412);
    expect((await patch(token, url, 0, Buffer.from('abcd'))).status).toBe(204);
    expect((await patch(token, url, 4, Buffer.from('e'))).status).toBe(413);
  });

  it('keeps the bytes that arrived before the connection broke', async () => {
    const { token } = await given.login();
    const url = new URL((await create(token, content.length)).headers.get('location') ?? '', origin).href;
    const breaking = new AbortController();
    const body = async function* () {
      yield content.subarray(0, 2 * pieceBytes);
      await new Promise((resolve) => setTimeout(resolve, 200));
      breaking.abort();
    };
    const headers = { 'tus-resumable': '1.0.0', 'x-auth-token': token, 'upload-offset': '0' };
    await fetch(url, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
      body: Readable.toWeb(Readable.from(body())),
      duplex: 'half',
      signal: breaking.signal,
    } as RequestInit).catch(() => {});

    await expect
      .poll(async () => Number((await tus(token, 'HEAD', url)).headers.get('upload-offset')))
      .toBe(2 * pieceBytes);
  });
});

describe('limits of uploads', () => {
  it('cover the size of a file, the number of open uploads and the bytes of the account', async () => {
    const { token } = await given.login();
    const codeOf = async (size: number) => {
      const response = await create(token, size);
      return response.status === 201 ? 'created' : Envelope.parse(await response.json()).errorCode;
    };
    const { maxUploadBytes, unusedBytes, openUploads } = submittedFiles;

    expect(await codeOf(maxUploadBytes + 1)).toBe('TOO_LARGE');
    for (let sum = 0; sum + maxUploadBytes <= unusedBytes; sum += maxUploadBytes)
      expect(await codeOf(maxUploadBytes)).toBe('created');
    expect(await codeOf(maxUploadBytes)).toBe('UPLOAD_QUOTA');
    const other = await given.login();
    const made = await Promise.all(Array.from({ length: openUploads }, () => create(other.token, 1)));
    expect(made.every(({ status }) => status === 201)).toBe(true);
    expect((await create(other.token, 1)).status).toBe(409);
  });

  it('leave room again once the person or the holder deletes items that count towards them', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    const received = await finish(member, await send(member, content, { name: 'whole.mp4' }));
    const receivedId = received.data.file?.fileId ?? '';
    const openId = idOf(await send(holder, content, { until: pieceBytes, name: 'half.mp4' }));
    const remove = (id: string, { token }: Login) => ask(calls.removeUnusedFile, { id }, { as: token });
    const listed = async ({ token }: Login) => (await ask(calls.unusedFiles, {}, { as: token })).data;

    const { list, taken } = await listed(holder);
    const foreign = [await remove(openId, member), await remove(receivedId, await given.login())];
    const ofMember = await listed(member);

    expect(taken).toEqual({ bytes: 2 * content.length, open: 1 });
    expect(list.map(({ name, receivedBytes, by }) => [name, receivedBytes, by]).toSorted()).toEqual([
      ['half.mp4', pieceBytes, null],
      ['whole.mp4', content.length, expect.any(String)],
    ]);
    expect(ofMember.list).toMatchObject([{ id: receivedId, by: null }]);
    expect(foreign.map(({ refused }) => refused)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    for (const id of [receivedId, openId]) expect((await remove(id, holder)).refused).toBeNull();
    expect(await listed(holder)).toMatchObject({ list: [], taken: { bytes: 0, open: 0 } });
    expect(await drafts()).not.toContain(openId);
    const jobs = `select from job.job where name = 'remove-received-file' and data ->> 'id' = $1`;
    expect((await service.database.pool.query(jobs, [receivedId])).rowCount).toBe(1);
    expect((await remove(receivedId, holder)).refused).toBe('NOT_FOUND');
  });

  it('keeps what was attested', async () => {
    const holder = await given.login();
    const { data } = await finish(holder, await send(holder, content));
    const id = data.file?.fileId ?? '';
    await given.credit(holder, 100_000);
    await ask(calls.preserveFiles, { files: [{ fileId: id }] }, { as: holder.token });

    expect((await ask(calls.unusedFiles, {}, { as: holder.token })).data.list).toEqual([]);
    expect((await ask(calls.removeUnusedFile, { id }, { as: holder.token })).refused).toBe('UPLOAD_IN_USE');
    expect(await service.store.list(`received/${id}/`)).toHaveLength(1);
  });

  it('expiry removes an upload that received no bytes for days, and a draft without an upload', async () => {
    const holder = await given.login();
    const url = await send(holder, content, { until: pieceBytes });
    const { database, store } = service;
    const inDays = (days: number) => new Date(service.now.getTime() + days * 24 * 3_600_000);
    await sweepUploads({ database, store }, inDays(submittedFiles.abandonedDays - 1));
    expect(await drafts()).toContain(idOf(url));

    await sweepUploads({ database, store }, inDays(submittedFiles.abandonedDays + 1));

    expect(await drafts()).toEqual([]);
    expect((await tus(holder.token, 'HEAD', url)).status).toBe(404);
  });

  it('is removed even if the bucket refuses to list unfinished parts', async () => {
    const url = await send(await given.login(), content, { until: pieceBytes });
    const { database, store } = service;
    const refused = new Error('s3:ListBucketMultipartUploads');
    const limited = { ...store, removeUnfinished: () => Promise.reject(refused) };
    const later = new Date(service.now.getTime() + (submittedFiles.abandonedDays + 1) * 24 * 3_600_000);

    await expect(sweepUploads({ database, store: limited }, later)).rejects.toMatchObject({ errors: [refused] });

    expect(await drafts()).not.toContain(idOf(url));
  });
});
