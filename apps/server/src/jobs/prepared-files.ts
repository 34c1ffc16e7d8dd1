import { z } from 'zod';
import type { Client } from '../database/client.ts';
import type { Statements } from '../database/database.ts';
import { newId } from '../database/ids.ts';
import { eachAlone } from '../kit/each-alone.ts';
import { Refusal } from '../kit/refusal.ts';
import type { Store } from '../store/store.ts';

const hourMs = 3_600_000;
const progressMs = 1_000;

interface PreparedRow {
  id: string;
  state: string;
  /** Where its file is, once it is `ready`. */
  key: string | null;
}

/** Files of one kind that a job writes for users to download later. */
export interface PreparedFiles<Row extends PreparedRow> {
  /** Files are at `<root><id>/<try>/<fileName>`. */
  root: string;
  fileName: string;
  /** A file that is requested and not completed within this time fails. */
  givenUpHours: number;
  find(db: Client, id: string): Promise<Row | undefined>;
  /** Expired files, and those requested before `askedBefore` that are still in preparation. */
  findOverdue(db: Client, now: Date, askedBefore: Date): Promise<Row[]>;
  expire(db: Client, row: Row): Promise<void>;
  giveUp(db: Client, row: Row): Promise<void>;
}

interface Deps {
  database: Statements;
  store: Store;
}

/** The file is no longer wanted: the user cancelled it, or another attempt finished first. */
class Ended extends Error {}

const hasEnded = (error: unknown): boolean =>
  error instanceof Ended || (error instanceof Refusal && error.code === 'STATE_FORBIDS');

/**
 * Writes a file and makes it available. Safe to run twice and at the same time: each attempt writes its own file, the
 * first to finish wins, and the sweep removes the files of the others. After a crash the next attempt starts over.
 * @param write stores the file under the key and returns the function that completes the row, in a transaction
 */
export async function prepareFile<Row extends PreparedRow>(
  { database }: Deps,
  files: PreparedFiles<Row>,
  id: string,
  write: (row: Row, key: string) => Promise<(db: Client) => Promise<void>>,
): Promise<void> {
  const row = await files.find(database.pool, id);
  if (row?.state !== 'preparing') return;
  const key = `${files.root}${id}/${await newId(database.pool)}/${files.fileName}`;
  try {
    await database.transaction(await write(row, key));
  } catch (error) {
    // Its file is removed by the sweep.
    if (!hasEnded(error)) throw error;
  }
}

/**
 * @param save returns false if the file is no longer being prepared
 * @returns a function that saves the progress, once a second at most, and throws once the file is no longer wanted
 */
export function reportProgress(save: (done: number) => Promise<boolean>): (done: number) => Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return async (done) => {
    if (performance.now() - reportedAt < progressMs) return;
    if (!(await save(done))) throw new Ended();
    reportedAt = performance.now();
  };
}

/**
 * Expires overdue files, and removes those that no row references any more: of expired, discarded and failed ones, and
 * of attempts that crashed before their commit.
 */
export async function sweepPreparedFiles<Row extends PreparedRow>(
  { database, store }: Deps,
  files: PreparedFiles<Row>,
  now: Date,
): Promise<void> {
  const askedBefore = new Date(now.getTime() - files.givenUpHours * hourMs);
  const end = (row: Row) =>
    database
      .transaction((db) => (row.state === 'ready' ? files.expire(db, row) : files.giveUp(db, row)))
      .catch((error: unknown) => {
        // Another server was first.
        if (!hasEnded(error)) throw error;
      });
  const clean = async (prefix: string) => {
    const id = prefix.split('/').at(-2) ?? '';
    // The store may have folders of another name.
    const row = z.uuid().safeParse(id).success ? await files.find(database.pool, id) : undefined;
    if (row?.state === 'preparing') return;
    for (const tried of await store.folders(prefix))
      if (row?.state !== 'ready' || !row.key?.startsWith(tried)) await store.remove(tried);
    if (row?.state !== 'ready') await store.remove(prefix);
  };
  await eachAlone(
    [
      async () => eachAlone(await files.findOverdue(database.pool, now, askedBefore), end),
      async () => eachAlone(await store.folders(files.root), clean),
    ],
    (work) => work(),
  );
}
