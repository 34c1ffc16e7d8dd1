import { derSignature, deviceRecordingStart, isBounded, readSealed, SegmentHeader } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { deviceLimits, type enforcerCalls, type InputOf, type SignedSegment } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { StoreError } from '../../store/store.ts';
import { sentKey, sentPlace } from '../attestations/service.ts';
import { isSigned } from './binding.ts';
import { type DeviceRow, findDevice, lockDevice, markSeen } from './device-store.ts';
import { moveRecording } from './lifecycle.ts';
import { findByNumber, lockAccount, lockOrInsert, type RecordingRow, unpaidBytes } from './recording-store.ts';
import { findAround, findEnds, findSegment, insertSegment, type SegmentRow, setContent } from './segment-store.ts';

type Calls = typeof enforcerCalls;
type Public = Context<'public'>;

interface Signed {
  header: SegmentHeader;
  text: string;
  headerSha256: string;
  /** DER. */
  signature: Buffer;
}

/**
 * Records signed headers, each once; a known header changes nothing. From COMMIT on, the service knows the digest of
 * the segment, whenever its content arrives. @throws Refusal DEVICE_UNBOUND, DEVICE_SIGNATURE, SEGMENT_INVALID,
 * SEGMENT_CHAIN, RECORDING_CLOSED, STORAGE_FULL
 */
export async function announceSegments({ id, segments }: InputOf<Calls['announceSegments']>, context: Public) {
  const { db, now } = context;
  const known = requireBound(await findDevice(db, id));
  await lockAccount(db, known.accountId);
  const device = requireBound(await lockDevice(db, id));
  const list: { recording: string; n: number; isStored: boolean }[] = [];
  for (const one of segments) {
    const signed = requireSigned(device, one);
    const { recording, n } = signed.header;
    list.push({ recording, n, isStored: await announce(context, device, signed) });
  }
  await markSeen(db, id, now);
  return { list };
}

/** @throws Refusal DEVICE_UNBOUND */
function requireBound(row: DeviceRow | undefined): DeviceRow {
  if (row?.state !== 'bound') throw new Refusal('DEVICE_UNBOUND');
  return row;
}

/** @throws Refusal DEVICE_SIGNATURE, SEGMENT_INVALID */
function requireSigned(device: DeviceRow, { header: text, signature }: SignedSegment): Signed {
  const bytes = Buffer.from(text);
  const raw = Buffer.from(signature, 'base64');
  if (!isSigned(device.publicKey, bytes, raw)) throw new Refusal('DEVICE_SIGNATURE');
  const header = headerIn(bytes);
  const isShort = bytes.length <= deviceLimits.headerBytes;
  if (header.device !== device.key || !isBounded(header) || !isShort) throw new Refusal('SEGMENT_INVALID');
  return { header, text, headerSha256: sha256Hex(bytes), signature: Buffer.from(derSignature(raw)) };
}

function headerIn(bytes: Buffer): SegmentHeader {
  try {
    return readSealed(SegmentHeader, bytes);
  } catch (cause) {
    throw new Refusal('SEGMENT_INVALID', { cause });
  }
}

/** @returns whether the content is stored */
async function announce(context: Public, device: DeviceRow, signed: Signed): Promise<boolean> {
  const { db, now } = context;
  const { header, headerSha256 } = signed;
  const { id: deviceId, accountId, loginId } = device;
  const recording = await lockOrInsert(db, { deviceId, accountId, loginId, number: header.recording, now });
  if (recording.state === 'deleted') throw new Refusal('RECORDING_CLOSED');
  const around = await findAround(db, recording.id, header.n);
  const known = around.find(({ n }) => n === header.n);
  // A different header with the same number is a forgery, or the device reused a number.
  if (known && known.headerSha256 !== headerSha256) throw new Refusal('SEGMENT_CHAIN');
  if (known) return known.storedAt !== null;
  if (recording.state === 'submitted') throw new Refusal('RECORDING_CLOSED');
  requireChained(signed, around);
  await requireWithin(db, recording, header);
  await requireSpace(context, accountId, header);
  await insertSegment(db, recording.id, { ...signed, now });
  if (header.isLast && recording.state === 'open')
    await moveRecording(db, recording.id, { event: 'ended', who: 'device', now });
  return false;
}

/**
 * Compares a segment with the nearest known ones: time must not go back, even across missing segments. The chain can
 * only be compared with direct neighbours. @throws Refusal SEGMENT_CHAIN
 */
function requireChained({ header, headerSha256 }: Signed, around: readonly SegmentRow[]): void {
  const { n, previous, device, recording, fromMs } = header;
  const before = around.find((row) => row.n < n);
  const after = around.find((row) => row.n > n);
  const expected =
    n === 1
      ? sha256Hex(deviceRecordingStart(device, recording))
      : before?.n === n - 1
        ? before.headerSha256
        : undefined;
  const isChained = expected === undefined || previous === expected;
  const next = after && headerIn(Buffer.from(after.header));
  const isFollowed = !next || ((next.n > n + 1 || next.previous === headerSha256) && next.fromMs >= fromMs);
  const isLater = !before || headerIn(Buffer.from(before.header)).fromMs <= fromMs;
  if (!isChained || !isFollowed || !isLater) throw new Refusal('SEGMENT_CHAIN');
}

/** Nothing follows the last segment. @throws Refusal SEGMENT_CHAIN */
async function requireWithin(db: Client, { id }: RecordingRow, { n, isLast }: SegmentHeader): Promise<void> {
  const { highest, last } = await findEnds(db, id);
  if ((last !== null && (n > last || isLast)) || (isLast && n < highest)) throw new Refusal('SEGMENT_CHAIN');
}

/** @throws Refusal STORAGE_FULL */
async function requireSpace({ db, services, now }: Public, accountId: string, { size }: SegmentHeader): Promise<void> {
  const isFull = (await unpaidBytes(db, accountId, now)) + size > deviceLimits.unpaidBytes;
  if (isFull || !(await services.hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
}

interface Received {
  recordingId: string;
  /** Null if it was stored before. */
  content: { id: string; sm3: string } | null;
}

/**
 * Stores the content of a segment: first the file under a new id, outside any transaction, then the row that names it.
 * A crash in between leaves a file that `sweep-devices` removes, and the device sends the segment again. Among
 * concurrent requests one row wins; the others remove their files. @throws Refusal DEVICE_UNBOUND, SEGMENT_UNKNOWN,
 * SEGMENT_DIFFERS, RECORDING_CLOSED, STORAGE_FULL
 */
export const uploadSegment = {
  async prepare({ id, recording, n }: InputOf<Calls['uploadSegment']>, context: Public): Promise<Received> {
    const { db, services, upload } = context;
    requireBound(await findDevice(db, id));
    const row = await findByNumber(db, id, recording);
    if (row?.state === 'deleted') throw new Refusal('RECORDING_CLOSED');
    const segment = row && (await findSegment(db, row.id, n));
    if (!segment) throw new Refusal('SEGMENT_UNKNOWN');
    const { stream } = await upload();
    if (segment.storedAt !== null) {
      for await (const _chunk of stream);
      return { recordingId: row.id, content: null };
    }
    if (row.state === 'submitted') throw new Refusal('RECORDING_CLOSED');
    if (!(await services.hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
    const { size, sha256 } = headerIn(Buffer.from(segment.header));
    const contentId = await newId(db);
    const stored = await services.store
      .put(sentKey(contentId), bounded(stream, size), { size, sha256 })
      .catch((error: unknown) => {
        if (error instanceof StoreError && error.code === 'STORE_MISMATCH') throw new Refusal('SEGMENT_DIFFERS');
        throw error;
      });
    return { recordingId: row.id, content: { id: contentId, sm3: stored.sm3 } };
  },

  async change(
    { id, recording, n }: InputOf<Calls['uploadSegment']>,
    { db, services, now }: Public,
    { recordingId, content }: Received,
  ) {
    if (content) {
      requireBound(await lockDevice(db, id));
      const row = await findByNumber(db, id, recording, 'for no key update');
      const isOpen = row?.state === 'open' || row?.state === 'ended';
      const isNew = isOpen && (await setContent(db, recordingId, n, { contentId: content.id, sm3: content.sm3, now }));
      if (!isNew) await services.store.remove(sentPlace(content.id));
      if (!isNew && !(await findSegment(db, recordingId, n))?.storedAt) throw new Refusal('RECORDING_CLOSED');
    }
    return { n, isStored: true as const };
  },
};

/** Stops early if more arrives than was signed. @throws Refusal SEGMENT_DIFFERS */
async function* bounded(stream: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let received = 0;
  for await (const chunk of stream) {
    received += chunk.length;
    if (received > size) throw new Refusal('SEGMENT_DIFFERS');
    yield chunk;
  }
}
