import {
  type MatterAct,
  type VideoRoomEvent,
  type VideoRoomRole,
  type VideoRoomState,
  videoRoomStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { type ActOrigin, appendEntry, type MatterActor, type MatterDbRow } from '../notarization/service.ts';
import { keepRoom, notifyRoom, type RoomRow } from './store.ts';

interface Detail {
  matter: Pick<MatterDbRow, 'id' | 'no'>;
  actor: MatterActor;
  origin: ActOrigin | null;
  jobs: Pick<Jobs, 'send'>;
  now: Date;
}

const entryOf: Record<VideoRoomEvent, MatterAct> = {
  open: 'room-opened',
  end: 'room-ended',
  close: 'room-ended',
  lapse: 'room-lapsed',
};

/** The matter's journal is the history; the hubs of all servers are notified. */
export const videoRoomLifecycle: Lifecycle<VideoRoomState, VideoRoomEvent, VideoRoomRole, Detail> = {
  table: videoRoomStateTable,
  relation: 'video_room',
  key: 'id',
  async record(db, { key, event, detail: { matter, actor, origin, jobs, now } }) {
    const entry = { matterId: matter.id, no: matter.no, actor, detail: { room: key }, origin, now };
    await appendEntry(db, jobs, { ...entry, event: entryOf[event] });
    await notifyRoom(db, key);
  },
};

const timeOf: Partial<Record<VideoRoomEvent, string>> = { open: 'opened_at', end: 'ended_at', close: 'ended_at' };

/** The name of the system in the journal. */
export const systemActor: MatterActor = { role: 'system', id: null, name: '' };

/** Applies an event to a room. The caller holds the lock of the matter's row. @throws Refusal STATE_FORBIDS */
export async function moveRoom(
  db: Client,
  room: Pick<RoomRow, 'id' | 'matterId'>,
  { event, who, ...detail }: Detail & { event: VideoRoomEvent; who: VideoRoomRole },
): Promise<void> {
  await keepRoom(db, room, detail.now);
  const column = timeOf[event];
  await transition(db, videoRoomLifecycle, room.id, {
    event,
    who,
    detail,
    set: column ? { [column]: detail.now } : {},
  });
}
