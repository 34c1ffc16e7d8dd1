import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreedReading, ClockRecord, openZip, type RecordingChunk, recordedFrames } from '@proofkeep/bundle';
import { encodePlayback } from '@proofkeep/capture-process';
import {
  type Artifact,
  type CaptureEnvironment,
  CaptureReport,
  type LiveDevice,
  liveViewports,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Installation } from '../../../installation.ts';
import { removeUnlessRetained, type Store, StoreError } from '../../../store/store.ts';
import { chunkPlace, dataPlace, type Lease, leasePlace } from '../../evidence/service.ts';
import { notifyChanged } from '../custody-store.ts';
import { findDelivery, findNodeClock, insertDelivery, listFiles, takeFiles } from '../nodes/store.ts';
import { leaseOf, lockAttestation } from '../store.ts';
import { setStep } from '../write-store.ts';
import { type ChunkPart, chunkName, chunkParts, rangeOf } from './chunks.ts';
import { parseEvents, recoveredReport } from './recovered-facts.ts';
import { archiveName, recoveredRecord, unansweredIn } from './recovered-record.ts';
import { findBegun, findLive, listStoredChunks } from './store.ts';
import { withheldIn } from './withheld.ts';

/** The job that recovers a session may run for an hour. */
const playbackMs = 20 * 60_000;

type Of = Pick<Installation, 'database' | 'store'>;

/**
 * Assembles the files of a session whose node was lost from the chunks that arrived, and delivers them as the node
 * would have. A crash leaves files that the next attempt writes again, with the same content. Does nothing once the
 * session was delivered or cancelled. @param onDelivered called in the transaction that delivers it
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
  // It was cancelled meanwhile, and its files may have been written after their removal.
  if (!isDelivered && !(await findDelivery(database.pool, lease.fence)))
    await removeUnlessRetained(store, leasePlace(lease));
}

interface HandedIn {
  report: CaptureReport;
  artifacts: Artifact[];
}

/**
 * Returns the node's own report if the node was lost after delivering everything, otherwise a report about what
 * arrived.
 */
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
  const parts = await writeRecording(store, lease, chunks);
  const hasClock = begun.clock !== null || arrived.some(({ kind }) => kind === 'clock');
  if (hasClock) parts.push(await write(store, lease, fileOf('clock'), Buffer.from(begun.clock ?? '')));
  const clock = hasClock ? await readClock(store, lease) : { before: null, after: null };
  const hasCopy = arrived.some(({ kind }) => kind === 'playback');
  const copy = hasCopy ? null : await writePlayback(store, lease, live.device);
  const made = copy ? [...parts, copy] : parts;
  const own = new Set(made.map(({ path }) => path));
  const artifacts = arrived.filter(({ path }) => !own.has(path));
  const hasRecord = artifacts.some(({ kind }) => kind === 'wacz');
  const unanswered = hasRecord ? null : unansweredIn(chunks);
  const events = parseEvents(await textOf(store, `${dataPlace(lease)}events.jsonl`));
  const isFull = live.isFull;
  const wanted = recoveredReport({
    begun: begun.report,
    clock,
    chunks,
    events,
    artifacts: [...artifacts, ...made],
    isFull,
    unanswered,
    withheld: await withheldOf(store, lease, { wacz: artifacts.find(({ kind }) => kind === 'wacz'), chunks, isFull }),
  });
  const record = unanswered === null ? [] : [await writeRecord(store, lease, chunks, wanted)];
  const environment = await writeText(store, lease, fileOf('environment'), wanted.environment);
  const written = await writeText(store, lease, fileOf('report'), wanted);
  return {
    report: await readReport(store, lease),
    artifacts: [...artifacts, ...made, ...record, environment, written],
  };
}

/** The lease's files that are complete in the store, as the node announced them. */
async function arrivedFiles({ database, store }: Of, lease: Lease): Promise<Artifact[]> {
  const place = dataPlace(lease);
  const there = new Set((await store.list(place)).map(({ key }) => key.slice(place.length)));
  const announced = await listFiles(database.pool, lease);
  return announced.filter(({ path }) => there.has(path));
}

type Kind =
  | 'recording'
  | 'events'
  | 'chunks'
  | 'thumbnail'
  | 'wacz'
  | 'connections'
  | 'clock'
  | 'playback'
  | 'environment'
  | 'report';
const files = {
  recording: ['recording.mkv', 'video/x-matroska'],
  events: ['events.jsonl', 'application/x-ndjson'],
  chunks: ['chunks.jsonl', 'application/x-ndjson'],
  thumbnail: ['thumbnail.jpg', 'image/jpeg'],
  wacz: ['page.wacz', 'application/wacz'],
  connections: ['connections.jsonl', 'application/x-ndjson'],
  clock: ['clock.json', 'application/json'],
  playback: ['derived/playback.mp4', 'video/mp4'],
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

/** Writes the network record from the parts that arrived. */
const writeRecord = (store: Store, lease: Lease, chunks: readonly RecordingChunk[], report: CaptureReport) =>
  write(
    store,
    lease,
    fileOf('wacz'),
    recoveredRecord((part) => readPart(store, lease, chunks, part), report),
  );

interface Recorded {
  /** The record, if it arrived complete. */
  wacz: Artifact | undefined;
  chunks: readonly RecordingChunk[];
  isFull: boolean;
}

/** Number of values that digests stand for in the network record; chunks never have the values themselves. */
async function withheldOf(store: Store, lease: Lease, { wacz, chunks, isFull }: Recorded): Promise<number> {
  if (!wacz) return withheldIn(readPart(store, lease, chunks, 'warc'));
  if (isFull) return 0;
  const key = `${dataPlace(lease)}${wacz.path}`;
  const zip = await openZip({
    size: wacz.size,
    read: async (start, length) =>
      length === 0 ? Buffer.alloc(0) : bytesOf(await store.read(key, { start, end: start + length - 1 })),
  });
  return withheldIn(zip.chunks(`archive/${archiveName}`));
}

/** Writes video, events, chain and the last picture as the node would have. */
async function writeRecording(store: Store, lease: Lease, chunks: readonly RecordingChunk[]): Promise<Artifact[]> {
  const seen = chunks.findLast(({ frames }) => frames > 0);
  const parts: Uint8Array[] = [];
  if (seen) for await (const bytes of readPart(store, lease, [seen], 'video')) parts.push(bytes);
  const picture = recordedFrames(Buffer.concat(parts)).at(-1);
  if (!picture) throw new Error(`${lease.ano} has no picture.`);
  const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
  const hasConnections = chunks.some(({ network }) => network?.connections);
  return [
    ...(hasConnections
      ? [await write(store, lease, fileOf('connections'), readPart(store, lease, chunks, 'connections'))]
      : []),
    await write(store, lease, fileOf('recording'), readPart(store, lease, chunks, 'video')),
    await write(store, lease, fileOf('events'), readPart(store, lease, chunks, 'events')),
    await write(store, lease, fileOf('chunks'), Buffer.from(lines)),
    await write(store, lease, fileOf('thumbnail'), Buffer.from(picture.jpeg)),
  ];
}

/** Makes the copy that browsers play, as the node would have; null without ffmpeg: then the page plays the recording itself. */
async function writePlayback(store: Store, lease: Lease, device: LiveDevice): Promise<Artifact | null> {
  const folder = await mkdtemp(join(tmpdir(), 'playback-'));
  try {
    const copy = join(folder, 'playback.mp4');
    const recording = await store.read(`${dataPlace(lease)}${files.recording[0]}`);
    const o = { ...liveViewports[device], signal: AbortSignal.timeout(playbackMs) };
    return (await encodePlayback(recording, copy, o))
      ? await write(store, lease, fileOf('playback'), createReadStream(copy))
      : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

/** The complete readings, if the node handed them in. */
async function readClock(store: Store, lease: Lease): Promise<CaptureEnvironment['clock']> {
  const text = await textOf(store, `${dataPlace(lease)}${files.clock[0]}`);
  const { before, after } = ClockRecord.parse(JSON.parse(text));
  return { before: agreedReading(before), after: agreedReading(after) };
}

async function readReport(store: Store, lease: Lease): Promise<CaptureReport> {
  return CaptureReport.parse(JSON.parse(await textOf(store, `${dataPlace(lease)}${files.report[0]}`)));
}

async function bytesOf(content: AsyncIterable<unknown>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const bytes of content) pieces.push(bytes as Uint8Array);
  return Buffer.concat(pieces);
}

async function textOf(store: Store, key: string): Promise<string> {
  return Buffer.from(await store.bytes(key)).toString();
}
