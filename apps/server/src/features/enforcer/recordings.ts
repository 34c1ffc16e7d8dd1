import { gapsOf, SegmentHeader, segmentPath } from '@proofkeep/bundle';
import {
  type AttestationSummary,
  type Bytes,
  type DeviceRecording,
  type DeviceRecordingDetail,
  type DeviceSegment,
  type enforcerCalls,
  type InputOf,
  recordingMinutes,
} from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { scopeOf } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findAttestation, findSummaries, sentKey } from '../attestations/service.ts';
import { storedParts } from '../evidence/service.ts';
import { type DeviceRow, deviceOf, findDevice } from './device-store.ts';
import { moveRecording } from './lifecycle.ts';
import { type ListedRecording, listRecordings, lockRecording, type RecordingRow } from './recording-store.ts';
import { deleteSegments, findSegment, findSegments, type SegmentRow, storedBytes } from './segment-store.ts';

type Calls = typeof enforcerCalls;
type User = Context<'user'>;

export async function recordingList(query: InputOf<Calls['recordingList']>, { db, caller }: User) {
  const { rows, total } = await listRecordings(db, scopeOf(caller), query);
  const anos = rows.flatMap(({ ano }) => ano ?? []);
  const attestations = await findSummaries(db, scopeOf(caller), anos);
  return { list: rows.map((row) => recordingOf(row, attestations.get(row.ano ?? ''))), total };
}

const recordingOf = (row: ListedRecording, attestation: AttestationSummary | undefined): DeviceRecording => ({
  id: row.id,
  deviceId: row.deviceId,
  deviceName: row.deviceName,
  state: row.state,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt.toISOString(),
  recordedMs: row.recordedMs,
  minutes: recordingMinutes(row),
  segments: row.segments,
  held: row.held,
  sizeBytes: row.sizeBytes,
  receivedAt: row.createdAt.toISOString(),
  changedAt: row.changedAt.toISOString(),
  attestation: attestation ?? null,
});

/** @throws Refusal NOT_FOUND */
export async function requireRecording({ db, caller }: User, id: string): Promise<ListedRecording> {
  const { rows } = await listRecordings(db, scopeOf(caller), { id, page: 1, size: 1 });
  const [row] = rows;
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export async function recording({ id }: InputOf<Calls['recording']>, context: User): Promise<DeviceRecordingDetail> {
  const { db, caller } = context;
  const row = await requireRecording(context, id);
  const attestations = await findSummaries(db, scopeOf(caller), row.ano === null ? [] : [row.ano]);
  const segments = await findSegments(db, id);
  const stored = new Set(segments.filter(({ storedAt }) => storedAt).map(({ n }) => n));
  return {
    ...recordingOf(row, attestations.get(row.ano ?? '')),
    device: deviceOf((await findDevice(db, row.deviceId)) as DeviceRow),
    list: segments.map(segmentOf),
    gaps: gapsOf(segments.map(headerOf), (n) => stored.has(n)),
  };
}

export const headerOf = ({ header }: SegmentRow): SegmentHeader => SegmentHeader.parse(JSON.parse(header));

function segmentOf(row: SegmentRow): DeviceSegment {
  const { n, fromMs, toMs, startedAt, endedAt, clock, positions, events, mediaType, size, sha256 } = headerOf(row);
  const times = { receivedAt: row.receivedAt.toISOString(), storedAt: row.storedAt?.toISOString() ?? null };
  return {
    n,
    fromMs,
    toMs,
    startedAt,
    endedAt,
    clock,
    positions,
    events,
    mediaType,
    sizeBytes: size,
    sha256,
    ...times,
  };
}

/**
 * Plays a segment; once sealed, from the evidence, since the uploaded content is removed then. The media type is one of
 * a closed list, and browsers may not guess another. @throws Refusal NOT_FOUND
 */
export async function recordingSegment({ id, n }: InputOf<Calls['recordingSegment']>, context: User): Promise<Bytes> {
  const { db, services } = context;
  const { ano } = await requireRecording(context, id);
  const row = await findSegment(db, id, n);
  if (!row || row.contentId === null) throw new Refusal('NOT_FOUND');
  const header = headerOf(row);
  const { mediaType, size: sizeBytes, sha256 } = header;
  const attestation = ano === null ? undefined : await findAttestation(db, ano);
  const sealed = attestation && (await storedParts(services.store, attestation)).get(segmentPath(header));
  const key = sealed?.key ?? sentKey(row.contentId);
  const ranged = {
    sizeBytes,
    etag: `"${sha256}"`,
    read: (range: { start: number; end: number }) => services.store.read(key, range),
  };
  return { mediaType, isFixed: true, ranged };
}

/** @throws Refusal NOT_FOUND */
export async function requireLocked({ db, caller }: User, id: string): Promise<RecordingRow> {
  const row = await lockRecording(db, scopeOf(caller), id);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** @throws Refusal NOT_FOUND, STATE_FORBIDS once it was submitted */
export async function deleteRecording({ id }: InputOf<Calls['deleteRecording']>, context: User) {
  const { db, now, audit } = context;
  const { number } = await requireLocked(context, id);
  await moveRecording(db, id, {
    event: 'deleted',
    who: 'holder',
    now,
    set: { deleted_bytes: await storedBytes(db, id) },
  });
  await deleteSegments(db, id);
  audit({ recording: number });
  return null;
}

/** @throws Refusal NOT_FOUND, STATE_FORBIDS unless it is open */
export async function closeRecording({ id }: InputOf<Calls['closeRecording']>, context: User) {
  const { db, now, audit } = context;
  const { number } = await requireLocked(context, id);
  await moveRecording(db, id, { event: 'closed', who: 'holder', now });
  audit({ recording: number });
  return null;
}
