import type { Database } from '../../database/database.ts';
import { idTime } from '../../database/ids.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { eachAlone } from '../../kit/each-alone.ts';
import { removeUnlessRetained } from '../../store/store.ts';
import { lockMatter } from '../notarization/service.ts';
import { closesAt, stateOf } from './access.ts';
import { type FileDeps, folderOf } from './files.ts';
import { finish } from './finish-recording.ts';
import { moveRoom, systemActor } from './lifecycle.ts';
import { findChunks, findRecent, findUnfinished, lockRecording } from './recording-store.ts';
import { closedBefore } from './recordings.ts';
import { findRoomById, findRunning, type RoomRow } from './store.ts';

export interface WatchDeps extends FileDeps {
  database: Database;
  clock: () => Date;
  jobs: () => Pick<Jobs, 'send'>;
}

/**
 * Ends rooms whose session is over, and finishes recordings that accept no more pieces. Each has its own transaction.
 */
export async function watchRooms(deps: WatchDeps): Promise<void> {
  const { pool } = deps.database;
  await eachAlone(await findRunning(pool), (room) => endIfOver(deps, room));
  const unfinished = await findUnfinished(pool, closedBefore(deps.clock()));
  await eachAlone(unfinished, (one) => finishClosed(deps, one));
}

async function endIfOver({ database, clock, jobs }: WatchDeps, { id, matterId }: RoomRow): Promise<void> {
  await database.transaction(async (db) => {
    const now = clock();
    const matter = await lockMatter(db, matterId);
    const room = await findRoomById(db, id);
    if (!matter || !room) return;
    const isLate = now > closesAt(room);
    const act = { who: 'system' as const, matter, actor: systemActor, origin: null, jobs: jobs(), now };
    if (room.stored === 'open' && (matter.state !== 'session' || isLate))
      await moveRoom(db, room, { event: 'close', ...act });
    if (room.stored === 'waiting' && (stateOf(room) === 'lapsed' || isLate || matter.endedAt))
      await moveRoom(db, room, { event: 'lapse', ...act });
  });
}

/**
 * The recording browser didn't return: keeps the pieces that arrived, and notes in the journal that some may be
 * missing.
 */
async function finishClosed(deps: WatchDeps, { id, matterId }: { id: string; matterId: string }): Promise<void> {
  const { clock, jobs } = deps;
  await deps.database.transaction(async (db) => {
    const row = await lockMatter(db, matterId);
    const recording = await lockRecording(db, id);
    if (!row || !recording || recording.finishedAt) return;
    const act = { isConfirmed: false, actor: systemActor, origin: null, now: clock() };
    await finish(db, { ...deps, jobs: jobs() }, { row, recording, ...act });
  });
}

const dayMs = 86_400_000;
/** Every file is checked by several runs, so a failed run loses nothing. */
const finishedWithinDays = 7;
const chunkKey = /^rooms\/[^/]+\/([0-9a-f-]{36})\/sealed$/;

/** Removes unreferenced pieces. Skips pieces younger than a day, because a piece is stored before its row. */
export async function sweepRooms({ database, store }: Pick<WatchDeps, 'database' | 'store'>, now: Date): Promise<void> {
  const since = new Date(now.getTime() - finishedWithinDays * dayMs);
  for (const recordingId of await findRecent(database.pool, since)) {
    const listed = await store.list(`rooms/${recordingId}/`);
    const known = new Set((await findChunks(database.pool, recordingId)).map(({ fileId }) => fileId));
    for (const { key } of listed) {
      const fileId = chunkKey.exec(key)?.[1];
      if (fileId !== undefined && idTime(fileId).getTime() < now.getTime() - dayMs && !known.has(fileId))
        await removeUnlessRetained(store, folderOf(recordingId, fileId));
    }
  }
}
