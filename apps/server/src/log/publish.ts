import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  encodeEntries,
  parseCheckpoint,
  parseNote,
  type Tile,
  tilePath,
  tilesBetween,
  tileWidth,
} from '@proofkeep/tlog';
import type { Client } from '../database/client.ts';
import type { Database } from '../database/database.ts';
import { writeDurably } from '../kit/durable.ts';
import type { HeadPlace } from './head-place.ts';
import type { CommitPoint } from './sequencer.ts';
import { checkpointOf, checkpointsAfter, readEntries, readNodes } from './store.ts';

/**
 * Publishes committed checkpoints (C2SP tlog-tiles under `folder`), one at a time: first adds its head to the record of
 * heads, if there is one; then writes its tiles and entry bundles, each created once and never changed; then the
 * checkpoint. A crash in between leaves tiles without a checkpoint, which the next run compares. One publisher works at
 * a time, so the checkpoint never goes back. @throws Error on a fork, see `refuseFork`
 */
export async function publish(
  database: Database,
  { folder, heads, at }: { folder: string; heads: HeadPlace | null; at: (point: CommitPoint) => void },
): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('log publisher', 0))`);
    let size = await vouchedSize(client, folder);
    for (;;) {
      const [checkpoint] = await checkpointsAfter(client, size, 1);
      if (!checkpoint) return;
      await heads?.append(client, checkpoint, size);
      at('head-recorded');
      for (const tile of tilesBetween(size, checkpoint.size)) {
        await createOnce(join(folder, tilePath(tile)), Buffer.concat(await tileParts(client, tile)));
        at('tile-published');
      }
      at('tiles-published');
      await writeDurably(join(folder, 'checkpoint'), Buffer.from(checkpoint.note));
      at('published');
      size = checkpoint.size;
    }
  });
}

/**
 * Throws if the database lacks what was published or differs from it: it was restored from an old copy, and signing
 * would create a second history. @throws Error
 */
export async function refuseFork(database: Database, folder: string, heads: HeadPlace | null): Promise<void> {
  await database.withClient(async (client) => {
    const size = await vouchedSize(client, folder);
    await heads?.requireOurs(client, size);
  });
}

/** Returns the size of the published log, after checking that the database holds the same checkpoint. */
async function vouchedSize(client: Client, folder: string): Promise<number> {
  const note = await publishedCheckpoint(folder);
  if (note === undefined) return 0;
  const { size } = parseCheckpoint(parseNote(note).text);
  const stored = await checkpointOf(client, size);
  if (!stored)
    throw new Error(
      `The log was published with ${size} entries, which this database does not have. It is an old copy: restore the newest one.`,
    );
  if (stored.note !== note)
    throw new Error(`The log was published with another checkpoint of size ${size} than this database has.`);
  return size;
}

/** The published checkpoint; undefined if there is none. */
export async function publishedCheckpoint(folder: string): Promise<string | undefined> {
  return (await readIfThere(join(folder, 'checkpoint')))?.toString('utf8');
}

/** A tile's contents from the database: hashes, or length-prefixed entries. Shorter if the database has fewer. */
export async function tileParts(client: Client, { level, index, width }: Tile): Promise<Uint8Array[]> {
  const first = index * tileWidth;
  if (level === 'entries')
    return (await readEntries(client, first, width)).map((entry) => encodeEntries([entry.bytes]));
  const places = Array.from({ length: width }, (_, i) => ({ level: level * 8, idx: first + i }));
  return (await readNodes(client, places)).sort((a, b) => a.idx - b.idx).map((node) => node.hash);
}

/** Creates a file, or checks that the existing one has the same bytes. */
async function createOnce(path: string, bytes: Uint8Array): Promise<void> {
  const there = await readIfThere(path);
  if (there === undefined) await writeDurably(path, bytes);
  else if (!there.equals(bytes)) throw new Error(`${path} was published with other content.`);
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
