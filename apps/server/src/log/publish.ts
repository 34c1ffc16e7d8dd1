import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeEntries, type Tile, tilePath, tilesBetween } from '@proofkeep/ledger';
import type { Client, Database } from '../database/database.ts';
import type { CommitPoint } from './sequencer.ts';
import { checkpointOf, latestCheckpoint, readEntries, readNodes } from './store.ts';

/**
 * Brings the published log (C2SP tlog-tiles under `folder`) up to the newest committed checkpoint: tiles and entry bundles
 * first, each created once and never changed, the checkpoint last. A crash in between leaves tiles without a checkpoint,
 * which the next run finds and compares. One publisher works at a time, so that the checkpoint never goes back.
 */
export async function publish(
  database: Database,
  folder: string,
  at: (point: CommitPoint) => void = () => {},
): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('publisher', 0))`);
    const checkpoint = await latestCheckpoint(client);
    if (!checkpoint) return;
    const published = await publishedSize(folder);
    if (published >= checkpoint.size) return;
    for (const tile of tilesBetween(published, checkpoint.size))
      await createOnce(join(folder, tilePath(tile)), await tileBytes(client, tile));
    at('tiles-published');
    await replace(join(folder, 'checkpoint'), Buffer.from(checkpoint.note));
    at('published');
  });
}

/**
 * Refuses to go on when the database knows less than what was published, or something else: it was restored from an old
 * copy, and signing on would show two histories. @throws Error
 */
export async function refuseFork(database: Database, folder: string): Promise<void> {
  const note = await readFile(join(folder, 'checkpoint'), 'utf8').catch(() => undefined);
  if (note === undefined) return;
  const size = sizeIn(note);
  const stored = await database.withClient((client) => checkpointOf(client, size));
  if (!stored)
    throw new Error(
      `The log was published with ${size} entries, which this database does not have. It is an old copy: restore the newest one.`,
    );
  if (stored.note !== note)
    throw new Error(`The log was published with another checkpoint of size ${size} than this database has.`);
}

const sizeIn = (note: string): number => Number(note.split('\n')[1]);

async function publishedSize(folder: string): Promise<number> {
  const note = await readFile(join(folder, 'checkpoint'), 'utf8').catch(() => undefined);
  return note === undefined ? 0 : sizeIn(note);
}

/** The bytes of a tile, from the database. */
export async function tileBytes(client: Client, { level, index, width }: Tile): Promise<Uint8Array> {
  const first = index * 256;
  if (level === 'entries') return encodeEntries((await readEntries(client, first, width)).map((entry) => entry.bytes));
  const places = Array.from({ length: width }, (_, i) => ({ level: level * 8, idx: first + i }));
  const nodes = await readNodes(client, places);
  const hashes = new Map(nodes.map((node) => [node.idx, node.hash]));
  return Buffer.concat(places.map((place) => hashes.get(place.idx) ?? Buffer.alloc(0)));
}

/** Creates a file that may exist only with these very bytes. */
async function createOnce(path: string, bytes: Uint8Array): Promise<void> {
  const there = await readFile(path).catch(() => undefined);
  if (there === undefined) return replace(path, bytes);
  if (!there.equals(bytes)) throw new Error(`${path} was published with other content.`);
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.tmp`;
  await rm(temporary, { force: true });
  const file = await open(temporary, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
