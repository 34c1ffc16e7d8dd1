import { browserDatabase } from '../../ui/kit/database.ts';

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

const run = browserDatabase<'recordings' | 'chunks'>('proofkeep-room', (database) => {
  database.createObjectStore('recordings', { keyPath: 'id' });
  database.createObjectStore('chunks', { keyPath: ['recordingId', 'at'] });
});

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
