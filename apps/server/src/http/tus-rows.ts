import { DataStore, ERRORS, Upload } from '@tus/server';

/** Columns of an upload's row that the protocol needs. */
export interface TusRow {
  sizeBytes: number;
  receivedBytes: number;
  /** When it last received bytes; it expires after a time from then. */
  touchedAt: Date;
}

/** Resumable uploads whose state is a row in the database; a feature adds where their content goes. */
export abstract class TusRows extends DataStore {
  readonly #expiresAfterMs: number;

  constructor(expiresAfterMs: number) {
    super();
    this.#expiresAfterMs = expiresAfterMs;
    this.extensions = ['creation', 'expiration', 'termination'];
  }

  protected abstract findRow(id: string): Promise<TusRow | undefined>;

  /** Appends bytes and returns the new offset; what was counted before `content` fails stays counted. */
  abstract override write(content: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number>;

  override getExpiration(): number {
    return this.#expiresAfterMs;
  }

  /** The row already exists: the endpoint's `begin`, which knows the caller, inserted it. */
  override create(file: Upload): Promise<Upload> {
    return Promise.resolve(file);
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.findRow(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const { sizeBytes: size, receivedBytes: offset, touchedAt } = row;
    return new Upload({ id, size, offset, creation_date: touchedAt.toISOString() });
  }
}
