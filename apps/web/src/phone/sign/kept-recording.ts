import { type VideoStep, videoRules } from '@proofkeep/contract';

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

const storeName = 'recordings';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('proofkeep-sign', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

async function run<T>(mode: IDBTransactionMode, make: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = make(transaction.objectStore(storeName));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error));
  }).finally(() => database.close());
}

const nameOf = ({ nid, partyId, step }: RecordingKey): string => `${nid}/${partyId}/${step}`;

/**
 * Returns null if the browser stores nothing, as in some private windows: then only a reload loses the recording.
 * Removes recordings that the service no longer accepts.
 */
export const loadRecording = (key: RecordingKey): Promise<KeptRecording | null> =>
  removeOldRecordings()
    .then(() => run<KeptRecording | undefined>('readonly', (store) => store.get(nameOf(key))))
    .then(
      (found) => found ?? null,
      () => null,
    );

async function removeOldRecordings(): Promise<void> {
  const names = await run('readonly', (store) => store.getAllKeys());
  for (const name of names) {
    const found = await run<KeptRecording | undefined>('readonly', (store) => store.get(name));
    if (found && isOver(found)) await run('readwrite', (store) => store.delete(name));
  }
}

/** Whether the time for sending it is over. */
const isOver = ({ recordedAt }: KeptRecording): boolean =>
  Date.now() - recordedAt >= videoRules.sendingHours * 3_600_000;

export const saveRecording = (key: RecordingKey, recording: KeptRecording): Promise<unknown> =>
  run('readwrite', (store) => store.put(recording, nameOf(key))).catch(() => null);

export const removeRecording = (key: RecordingKey): Promise<unknown> =>
  run('readwrite', (store) => store.delete(nameOf(key))).catch(() => null);

/** Removes what is left on a possibly shared phone. */
export const removeRecordings = (): Promise<unknown> => run('readwrite', (store) => store.clear()).catch(() => null);
