import { type AttestationKind, plainFileName, type ReceivedFile, submittedFiles } from '@proofkeep/contract';
import { newId } from '../../../database/ids.ts';
import type { Context } from '../../../http/context.ts';
import { headBytes, mediaTypeOf } from './media-type.ts';
import { insertReceived } from './upload-store.ts';
import { requireRoom } from './uploads/begin.ts';

type User = Context<'user'>;

/** Folder of uploaded files that are not yet part of a certified attestation. */
export const receivedFolder = 'received/';
export const receivedPlace = (id: string): string => `${receivedFolder}${id}/`;
export const receivedKey = (id: string): string => `${receivedPlace(id)}content`;

/** Folder of everything that devices sent. */
export const sentFolder = 'segments/';
export const sentPlace = (id: string): string => `${sentFolder}${id}/`;
export const sentKey = (id: string): string => `${sentPlace(id)}content`;

/** Where the content of a submission is stored before it is sealed. */
export const contentKey = (kind: AttestationKind, id: string): string =>
  kind === 'device' ? sentKey(id) : receivedKey(id);

/**
 * Receives a file to attest and streams it to the store, outside any transaction. A crash before the row is committed
 * leaves a file that `sweep-received-files` removes.
 */
export const uploadFile = {
  async prepare(_input: unknown, { db, services, caller, upload }: User): Promise<ReceivedFile> {
    await requireRoom({ db, hasSpace: services.hasSpace }, caller.accountId, submittedFiles.maxBytes);
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

  mediaType(): Promise<string> {
    return mediaTypeOf(this.#bytes);
  }
}
