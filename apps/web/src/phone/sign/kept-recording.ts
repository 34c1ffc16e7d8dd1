import type { VideoStep } from '@proofkeep/contract';

/** A recording that the service doesn't have yet, so that a reload or an empty battery loses nothing. */
export interface KeptRecording {
  file: File;
  challengeId: string;
  /** The page recorded it while it showed the digits. */
  isLive: boolean;
  /** Upload that has begun. */
  uploadId: string | null;
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

const keyOf = (nid: string, step: VideoStep): string => `${nid}/${step}`;

/** Returns null where the browser keeps nothing, as in some private windows: then only a reload loses the recording. */
export const loadRecording = (nid: string, step: VideoStep): Promise<KeptRecording | null> =>
  run<KeptRecording | undefined>('readonly', (store) => store.get(keyOf(nid, step))).then(
    (found) => found ?? null,
    () => null,
  );

export const saveRecording = (nid: string, step: VideoStep, recording: KeptRecording): Promise<unknown> =>
  run('readwrite', (store) => store.put(recording, keyOf(nid, step))).catch(() => null);

export const removeRecording = (nid: string, step: VideoStep): Promise<unknown> =>
  run('readwrite', (store) => store.delete(keyOf(nid, step))).catch(() => null);

/** Removes what is left on a phone that others may use. */
export const removeRecordings = (): Promise<unknown> => run('readwrite', (store) => store.clear()).catch(() => null);
