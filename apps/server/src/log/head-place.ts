import { z } from 'zod';
import type { Client } from '../database/client.ts';
import { StoreError, type WriteOnceStore } from '../store/store.ts';
import { checkpointOf, latestCheckpoints } from './store.ts';

/** One entry of the record: a checkpoint, or the point where a new epoch begins. */
const Head = z.strictObject({
  v: z.literal(1),
  /** Starts at 1; grows when an operator resumes a log after a restore. */
  epoch: z.int().positive(),
  size: z.int().nonnegative(),
  /** The signed checkpoint of that size; empty for size 0. */
  note: z.string(),
});
type Head = z.infer<typeof Head>;

export interface Resumed {
  epoch: number;
  /** The log continues from this size. */
  size: number;
  /** Size of the abandoned head, which the database doesn't have. */
  abandonedSize: number;
}

/**
 * The record of log heads, outside of the data folder. Each head has a number and a file that is written once, so that
 * only one of two copies of a log can add the next.
 */
export interface HeadPlace {
  /**
   * @throws Error if the record is ahead of the database or of another history, or if it is empty although the log was
   * published
   */
  requireOurs(client: Client, publishedSize: number): Promise<void>;
  /**
   * Adds a committed checkpoint before it is published; idempotent. @throws Error like `requireOurs`, or if another
   * copy added this number first
   */
  append(client: Client, checkpoint: { size: number; note: string }, publishedSize: number): Promise<void>;
  /** Continues the log from the database. @returns undefined, changing nothing, if the last head is in this database */
  resume(client: Client): Promise<Resumed | undefined>;
  close(): void;
}

const otherHistory = (size: number) =>
  `The last recorded head of the log has ${size} entries and is not one of this database: it is an old or a second copy, and signs nothing. Stop the other copy or restore the newest database; if neither can be done, see \`proofkeep log resume\`.`;
const lostRecord =
  'The record of log heads (LOG_HEAD_FOLDER or LOG_HEAD_URL) is empty or has lost its last one, though this log was published: nothing is signed. Mount the right folder or name the right bucket, or see `proofkeep log resume`.';

export function openHeadPlace(store: WriteOnceStore, origin: string): HeadPlace {
  const prefix = `${origin}/`;
  const keyOf = (number: number) => `${prefix}${String(number).padStart(12, '0')}`;
  const read = async (number: number): Promise<Head | undefined> => {
    try {
      return Head.parse(JSON.parse(Buffer.from(await store.bytes(keyOf(number))).toString()));
    } catch (error) {
      if (error instanceof StoreError && error.code === 'STORE_MISSING') return undefined;
      throw error;
    }
  };
  /** The highest number seen, so that the list is read only once: it only grows. */
  let seen: number | undefined;
  const last = async (): Promise<{ number: number; head: Head | undefined }> => {
    seen ??= Number((await store.list(prefix)).at(-1)?.key.slice(prefix.length) ?? 0);
    let head = seen > 0 ? await read(seen) : undefined;
    if (seen > 0 && !head) throw new Error(lostRecord);
    for (let next = await read(seen + 1); next; next = await read(seen + 1)) {
      seen++;
      head = next;
    }
    return { number: seen, head };
  };
  const lastOfOurs = async (client: Client, publishedSize: number) => {
    const { number, head } = await last();
    if (!head && publishedSize > 0) throw new Error(lostRecord);
    if (head && !(await isOurs(client, head))) throw new Error(otherHistory(head.size));
    return { number, head };
  };
  const add = async (number: number, head: Head) => {
    await store.put(keyOf(number), Buffer.from(JSON.stringify(head))).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'STORE_TAKEN') throw new Error(otherHistory(head.size));
      throw error;
    });
  };
  return {
    async requireOurs(client, publishedSize) {
      await lastOfOurs(client, publishedSize);
    },
    async append(client, { size, note }, publishedSize) {
      const { number, head } = await lastOfOurs(client, publishedSize);
      // Already added before a crash, or by another server of this database.
      if (head && head.size >= size) return;
      await add(number + 1, { v: 1, epoch: head?.epoch ?? 1, size, note });
    },
    async resume(client) {
      const { number, head } = await last();
      if (head && (await isOurs(client, head))) return undefined;
      const [newest] = await latestCheckpoints(client, 1);
      const { rows } = await client.query<{ epoch: number }>(
        'select coalesce(max(epoch), 1)::float8 as epoch from log_epoch',
      );
      const epoch = Math.max(head?.epoch ?? 1, rows[0]?.epoch ?? 1) + 1;
      const resumed = { epoch, size: newest?.size ?? 0, abandonedSize: head?.size ?? 0 };
      await client.query(
        'insert into log_epoch (epoch, size, abandoned_size, abandoned_note) values ($1, $2, $3, $4)',
        [resumed.epoch, resumed.size, resumed.abandonedSize, head?.note ?? ''],
      );
      await add(number + 1, { v: 1, epoch: resumed.epoch, size: resumed.size, note: newest?.note ?? '' });
      return resumed;
    },
    close: () => store.close(),
  };
}

async function isOurs(client: Client, { size, note }: Head): Promise<boolean> {
  return size === 0 ? note === '' : (await checkpointOf(client, size))?.note === note;
}
