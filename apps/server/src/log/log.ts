import { setTimeout as sleep } from 'node:timers/promises';
import { formatTlogProof, type NoteSigner, proveInclusion, toBase64 } from '@proofkeep/ledger';
import type { Client, Database } from '../database/database.ts';
import { publish, refuseFork } from './publish.ts';
import { type CommitPoint, sequence } from './sequencer.ts';
import { checkpointCovering, countCheckpoints, indexOf, insertPending, isKnown, latestCheckpoint } from './store.ts';
import { sha256, withSubtrees } from './tree.ts';

export interface LoggedEntry {
  origin: string;
  index: number;
  /** Size and root (base64) of the first checkpoint whose tree holds the entry. */
  size: number;
  root: string;
  /** C2SP tlog-proof, UTF-8. */
  proof: Uint8Array;
}

export interface LogStatus {
  origin: string;
  size: number;
  checkpoints: number;
  latest: { root: string; note: string; createdAt: Date } | undefined;
}

export interface Log {
  /** Hands a leaf over inside the caller's transaction; the same key with the same bytes is one entry however often. */
  enqueue(client: Client, leaf: { key: string; bytes: Uint8Array }): Promise<void>;
  /** Waits until the entry is under a committed checkpoint and gives its proof. @throws when nobody enqueued the key. */
  logged(key: string): Promise<LoggedEntry>;
  status(): Promise<LogStatus>;
  close(): Promise<void>;
}

const pollMs = 20;

/** Opens the log: refuses a fork, then publishes what a crash left unpublished and takes in what waits. */
export async function openLog(o: {
  database: Database;
  signer: NoteSigner;
  folder: string;
  at?: (point: CommitPoint) => void;
}): Promise<Log> {
  const { database, signer, folder, at } = o;
  await refuseFork(database, folder);

  let running: Promise<number> | undefined;
  let next: Promise<number> | undefined;
  const run = async () => {
    const count = await sequence(database, signer, at);
    await publish(database, folder, at);
    return count;
  };
  /** One run at a time in this process; callers that come during a run share the one after it, which sees all they enqueued. */
  const flush = (): Promise<number> => {
    if (running === undefined) {
      running = run().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => 0)
      .then(() => {
        next = undefined;
        return flush();
      });
    return next;
  };
  while ((await flush()) > 0);

  return {
    enqueue: async (client, { key, bytes }) => {
      await insertPending(client, key, bytes);
    },
    async logged(key) {
      for (;;) {
        const entry = await database.withClient((client) => findLogged(client, signer.name, key));
        if (entry) return entry;
        if ((await flush()) === 0) {
          if (!(await database.withClient((client) => isKnown(client, key))))
            throw new Error(`Nobody gave ${key} to the log.`);
          await sleep(pollMs);
        }
      }
    },
    status: () => database.withClient((client) => statusOf(client, signer.name)),
    close: async () => {
      await (next ?? running)?.catch(() => 0);
    },
  };
}

async function findLogged(client: Client, origin: string, key: string): Promise<LoggedEntry | undefined> {
  const index = await indexOf(client, key);
  if (index === undefined) return undefined;
  const checkpoint = await checkpointCovering(client, index);
  if (!checkpoint) throw new Error(`Entry ${index} is under no checkpoint.`);
  const { size, root, note } = checkpoint;
  const proof = await withSubtrees(client, (read) => proveInclusion(sha256, index, size, read));
  const text = formatTlogProof({ index, proof, checkpoint: note });
  return { origin, index, size, root: toBase64(root), proof: new TextEncoder().encode(text) };
}

async function statusOf(client: Client, origin: string): Promise<LogStatus> {
  const latest = await latestCheckpoint(client);
  return {
    origin,
    size: latest?.size ?? 0,
    checkpoints: await countCheckpoints(client),
    latest: latest && { root: toBase64(latest.root), note: latest.note, createdAt: latest.createdAt },
  };
}
