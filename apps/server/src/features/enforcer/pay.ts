import { canonicalBytes, type DeviceManifest, paths, type SegmentLine, segmentPath } from '@proofkeep/bundle';
import { deviceRecordingStateTable, type enforcerCalls, type InputOf, recordingMinutes } from '@proofkeep/contract';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/ids.ts';
import type { Context } from '../../http/context.ts';
import { Refusal } from '../../kit/refusal.ts';
import { moveAttestation, type NewEntry, sentKey, submitRecording } from '../attestations/service.ts';
import type { OrderSubject } from '../orders/service.ts';
import { type DeviceRow, findDevice } from './device-store.ts';
import { moveRecording } from './lifecycle.ts';
import { lockOfOrder, lockReleased } from './recording-store.ts';
import { headerOf, requireLocked } from './recordings.ts';
import { findSegments, type SegmentRow } from './segment-store.ts';

type Calls = typeof enforcerCalls;
type User = Context<'user'>;

/**
 * Makes an attestation of the received part of a recording, which then accepts no more segments; the evidence names
 * missing ones. @throws Refusal NOT_FOUND, STATE_FORBIDS, RECORDING_EMPTY, and the refusals of submitting files
 */
export async function payRecording(
  { id, name, labels, remark, byOrder }: InputOf<Calls['payRecording']>,
  context: User,
) {
  const { db, now, audit } = context;
  const { state, deviceId, number } = await requireLocked(context, id);
  if (!deviceRecordingStateTable.after(state, 'submitted', 'holder')) throw new Refusal('STATE_FORBIDS');
  const segments = await findSegments(db, id);
  const held = segments.filter(({ storedAt }) => storedAt !== null);
  if (held.length === 0) throw new Refusal('RECORDING_EMPTY');
  const device = (await findDevice(db, deviceId)) as DeviceRow;
  const facts = factsOf(device, number, segments);
  const sizeBytes = held.map(headerOf).reduce((sum, { size }) => sum + size, 0);
  const recordedMs = held.map(headerOf).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const { attestation, orderNo, orderId } = await submitRecording(
    [
      await written(context, paths.deviceKey, 'application/x-pem-file', pemOf(device)),
      await written(context, paths.segments, 'application/x-ndjson', Buffer.concat(segments.map(lineOf))),
      ...held.map(entryOf),
    ],
    { name, labels, remark, byOrder },
    { title: device.name, minutes: recordingMinutes({ recordedMs, sizeBytes }), device: facts },
    context,
  );
  const set = { ano: attestation.ano, order_id: orderId };
  await moveRecording(db, id, { event: 'submitted', who: 'holder', now, set });
  audit({ recording: number, ano: attestation.ano });
  return { attestation, orderNo };
}

/** Facts of device and recording for the manifest. */
function factsOf(device: DeviceRow, recording: string, segments: readonly SegmentRow[]): DeviceManifest['device'] {
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last || !device.boundAt) throw new Error(`Recording ${recording} has no segments.`);
  const { n, endedAt, isLast } = headerOf(last);
  return {
    key: device.key,
    name: device.name,
    boundAt: device.boundAt.toISOString(),
    recording,
    claimedFrom: headerOf(first).startedAt,
    claimedUntil: endedAt,
    segments: n,
    held: segments.filter(({ storedAt }) => storedAt !== null).length,
    isEnded: isLast,
    head: last.headerSha256,
  };
}

const pemOf = ({ publicKey }: DeviceRow): Buffer => {
  const lines = publicKey.toString('base64').match(/.{1,64}/g) ?? [];
  return Buffer.from(`-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`);
};

function lineOf(row: SegmentRow): Buffer {
  const line = {
    header: headerOf(row),
    receivedAt: row.receivedAt.toISOString(),
    signature: row.signature.toString('base64'),
  } satisfies SegmentLine;
  return Buffer.concat([canonicalBytes(line), Buffer.from('\n')]);
}

/** Stores a small file made by the service; `sweep-devices` removes it if this change is not committed. */
async function written(
  { db, services }: User,
  path: string,
  mediaType: string,
  content: Uint8Array,
): Promise<NewEntry> {
  const receivedId = await newId(db);
  const { size, sha256, sm3 } = await services.store.put(sentKey(receivedId), content);
  return { ...plain, name: path.slice(paths.dataFolder.length), size, path, sha256, sm3, receivedId, mediaType };
}

function entryOf(row: SegmentRow): NewEntry {
  const header = headerOf(row);
  const { size, sha256, mediaType } = header;
  const path = segmentPath(header);
  const { contentId: receivedId, sm3 } = row;
  return { ...plain, name: path.slice(paths.dataFolder.length), size, path, sha256, sm3, receivedId, mediaType };
}

const plain = { modifiedAt: null, declaredSha256: null } as const;

/** Recordings whose attestation waits for an order: if that is closed unpaid, they can be paid for again or deleted. */
export const submittedRecordings: OrderSubject = {
  lock: async () => 0,
  begin: async () => {},
  async lapse(db, { orderId, now }) {
    const set = { ano: null, order_id: null };
    for (const id of await lockOfOrder(db, orderId))
      await moveRecording(db, id, { event: 'lapsed', who: 'service', now, set });
  },
  show: async () => ({ ordered: [], batchId: null, chosen: null }),
};

/** Recordings whose attestation failed or was cancelled can be paid for again, or deleted. */
export const releaseRecordings = (database: Database, now: Date): Promise<void> =>
  database.transaction(async (db) => {
    const set = { ano: null, order_id: null };
    for (const { id, failedAno } of await lockReleased(db, now)) {
      // Otherwise retrying the attestation and paying for the recording again would charge twice.
      if (failedAno !== null) await moveAttestation(db, failedAno, 'released');
      await moveRecording(db, id, { event: 'released', who: 'service', now, set });
    }
  });
