import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leafHash, openNote, parseCheckpoint, parseVerifierKey, tilePath, tilesBetween } from '@proofkeep/ledger';
import type { Client, Database } from '../database/database.ts';
import { tileBytes } from './publish.ts';
import { checkpointsAfter, headSize, readEntries, readNodes } from './store.ts';
import { Frontier, sha256 } from './tree.ts';

export interface LogReport {
  entries: number;
  checkpoints: number;
  tiles: number;
  /** What does not fit; empty when the log is sound. */
  problems: string[];
}

const chunk = 2000;

/**
 * Reads everything again: every entry and its hash, every inner node, every checkpoint's signature and root at its size,
 * every published tile. One consistent view of the database, so that it may run beside a working sequencer.
 */
export async function checkLog(database: Database, o: { vkey: string; folder: string }): Promise<LogReport> {
  const report: LogReport = { entries: 0, checkpoints: 0, tiles: 0, problems: [] };
  await database.transaction(async (client) => {
    await client.query('set transaction isolation level repeatable read, read only');
    await checkTree(client, o.vkey, report);
    await checkPublished(client, o.folder, report);
  });
  return report;
}

async function checkTree(client: Client, vkey: string, report: LogReport): Promise<void> {
  const key = await parseVerifierKey(vkey);
  const frontier = new Frontier([]);
  let awaited = await checkpointsAfter(client, 0, chunk);
  let size = 0;
  for (;;) {
    const entries = await readEntries(client, size, chunk);
    if (entries.length === 0) break;
    const nodes = entries.flatMap((entry) => {
      if (entry.idx !== size) report.problems.push(`entry ${size} is missing`);
      const hash = leafHash(sha256, entry.bytes);
      if (!entry.leafHash.equals(hash))
        report.problems.push(`the leaf hash of entry ${entry.idx} is not that of its bytes`);
      size = entry.idx + 1;
      const completed = frontier.append(hash);
      const due = awaited[0]?.size === size ? awaited[0] : undefined;
      if (due) {
        awaited = awaited.slice(1);
        report.checkpoints++;
        const root = Buffer.from(frontier.root());
        return [...completed, { checkpoint: due, root }];
      }
      return completed;
    });
    for (const item of nodes) {
      if (!('checkpoint' in item)) continue;
      const { checkpoint, root } = item;
      if (!checkpoint.root.equals(root))
        report.problems.push(`the root stored for size ${checkpoint.size} is not that of the entries`);
      const stated = await openNote(checkpoint.note, key).then(parseCheckpoint, (error: Error) => error);
      if (stated instanceof Error) report.problems.push(`checkpoint ${checkpoint.size}: ${stated.message}`);
      else if (stated.size !== checkpoint.size || !root.equals(stated.root) || stated.origin !== key.name)
        report.problems.push(`the checkpoint of size ${checkpoint.size} states something else`);
    }
    await compareNodes(
      client,
      nodes.filter((item) => 'level' in item),
      report,
    );
    if (awaited.length === 0) awaited = await checkpointsAfter(client, size, chunk);
  }
  report.entries = size;
  const left = [...awaited, ...(await checkpointsAfter(client, size, 1))];
  if (left[0]) report.problems.push(`a checkpoint of size ${left[0].size} has no entries`);
  const head = await headSize(client);
  if (head !== size) report.problems.push(`the head says ${head} entries, there are ${size}`);
}

async function compareNodes(
  client: Client,
  expected: { level: number; idx: number; hash: Uint8Array }[],
  report: LogReport,
): Promise<void> {
  if (expected.length === 0) return;
  const stored = new Map((await readNodes(client, expected)).map((node) => [`${node.level}/${node.idx}`, node.hash]));
  for (const { level, idx, hash } of expected)
    if (!stored.get(`${level}/${idx}`)?.equals(hash))
      report.problems.push(`the inner node ${level}/${idx} is wrong or missing`);
}

async function checkPublished(client: Client, folder: string, report: LogReport): Promise<void> {
  const note = await readFile(join(folder, 'checkpoint'), 'utf8').catch(() => undefined);
  if (note === undefined) {
    if (report.entries > 0) report.problems.push('nothing was published');
    return;
  }
  const size = Number(note.split('\n')[1]);
  if (size > report.entries) report.problems.push(`${size} entries were published, there are ${report.entries}`);
  for (const tile of tilesBetween(0, Math.min(size, report.entries))) {
    report.tiles++;
    const there = await readFile(join(folder, tilePath(tile))).catch(() => undefined);
    if (!there?.equals(await tileBytes(client, tile))) report.problems.push(`${tilePath(tile)} is not what was logged`);
  }
}
