import type { Database } from '../../database/database.ts';
import { idTime } from '../../database/ids.ts';
import type { Store } from '../../store/store.ts';
import { findNeeded, sentFolder, sentPlace } from '../attestations/service.ts';
import { findHeld } from './segment-store.ts';

/** A new file exists before its row; nothing takes longer than this. */
const graceMs = 24 * 3_600_000;
const atOnce = 1_000;

/**
 * Removes contents of deleted recordings, contents meanwhile retained as evidence, and files whose row was never
 * committed.
 */
export async function sweepDevices(
  { database: { pool }, store }: { database: Database; store: Store },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - graceMs);
  const ids = (await store.folders(sentFolder)).map((place) => place.slice(sentFolder.length, -1));
  const old = ids.filter((id) => idTime(id) < before);
  for (let at = 0; at < old.length; at += atOnce) {
    const some = old.slice(at, at + atOnce);
    const held = await findHeld(pool, some);
    const needed = await findNeeded(pool, some);
    for (const id of some) if (!held.has(id) && !needed.has(id)) await store.remove(sentPlace(id));
  }
}
