import { videoRules } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Database } from '../../database/database.ts';
import type { Services } from '../../http/services.ts';
import { type TusRow, TusRows } from '../../http/tus-rows.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { deleteUpload, findPiece, findUpload, insertPiece, type PartyUploadRow } from './upload-store.ts';

const hourMs = 3_600_000;
/** A broken connection loses at most one piece. */
const pieceBytes = 2 ** 20;

type Deps = Pick<Services, 'vault' | 'uploadLocks'> & { database: Pick<Database, 'pool'>; clock: () => Date };

const placeOf = (uploadId: string, at: number): string => `party_upload/${uploadId}/${at}`;

/**
 * Stores arriving recordings for the tus server: each piece encrypted, in the transaction that counts its bytes. A
 * crash leaves the pieces up to `received_bytes`, where the phone resumes.
 */
export class RecordingData extends TusRows {
  readonly #o: Deps;

  constructor(o: Deps) {
    super(videoRules.sendingHours * hourMs);
    this.#o = o;
  }

  protected override findRow(id: string): Promise<TusRow | undefined> {
    return findUpload(this.#o.database.pool, id);
  }

  /** Called under the upload's lock, starting at the offset that `getUpload` returned. */
  override async write(content: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const { vault, uploadLocks, clock } = this.#o;
    let at = offset;
    for await (const piece of piecesOf(content)) {
      const to = at + piece.length;
      const encrypted = vault.encryptBytes(piece, placeOf(id, at));
      // Uses the connection that holds the lock: without the lock, another request could write.
      const isKept = await insertPiece(await uploadLocks.session(), { uploadId: id, at, to, encrypted, now: clock() });
      if (!isKept) throw new Refusal('UPLOAD_GONE');
      at = to;
    }
    return at;
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#o.database.pool, id);
  }
}

async function* piecesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    parts.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/**
 * Reads a complete upload piece by piece into one buffer. @throws Refusal UPLOAD_GONE if another recording replaced it
 * meanwhile
 */
export async function receivedBytes(
  db: Client,
  vault: Vault,
  { id: uploadId, sizeBytes }: Pick<PartyUploadRow, 'id' | 'sizeBytes'>,
): Promise<Buffer> {
  const bytes = Buffer.alloc(sizeBytes);
  let from = 0;
  while (from < sizeBytes) {
    const piece = await findPiece(db, { uploadId, from });
    if (piece?.at !== from) throw new Refusal('UPLOAD_GONE');
    from += vault.decryptBytes(piece.encrypted, placeOf(uploadId, from)).copy(bytes, from);
  }
  return bytes;
}
