import type { Readable } from 'node:stream';
import { submittedFiles } from '@proofkeep/contract';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Database } from '../../../../database/database.ts';
import { Refusal } from '../../../../kit/refusal.ts';
import type { UploadLocks } from '../../../../kit/upload-locks.ts';
import type { Store } from '../../../../store/store.ts';
import { deleteUpload, findUpload, setReceived } from '../upload-store.ts';

const dayMs = 24 * 3_600_000;

export interface TusDataOptions {
  database: Pick<Database, 'pool'>;
  store: Store;
  locks: UploadLocks;
  hasSpace: () => Promise<boolean>;
  clock: () => Date;
}

/** Keeps resumable uploads for the tus server: what counts in the database, their content among the store's drafts. */
export class TusData extends DataStore {
  readonly #o: TusDataOptions;

  constructor(o: TusDataOptions) {
    super();
    this.#o = o;
    this.extensions = ['creation', 'expiration', 'termination'];
  }

  override getExpiration(): number {
    return submittedFiles.abandonedDays * dayMs;
  }

  /** The row is there: the server's hook `onUploadCreate` makes it, which knows the caller. */
  override create(file: Upload): Promise<Upload> {
    return Promise.resolve(file);
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#o.database.pool, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const { sizeBytes: size, receivedBytes: offset, touchedAt } = row;
    return new Upload({ id, size, offset, creation_date: touchedAt.toISOString() });
  }

  /** Called under the upload's lock, from the offset that `getUpload` gave. */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { store, locks, clock, hasSpace } = this.#o;
    if (!(await hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
    let from = offset;
    return store.drafts.write(id, offset, content, async (to) => {
      // Over the connection that holds the lock: without it another request may write.
      if (!(await setReceived(await locks.session(), id, { from, to, now: clock() }))) throw new Refusal('UPLOAD_GONE');
      from = to;
    });
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#o.database.pool, id);
    await this.#o.store.drafts.remove(id);
  }
}
