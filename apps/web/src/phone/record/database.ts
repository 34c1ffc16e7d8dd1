/** The device of this browser. WebCrypto never reveals the private key; the browser stores it with the other fields. */
export interface OwnDevice {
  /** Assigned by the service. */
  id: string;
  /** SHA-256 of the public key, hex. */
  key: string;
  privateKey: CryptoKey;
  name: string;
}

/** A signed segment that the service may not have yet. */
export interface PendingSegment {
  recording: string;
  n: number;
  /** The signed text. */
  header: string;
  /** r ‖ s, base64. */
  signature: string;
  content: Blob;
}

const ownKey = 'own';
let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('proofkeep-recorder', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('device');
      request.result.createObjectStore('segments', { keyPath: ['recording', 'n'] });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  return opened;
}

type StoreName = 'device' | 'segments';

/** Runs one request; a write is durable once its transaction is complete. */
async function run<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  make: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode, { durability: 'strict' });
    const request = make(transaction.objectStore(name));
    transaction.addEventListener('complete', () => resolve(request.result));
    // An error of the transaction ends in an abort, too (Indexed Database API 3.0 §5.5).
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

export const loadDevice = (): Promise<OwnDevice | undefined> =>
  run<OwnDevice | undefined>('device', 'readonly', (store) => store.get(ownKey));
export const saveDevice = (device: OwnDevice): Promise<unknown> =>
  run('device', 'readwrite', (store) => store.put(device, ownKey));
export const forgetDevice = (): Promise<unknown> => run('device', 'readwrite', (store) => store.delete(ownKey));

export const saveSegment = (segment: PendingSegment): Promise<unknown> =>
  run('segments', 'readwrite', (store) => store.put(segment));
export const removeSegment = ({ recording, n }: Pick<PendingSegment, 'recording' | 'n'>): Promise<unknown> =>
  run('segments', 'readwrite', (store) => store.delete([recording, n]));
export const removeSegments = (): Promise<unknown> => run('segments', 'readwrite', (store) => store.clear());
/** Counts the stored segments of each recording. */
export async function countByRecording(): Promise<Map<string, number>> {
  const keys = (await run('segments', 'readonly', (store) => store.getAllKeys())) as [recording: string, n: number][];
  const counts = new Map<string, number>();
  for (const [recording] of keys) counts.set(recording, (counts.get(recording) ?? 0) + 1);
  return counts;
}
/** In the order of keys, arrays come after all texts and numbers. */
const allOf = (recording: string) => IDBKeyRange.bound([recording], [recording, []]);
/** The oldest segments of a recording, in order. */
export const loadSegments = (recording: string, most: number): Promise<PendingSegment[]> =>
  run<PendingSegment[]>('segments', 'readonly', (store) => store.getAll(allOf(recording), most));
export const removeRecording = (recording: string): Promise<unknown> =>
  run('segments', 'readwrite', (store) => store.delete(allOf(recording)));
