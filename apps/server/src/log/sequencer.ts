import { checkpointText, leafHash, type NoteSigner, parseNote, signNote } from '@proofkeep/tlog';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import {
  assignIndexes,
  checkpointOf,
  insertCheckpoint,
  insertNodes,
  lockHead,
  moveHead,
  type NodeRow,
  waitingLeaves,
} from './store.ts';
import { type Frontier, readFrontier, sha256 } from './tree.ts';

/** Maximum number of leaves in one checkpoint; the rest waits for the next. */
const batchLimit = 4096;

/** Points where a crash may happen; tests stop the log at each and restart it. */
export type CommitPoint =
  | 'sequenced'
  | 'committed'
  | 'head-recorded'
  | 'tile-published'
  | 'tiles-published'
  | 'published';

/**
 * Sequences all waiting leaves, with a checkpoint for each batch. When it returns, a committed checkpoint covers every
 * leaf that was committed before the call.
 * @returns the number of leaves
 */
export async function sequence(
  database: Database,
  signer: NoteSigner,
  at: (point: CommitPoint) => void,
): Promise<number> {
  let taken = 0;
  for (;;) {
    const count = await database.transaction((client) => sequenceBatch(client, signer, at));
    if (count > 0) at('committed');
    taken += count;
    if (count < batchLimit) return taken;
  }
}

/**
 * Writes indexes, inner nodes, head and signed checkpoint in one transaction, so that a checkpoint is committed before
 * anyone sees it. An advisory lock admits one sequencer; if the lock is lost, the compare-and-swap of the head and the
 * checkpoint's key still prevent two roots of one size.
 */
async function sequenceBatch(client: Client, signer: NoteSigner, at: (point: CommitPoint) => void): Promise<number> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('log sequencer', 0))`);
  const size = await lockHead(client);
  const frontier = await readFrontier(client, size);
  if (size > 0) await refuseOtherHistory(client, size, frontier, signer);
  const waiting = await waitingLeaves(client, batchLimit);
  if (waiting.length === 0) return 0;

  const nodes: NodeRow[] = [];
  const entries = waiting.map(({ id, bytes }, i) => {
    const hash = leafHash(sha256, bytes);
    nodes.push(...frontier.append(hash));
    return { id, idx: size + i, leafHash: hash };
  });
  const grown = size + entries.length;
  const root = frontier.root();
  const note = await signNote(checkpointText({ origin: signer.name, size: grown, root }), signer);

  await assignIndexes(client, entries);
  await insertNodes(client, nodes);
  await insertCheckpoint(client, { size: grown, root, note });
  await moveHead(client, size, grown);
  at('sequenced');
  return entries.length;
}

/** Checks that the tree continues the last checkpoint and that the same key signed it. */
async function refuseOtherHistory(
  client: Client,
  size: number,
  frontier: Frontier,
  { name, keyHash }: NoteSigner,
): Promise<void> {
  const last = await checkpointOf(client, size);
  if (!last?.root.equals(frontier.root()))
    throw new Error(`The log's tree of ${size} entries is not that of its last checkpoint.`);
  const { signatures } = parseNote(last.note);
  if (!signatures.some((line) => line.name === name && Buffer.from(keyHash).equals(line.keyHash)))
    throw new Error(`The log was signed with another key than ${name}: restore the key that belongs to this database.`);
}
