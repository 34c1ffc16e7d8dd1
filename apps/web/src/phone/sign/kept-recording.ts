import { type VideoStep, videoRules } from '@proofkeep/contract';
import { browserDatabase } from '../../ui/kit/database.ts';

/** A recording that the service doesn't have yet, stored so that a reload or an empty battery loses nothing. */
export interface KeptRecording {
  file: File;
  challengeId: string;
  /** The page recorded it while it showed the digits. */
  isLive: boolean;
  /** Upload that has begun. */
  uploadId: string | null;
  /** Milliseconds since 1970. */
  recordedAt: number;
}

/** The task that a recording answers. Parties may share a phone, so each party's recordings are stored separately. */
export interface RecordingKey {
  nid: string;
  partyId: string;
  step: VideoStep;
}

const run = browserDatabase<'recordings'>('proofkeep-sign', (database) => {
  database.createObjectStore('recordings');
});

const nameOf = ({ nid, partyId, step }: RecordingKey): string => `${nid}/${partyId}/${step}`;

/**
 * Returns null if the browser stores nothing, as in some private windows: then only a reload loses the recording.
 * Removes recordings that the service no longer accepts.
 */
export const loadRecording = (key: RecordingKey): Promise<KeptRecording | null> =>
  removeOldRecordings()
    .then(() => run<KeptRecording | undefined>('recordings', 'readonly', (store) => store.get(nameOf(key))))
    .then(
      (found) => found ?? null,
      () => null,
    );

async function removeOldRecordings(): Promise<void> {
  const names = await run('recordings', 'readonly', (store) => store.getAllKeys());
  for (const name of names) {
    const found = await run<KeptRecording | undefined>('recordings', 'readonly', (store) => store.get(name));
    if (found && isOver(found)) await run('recordings', 'readwrite', (store) => store.delete(name));
  }
}

/** Whether the time for sending it is over. */
const isOver = ({ recordedAt }: KeptRecording): boolean =>
  Date.now() - recordedAt >= videoRules.sendingHours * 3_600_000;

export const saveRecording = (key: RecordingKey, recording: KeptRecording): Promise<unknown> =>
  run('recordings', 'readwrite', (store) => store.put(recording, nameOf(key))).catch(() => null);

export const removeRecording = (key: RecordingKey): Promise<unknown> =>
  run('recordings', 'readwrite', (store) => store.delete(nameOf(key))).catch(() => null);

/** Removes what is left on a possibly shared phone. */
export const removeRecordings = (): Promise<unknown> =>
  run('recordings', 'readwrite', (store) => store.clear()).catch(() => null);
