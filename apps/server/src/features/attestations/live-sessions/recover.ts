import { type RecordingChunk, recordedFrames } from '@proofkeep/bundle';
import { type Artifact, CaptureReport } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Installation } from '../../../installation.ts';
import { removeUnlessRetained, type Store, StoreError } from '../../../store/store.ts';
import { chunkPlace, dataPlace, type Lease, leasePlace } from '../../evidence/service.ts';
import { notifyChanged } from '../custody-store.ts';
import { findDelivery, findNodeClock, insertDelivery, listFiles, takeFiles } from '../nodes/store.ts';
import { leaseOf, lockAttestation, setStep } from '../store.ts';
import { type ChunkPart, chunkName, chunkParts, rangeOf } from './chunks.ts';
import { parseEvents, recoveredReport } from './recovered-facts.ts';
import { recoveredRecord, unansweredIn } from './recovered-record.ts';
import { findBegun, findLive, listStoredChunks } from './store.ts';

type Of = Pick<Installation, 'database' | 'store'>;

/**
 * Puts together the files of a session whose node was lost, from the chunks that arrived, and hands them over as the node would
 * have. A crash leaves files that the next attempt writes again, with the same content. Does nothing once the session was handed
 * over or cancelled.
 * @param onDelivered called in the transaction that hands it over
 */
export async function recoverSession(
  { database, store }: Of,
  lease: Lease,
  onDelivered: (db: Client) => Promise<void>,
): Promise<void> {
  const isWanted = async (db: Client) => {
    const row = await lockAttestation(db, lease.ano);
    return row?.state === 'capturing' && leaseOf(row).fence === lease.fence && !(await findDelivery(db, lease.fence));
  };
  if (!(await database.transaction(isWanted))) return;
  const { report, artifacts } = await handedIn({ database, store }, lease);
  const isDelivered = await database.transaction(async (db) => {
    if (!(await isWanted(db))) return false;
    const clock = await findNodeClock(db, lease.ano);
    await takeFiles(db, lease);
    await insertDelivery(db, lease, { report, artifacts, clock }, new Date());
    await setStep(db, lease.ano, 'stamp');
    await notifyChanged(db, lease.ano);
    await onDelivered(db);
    return true;
  });
  // It was cancelled meanwhile, and its files may have been written after they were removed.
  if (!isDelivered && !(await findDelivery(database.pool, lease.fence)))
    await removeUnlessRetained(store, leasePlace(lease));
}

interface HandedIn {
  report: CaptureReport;
  artifacts: Artifact[];
}

/** The node's own report, if it was lost after it had handed in everything; else one of what arrived. */
async function handedIn({ database, store }: Of, lease: Lease): Promise<HandedIn> {
  const arrived = await arrivedFiles({ database, store }, lease);
  if (arrived.some(({ kind }) => kind === 'report'))
    return { report: await readReport(store, lease), artifacts: arrived };
  const [begun, live, chunks] = await Promise.all([
    findBegun(database.pool, lease.ano),
    findLive(database.pool, lease.ano),
    listStoredChunks(database.pool, lease),
  ]);
  if (!begun || !live) throw new Error(`${lease.ano} never began.`);
  const made = await writeRecording(store, lease, chunks);
  const own = new Set(made.map(({ path }) => path));
  const artifacts = arrived.filter(({ path }) => !own.has(path));
  const hasRecord = artifacts.some(({ kind }) => kind === 'wacz');
  const unanswered = hasRecord ? null : unansweredIn(chunks);
  const events = parseEvents(await textOf(store, `${dataPlace(lease)}events.jsonl`));
  const wanted = recoveredReport({ begun, chunks, events, artifacts, isFull: live.isFull, unanswered });
  const record = unanswered === null ? [] : [await writeRecord(store, lease, chunks, wanted)];
  const environment = await writeText(store, lease, fileOf('environment'), wanted.environment);
  const written = await writeText(store, lease, fileOf('report'), wanted);
  return {
    report: await readReport(store, lease),
    artifacts: [...artifacts, ...made, ...record, environment, written],
  };
}

/** The files of the lease that are in the store whole, as the node announced them. */
async function arrivedFiles({ database, store }: Of, lease: Lease): Promise<Artifact[]> {
  const place = dataPlace(lease);
  const there = new Set((await store.list(place)).map(({ key }) => key.slice(place.length)));
  const announced = await listFiles(database.pool, lease);
  return announced.filter(({ path }) => there.has(path));
}

type Kind = 'recording' | 'events' | 'chunks' | 'thumbnail' | 'wacz' | 'environment' | 'report';
const files = {
  recording: ['recording.mkv', 'video/x-matroska'],
  events: ['events.jsonl', 'application/x-ndjson'],
  chunks: ['chunks.jsonl', 'application/x-ndjson'],
  thumbnail: ['thumbnail.jpg', 'image/jpeg'],
  wacz: ['page.wacz', 'application/wacz'],
  environment: ['environment.json', 'application/json'],
  report: ['report.json', 'application/json'],
} as const satisfies Record<Kind, readonly [path: string, mediaType: string]>;

const fileOf = (kind: Kind) => ({ kind, path: files[kind][0], mediaType: files[kind][1] });

/** Yields one part of each chunk. */
async function* readPart(
  store: Store,
  lease: Lease,
  chunks: readonly RecordingChunk[],
  part: ChunkPart,
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    const before = chunkParts.slice(0, chunkParts.indexOf(part));
    const start = before.reduce((sum, one) => sum + (rangeOf(chunk, one)?.size ?? 0), 0);
    const size = rangeOf(chunk, part)?.size ?? 0;
    if (size === 0) continue;
    const key = `${chunkPlace(lease, chunk.n)}${chunkName}`;
    for await (const bytes of await store.read(key, { start, end: start + size - 1 })) yield bytes as Uint8Array;
  }
}

/** Writes the network record as far as it was handed in. */
const writeRecord = (store: Store, lease: Lease, chunks: readonly RecordingChunk[], report: CaptureReport) =>
  write(
    store,
    lease,
    fileOf('wacz'),
    recoveredRecord((part) => readPart(store, lease, chunks, part), report),
  );

/** Writes video, events and chain as the node would have, and the last picture. */
async function writeRecording(store: Store, lease: Lease, chunks: readonly RecordingChunk[]): Promise<Artifact[]> {
  const seen = chunks.findLast(({ frames }) => frames > 0);
  const parts: Uint8Array[] = [];
  if (seen) for await (const bytes of readPart(store, lease, [seen], 'video')) parts.push(bytes);
  const picture = recordedFrames(Buffer.concat(parts)).at(-1);
  if (!picture) throw new Error(`${lease.ano} has no picture.`);
  const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
  return [
    await write(store, lease, fileOf('recording'), readPart(store, lease, chunks, 'video')),
    await write(store, lease, fileOf('events'), readPart(store, lease, chunks, 'events')),
    await write(store, lease, fileOf('chunks'), Buffer.from(lines)),
    await write(store, lease, fileOf('thumbnail'), Buffer.from(picture.jpeg)),
  ];
}

type File = Pick<Artifact, 'kind' | 'path' | 'mediaType'>;

const writeText = (store: Store, lease: Lease, file: File, value: unknown): Promise<Artifact> =>
  write(store, lease, file, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));

/** Writes a file unless the node, or an earlier attempt, has written it. */
async function write(
  store: Store,
  lease: Lease,
  file: File,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Artifact> {
  const key = `${dataPlace(lease)}${file.path}`;
  const { size, sha256, sm3, crc32 } = await store.put(key, content).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'STORE_TAKEN') return store.digest(key);
    throw error;
  });
  return { ...file, size, sha256, sm3, crc32 };
}

async function readReport(store: Store, lease: Lease): Promise<CaptureReport> {
  return CaptureReport.parse(JSON.parse(await textOf(store, `${dataPlace(lease)}${files.report[0]}`)));
}

async function textOf(store: Store, key: string): Promise<string> {
  return Buffer.from(await store.bytes(key)).toString();
}
