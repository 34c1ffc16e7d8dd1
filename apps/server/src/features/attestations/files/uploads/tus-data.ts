import { submittedFiles } from '@proofkeep/contract';
import type { Database } from '../../../../database/database.ts';
import { type TusRow, TusRows } from '../../../../http/tus-rows.ts';
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

/** Backs the tus server: metadata in the database, content among the store's drafts. */
export class TusData extends TusRows {
  readonly #o: TusDataOptions;

  constructor(o: TusDataOptions) {
    super(submittedFiles.abandonedDays * dayMs);
    this.#o = o;
  }

  protected override findRow(id: string): Promise<TusRow | undefined> {
    return findUpload(this.#o.database.pool, id);
  }

  /** Called under the upload's lock, starting at the offset that `getUpload` returned. */
  override async write(content: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const { store, locks, clock, hasSpace } = this.#o;
    if (!(await hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
    let from = offset;
    return store.drafts.write(id, offset, content, async (to) => {
      // Uses the connection that holds the lock: without the lock, another request could write.
      if (!(await setReceived(await locks.session(), id, { from, to, now: clock() }))) throw new Refusal('UPLOAD_GONE');
      from = to;
    });
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#o.database.pool, id);
    await this.#o.store.drafts.remove(id);
  }
}
