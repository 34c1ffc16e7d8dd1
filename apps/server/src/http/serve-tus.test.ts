import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { MemoryLocker } from '@tus/server';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveTus } from './serve-tus.ts';
import { TusRows } from './tus-rows.ts';

const id = '019aaaaa-0000-7000-8000-000000000000';
const sizeBytes = 100_000;

/** One upload in memory. */
class Memory extends TusRows {
  received = 0;
  /** Content of the last request. */
  content: AsyncIterable<Uint8Array> | undefined;

  protected override findRow() {
    return Promise.resolve({ sizeBytes, receivedBytes: this.received, touchedAt: new Date() });
  }

  override async write(content: AsyncIterable<Uint8Array>, _id: string, offset: number): Promise<number> {
    this.content = content;
    this.received = offset;
    for await (const { length } of content) this.received += length;
    return this.received;
  }
}

const data = new Memory(60_000);
const app = Fastify();
let url: string;

beforeAll(async () => {
  await serveTus(app, {
    path: '/creditor/uploads',
    data,
    locks: Object.assign(new MemoryLocker(), { session: () => Promise.reject(new Error('No database.')) }),
    publicUrl: 'http://localhost',
    isSecure: false,
    limiter: { count: () => Promise.resolve(() => Promise.resolve()) },
    limits: [],
    callerOf: () => Promise.resolve('caller'),
    loginOf: (caller) => caller,
    newId: () => Promise.resolve(id),
    begin: () => Promise.resolve(),
    isOwn: () => Promise.resolve(true),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/creditor/uploads/${id}`;
});
afterAll(() => app.close());

const headers = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
const patch = (body: BodyInit) => fetch(url, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit);

describe('the body of an upload', () => {
  // The replaced method is not part of the library's public interface: an update may rename it or change its arguments.
  it('goes from the request to the store without the streams of the library', async () => {
    const answer = await patch(new Uint8Array(sizeBytes));

    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(sizeBytes)]);
    expect(data.content).not.toBeInstanceOf(Readable);
    expect(data.content).not.toBeInstanceOf(ReadableStream);
  });

  it('is refused beyond the length of the upload, also if the request states no length', async () => {
    data.received = 0;
    const tooLong = async function* () {
      for (let n = 0; n < 3; n++) yield new Uint8Array(sizeBytes / 2);
    };

    const answer = await patch(Readable.toWeb(Readable.from(tooLong())) as unknown as BodyInit);

    expect(answer.status).toBe(413);
    expect(data.received).toBeLessThanOrEqual(sizeBytes);
  });
});
