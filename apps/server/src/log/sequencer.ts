import { checkpointText, leafHash, type NoteSigner, signNote } from '@proofkeep/ledger';
import type { Client, Database } from '../database/database.ts';
import {
  insertCheckpoint,
  insertEntries,
  insertNodes,
  lockHead,
  moveHead,
  type NodeRow,
  takePending,
} from './store.ts';
import { readFrontier, sha256 } from './tree.ts';

/** Leaves taken into one checkpoint; more wait for the next. */
const batchLimit = 4096;

/** Where a sequencer may be stopped; tests stop it at each and start again. */
export type CommitPoint = 'sequenced' | 'committed' | 'tiles-published' | 'published';

/**
 * Takes what waits into the log: indexes, entries, inner nodes, head and signed checkpoint in one transaction, so that the
 * checkpoint is committed before anybody sees it. One sequencer works at a time (advisory lock); should a lock ever be lost,
 * the compare-and-swap of the head and the checkpoint's key still keep two roots of one size apart.
 * @returns how many leaves were taken; 0 when none waited or another sequencer is at work.
 */
export async function sequence(
  database: Database,
  signer: NoteSigner,
  at: (point: CommitPoint) => void = () => {},
): Promise<number> {
  const count = await database.transaction(async (client) => {
    if (!(await tryLock(client))) return 0;
    const size = await lockHead(client);
    const pending = await takePending(client, batchLimit);
    if (pending.length === 0) return 0;

    const frontier = await readFrontier(client, size);
    const nodes: NodeRow[] = [];
    const entries = pending.map(({ key, bytes }, i) => {
      const hash = leafHash(sha256, bytes);
      nodes.push(...frontier.append(hash));
      return { idx: size + i, key, bytes, leafHash: hash };
    });
    const grown = size + entries.length;
    const root = frontier.root();
    const note = await signNote(checkpointText({ origin: signer.name, size: grown, root }), signer);

    await insertEntries(
      client,
      entries,
      pending.map((leaf) => leaf.id),
    );
    await insertNodes(client, nodes);
    await insertCheckpoint(client, { size: grown, root, note });
    await moveHead(client, size, grown);
    at('sequenced');
    return entries.length;
  });
  if (count > 0) at('committed');
  return count;
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ own: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('sequencer', 0)) as own`,
  );
  return rows[0]?.own === true;
}
