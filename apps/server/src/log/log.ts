import { formatTlogProof, type NoteSigner, proveInclusion, toBase64 } from '@proofkeep/tlog';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { gather } from './gather.ts';
import type { HeadPlace } from './head-place.ts';
import { publish, refuseFork } from './publish.ts';
import { type CommitPoint, sequence } from './sequencer.ts';
import {
  countCheckpoints,
  coveredEntries,
  findIndexes,
  headSize,
  insertLeaves,
  type Leaf,
  latestCheckpoints,
} from './store.ts';
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
  latest: SignedCheckpoint | undefined;
}

export interface SignedCheckpoint {
  size: number;
  /** Base64. */
  root: string;
  note: string;
  createdAt: Date;
}

export interface Log {
  /** Enqueues leaves in the caller's transaction; idempotent for the same key and bytes. */
  enqueue(client: Client, ...leaves: Leaf[]): Promise<void>;
  /**
   * Waits until a published checkpoint covers the entry. @returns its proof @throws Error if the key was never enqueued
   */
  logged(key: string): Promise<LoggedEntry>;
  status(): Promise<LogStatus>;
  /** Newest first. */
  checkpoints(limit: number): Promise<SignedCheckpoint[]>;
  /** The indexes of those keys that have one. */
  indexes(keys: readonly string[]): Promise<Map<string, number>>;
  close(): Promise<void>;
}

/**
 * Opens the log: checks for a fork, sequences waiting leaves and publishes what a crash left unpublished. Then combines
 * the leaves that callers wait for into one checkpoint per `gatherMs`, or longer while another is being made.
 */
export async function openLog(o: {
  database: Database;
  signer: NoteSigner;
  folder: string;
  /** The record of log heads; if null, an independently signing copy of this log goes unnoticed. */
  heads: HeadPlace | null;
  gatherMs?: number;
  at?: (point: CommitPoint) => void;
}): Promise<Log> {
  const { database, signer, folder, heads, gatherMs = 250, at = () => {} } = o;
  const advance = async () => {
    // Checked before anything is signed, and again when each head is recorded.
    await refuseFork(database, folder, heads);
    await sequence(database, signer, at);
    await publish(database, { folder, heads, at });
  };
  await advance();

  const entries = gather(gatherMs, async (keys) => {
    await advance();
    return database.withClient((client) => proveEntries(client, signer.name, keys));
  });
  return {
    enqueue: (client, ...leaves) => insertLeaves(client, leaves),
    async logged(key) {
      const entry = await entries.ask(key);
      if (!entry) throw new Error(`${key} was not given to the log.`);
      return entry;
    },
    status: () => database.withClient((client) => statusOf(client, signer.name)),
    checkpoints: (limit) => database.withClient((client) => newestCheckpoints(client, limit)),
    indexes: (keys) => database.withClient((client) => findIndexes(client, keys)),
    close: () => entries.idle(),
  };
}

/** Proofs of the entries that are in the log. */
async function proveEntries(client: Client, origin: string, keys: string[]): Promise<Map<string, LoggedEntry>> {
  const rows = await coveredEntries(client, keys);
  const proofs = await withSubtrees(client, (read) =>
    rows.map(({ idx, size }) => proveInclusion(sha256, idx, size, read)),
  );
  const entries = rows.map(({ key, idx: index, size, root, note }, i): [string, LoggedEntry] => {
    const text = formatTlogProof({ index, proof: proofs[i] ?? [], checkpoint: note });
    return [key, { origin, index, size, root: toBase64(root), proof: new TextEncoder().encode(text) }];
  });
  return new Map(entries);
}

async function statusOf(client: Client, origin: string): Promise<LogStatus> {
  const [latest] = await newestCheckpoints(client, 1);
  return { origin, size: await headSize(client), checkpoints: await countCheckpoints(client), latest };
}

async function newestCheckpoints(client: Client, limit: number): Promise<SignedCheckpoint[]> {
  return (await latestCheckpoints(client, limit)).map((row) => ({ ...row, root: toBase64(row.root) }));
}
