import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  leafHash,
  type NoteKey,
  openNote,
  parseCheckpoint,
  parseNote,
  parseTilePath,
  parseVerifierKey,
  type Tile,
  TlogError,
  tilePath,
  tilesBetween,
} from '@proofkeep/tlog';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import type { HeadPlace } from './head-place.ts';
import { publishedCheckpoint, readIfThere, tileParts } from './publish.ts';
import {
  type CheckpointRow,
  checkpointOf,
  checkpointsAfter,
  countCheckpoints,
  countNodes,
  headSize,
  type NodeRow,
  readEntries,
  readNodes,
} from './store.ts';
import { Frontier, nameOf, sha256 } from './tree.ts';

export interface LogReport {
  entries: number;
  checkpoints: number;
  tiles: number;
  /** Problems found; empty if the log is sound. */
  problems: string[];
}

const chunk = 2000;

/**
 * Re-reads every entry and its hash, every inner node, every checkpoint's signature and root, every published file, and
 * the last recorded head. May run beside a working log: it sees the database at one moment and the folder at an earlier
 * one, when the database already held all of it.
 */
export async function checkLog(
  database: Database,
  o: { vkey: string; folder: string; heads: HeadPlace | null },
): Promise<LogReport> {
  const key = await parseVerifierKey(o.vkey);
  const published = await listPublished(o.folder);
  const report: LogReport = { entries: 0, checkpoints: 0, tiles: 0, problems: [] };
  await database.snapshot(async (client) => {
    await checkTree(client, key, report);
    await checkPublished(client, o.folder, published, report);
  });
  // Outside of the snapshot, which lacks heads recorded since it was taken.
  const publishedSize = published.checkpoint === undefined ? 0 : report.entries;
  await database
    .withClient(async (client) => o.heads?.requireOurs(client, publishedSize))
    .catch((error: unknown) => report.problems.push(error instanceof Error ? error.message : String(error)));
  return report;
}

async function checkTree(client: Client, key: NoteKey, report: LogReport): Promise<void> {
  const frontier = new Frontier([]);
  let nodeCount = 0;
  for (;;) {
    const entries = await readEntries(client, report.entries, chunk);
    if (entries.length === 0) break;
    const due = await checkpointsAfter(client, report.entries, entries.length);
    const nodes: NodeRow[] = [];
    for (const { idx, bytes, leafHash: stored } of entries) {
      if (idx !== report.entries) {
        report.problems.push(`entry ${report.entries} is missing; what comes after it was not checked`);
        return;
      }
      const hash = leafHash(sha256, bytes);
      if (!stored.equals(hash)) report.problems.push(`the leaf hash of entry ${idx} is not that of its bytes`);
      nodes.push(...frontier.append(hash));
      report.entries++;
      if (due[0]?.size === report.entries) await checkCheckpoint(due.shift(), frontier.root(), key, report);
    }
    await compareNodes(client, nodes, report);
    nodeCount += nodes.length;
  }
  await checkCounts(client, nodeCount, report);
}

async function checkCheckpoint(
  checkpoint: CheckpointRow | undefined,
  root: Uint8Array,
  key: NoteKey,
  report: LogReport,
): Promise<void> {
  if (!checkpoint) return;
  report.checkpoints++;
  const { size, note } = checkpoint;
  if (!checkpoint.root.equals(root))
    report.problems.push(`the root stored for size ${size} is not that of the entries`);
  try {
    const stated = parseCheckpoint(await openNote(note, key));
    if (stated.origin !== key.name || stated.size !== size || !Buffer.from(root).equals(stated.root))
      report.problems.push(`the checkpoint of size ${size} states something else than the entries`);
  } catch (error) {
    report.problems.push(`the checkpoint of size ${size}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function compareNodes(client: Client, expected: NodeRow[], report: LogReport): Promise<void> {
  if (expected.length === 0) return;
  const stored = new Map((await readNodes(client, expected)).map((node) => [nameOf(node), node.hash]));
  for (const node of expected)
    if (!stored.get(nameOf(node))?.equals(node.hash))
      report.problems.push(`the inner node ${nameOf(node)} is wrong or missing`);
}

/** There must be no rows that the entries don't account for. */
async function checkCounts(client: Client, nodeCount: number, report: LogReport): Promise<void> {
  const [head, nodes, checkpoints] = [await headSize(client), await countNodes(client), await countCheckpoints(client)];
  if (head !== report.entries) report.problems.push(`the head says ${head} entries, there are ${report.entries}`);
  if (nodes > nodeCount) report.problems.push(`${nodes - nodeCount} inner nodes belong to no entries`);
  if (checkpoints !== report.checkpoints)
    report.problems.push(`${checkpoints - report.checkpoints} checkpoints belong to no entries`);
  if (head > 0 && !(await checkpointOf(client, head))) report.problems.push('the last entries are under no checkpoint');
}

interface Published {
  checkpoint: string | undefined;
  /** Relative to the folder, `/` separated; without unfinished files. */
  paths: Set<string>;
}

async function listPublished(folder: string): Promise<Published> {
  const checkpoint = await publishedCheckpoint(folder);
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = files
    .filter((file) => !file.isDirectory() && !file.name.endsWith('.tmp'))
    .map((file) => relative(folder, join(file.parentPath, file.name)));
  return { checkpoint, paths: new Set(paths.filter((path) => path !== 'checkpoint')) };
}

async function checkPublished(client: Client, folder: string, published: Published, report: LogReport): Promise<void> {
  const { checkpoint, paths } = published;
  const size = await vouchedSize(client, checkpoint, report);
  for (const path of tilesBetween(0, size).map(tilePath))
    if (!paths.has(path)) report.problems.push(`${path} was not published`);

  const tiles: Tile[] = [];
  for (const path of paths) {
    const tile = parseTilePath(path);
    if (tile) tiles.push(tile);
    else report.problems.push(`${path} is no part of a published log`);
  }
  for (const versions of Map.groupBy(tiles, ({ level, index }) => `${level}/${index}`).values())
    await compareTile(client, folder, versions, report);
}

/** The size of the published checkpoint if the database has the same one, else 0. */
async function vouchedSize(client: Client, checkpoint: string | undefined, report: LogReport): Promise<number> {
  if (checkpoint === undefined) {
    if (report.entries > 0) report.problems.push('no checkpoint was published');
    return 0;
  }
  try {
    const { size } = parseCheckpoint(parseNote(checkpoint).text);
    if ((await checkpointOf(client, size))?.note === checkpoint) return size;
    const older = size > report.entries ? ': the database, an older copy, ends before it' : '';
    report.problems.push(`the published checkpoint, of size ${size}, is not one of the log${older}`);
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    report.problems.push(`the published checkpoint cannot be read: ${error.message}`);
  }
  return 0;
}

/** Compares one tile in every width in which it was published. */
async function compareTile(client: Client, folder: string, versions: Tile[], report: LogReport): Promise<void> {
  const [widest] = versions.toSorted((a, b) => b.width - a.width);
  if (!widest) return;
  const parts = await tileParts(client, widest);
  for (const tile of versions) {
    report.tiles++;
    const path = tilePath(tile);
    const logged = parts.length < tile.width ? undefined : Buffer.concat(parts.slice(0, tile.width));
    if (!logged || !(await readIfThere(join(folder, path)))?.equals(logged))
      report.problems.push(`${path} is not what was logged`);
  }
}
