import { plainFileName, type ReceivedFile, submittedFiles } from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import { newId } from '../../../database/ids.ts';
import type { Context } from '../../../http/context.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { insertReceived, unusedBytes } from './store.ts';

type User = Context<'user'>;

/** Folder of all uploaded files that are not part of a certified attestation. */
export const receivedFolder = 'received/';
export const receivedPlace = (id: string): string => `${receivedFolder}${id}/`;
export const receivedKey = (id: string): string => `${receivedPlace(id)}content`;

/** Most bytes that an account may upload without attesting them. */
const mostUnusedBytes = 50 * 2 ** 30;

/**
 * Receives a file to attest: it goes to the store while it is read, outside of any transaction. A crash before the row is
 * committed leaves a file that `sweep-received-files` removes.
 */
export const uploadFile = {
  async prepare(_input: unknown, { db, services, caller, upload }: User): Promise<ReceivedFile> {
    if (!(await services.hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
    if ((await unusedBytes(db, caller.accountId)) + submittedFiles.maxBytes > mostUnusedBytes)
      throw new Refusal('UPLOAD_QUOTA');
    const { name, stream } = await upload();
    const fileId = await newId(db);
    const head = new Head();
    const { size, sha256, sm3 } = await services.store.put(receivedKey(fileId), head.pass(stream));
    return {
      fileId,
      name: plainFileName(name) || '-',
      mediaType: await head.mediaType(),
      sizeBytes: size,
      sha256,
      sm3,
    };
  },

  async change(_input: unknown, { db, caller, now, audit }: User, file: ReceivedFile): Promise<ReceivedFile> {
    await insertReceived(db, { ...file, accountId: caller.accountId, personId: caller.personId, now });
    audit({ fileId: file.fileId });
    return file;
  },
};

/** `file-type` needs no more of any type. */
const headBytes = 4_100;

/** Keeps the first bytes of a stream that passes through. */
class Head {
  #bytes = Buffer.alloc(0);

  async *pass(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of stream) {
      if (this.#bytes.length < headBytes)
        this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, headBytes - this.#bytes.length)]);
      yield chunk;
    }
  }

  /** By the content alone: a name proves nothing. */
  async mediaType(): Promise<string> {
    const found = await fileTypeFromBuffer(this.#bytes).catch(() => undefined);
    return found?.mime ?? 'application/octet-stream';
  }
}
