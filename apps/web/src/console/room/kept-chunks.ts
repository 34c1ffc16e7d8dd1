/** A recording that may not be completely uploaded yet. */
export interface KeptRecording {
  id: string;
  matterId: string;
  /** Head of the chain before the first piece, hex. */
  startHead: string;
  /** SHA-256 of each piece, hex, in order. */
  digests: string[];
}

interface KeptChunk {
  recordingId: string;
  at: number;
  content: Blob;
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('proofkeep-room', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('recordings', { keyPath: 'id' });
      request.result.createObjectStore('chunks', { keyPath: ['recordingId', 'at'] });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  return opened;
}

/** Runs one request; a write is durable once its transaction is complete. */
async function run<T>(
  name: 'recordings' | 'chunks',
  mode: IDBTransactionMode,
  make: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = make(transaction.objectStore(name));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('error', () => reject(transaction.error));
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

export const keepRecording = (recording: KeptRecording): Promise<unknown> =>
  run('recordings', 'readwrite', (store) => store.put(recording));
export const forgetRecording = (id: string): Promise<unknown> =>
  run('recordings', 'readwrite', (store) => store.delete(id));
export const keptRecordings = (): Promise<KeptRecording[]> =>
  run<KeptRecording[]>('recordings', 'readonly', (store) => store.getAll());

export const keepChunk = (chunk: KeptChunk): Promise<unknown> =>
  run('chunks', 'readwrite', (store) => store.put(chunk));
export const findChunk = (recordingId: string, at: number): Promise<KeptChunk | undefined> =>
  run<KeptChunk | undefined>('chunks', 'readonly', (store) => store.get([recordingId, at]));
export const dropChunk = (recordingId: string, at: number): Promise<unknown> =>
  run('chunks', 'readwrite', (store) => store.delete([recordingId, at]));
export const dropChunks = (recordingId: string): Promise<unknown> =>
  run('chunks', 'readwrite', (store) => store.delete(IDBKeyRange.bound([recordingId], [recordingId, []])));
