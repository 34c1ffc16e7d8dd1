import { z } from 'zod';
import { AttestationSummary } from '../attestations/attestation.ts';
import { Labels } from '../attestations/fields.ts';
import { bytes, call, nil } from '../call.ts';
import { attestationNameLength, remarkLength } from '../shared/limits.ts';
import { count, listOf, objects, page, several } from '../shared/lists.ts';
import {
  BindingCode,
  DeviceBinding,
  DeviceRecording,
  DeviceRecordingDetail,
  DeviceStatus,
  deviceLimits,
  EnforcerDevice,
  SignedSegment,
} from './device.ts';
import { DeviceRecordingState, DeviceState, deviceRecordingStateTable, deviceStateTable } from './states.ts';

const one = z.strictObject({ id: z.uuid() });
const SegmentNumber = count.min(1).max(deviceLimits.segments);
const Name = z.string().trim().min(1).max(deviceLimits.nameLength);

/** Calls of users about their devices and recordings. */
const userCalls = {
  bindingCode: call({
    method: 'GET',
    path: '/creditor/enforcer/bind/device',
    who: 'user',
    needs: 'preserve',
    summary: 'Creates a code for binding a new device; with `code`, returns the device that announced itself with it.',
    input: z.strictObject({ code: BindingCode.optional() }),
    reply: DeviceBinding,
    refusals: ['DEVICE_CODE', 'DEVICES_FULL'],
    limits: [{ per: 'login', times: 1_000, seconds: 3_600 }],
    audit: null,
  }),
  bindDevice: call({
    method: 'POST',
    path: '/creditor/enforcer/bind',
    who: 'user',
    needs: 'preserve',
    summary: 'Binds the device that announced itself with this code, after you compared its check number.',
    input: z.strictObject({ code: BindingCode, name: Name.optional() }),
    reply: EnforcerDevice,
    refusals: ['DEVICE_CODE', 'DEVICES_FULL', 'STATE_FORBIDS'],
    audit: 'device.bound',
  }),
  unbindDevice: call({
    method: 'PUT',
    path: '/creditor/enforcer/unBind',
    who: 'user',
    needs: 'preserve',
    summary: 'Unbinds a device: data signed with its key is no longer accepted. Its recordings are kept.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'device.unbound',
  }),
  deviceList: call({
    method: 'GET',
    path: '/creditor/enforcer/bind/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists your devices, the newest binding first.',
    input: z.strictObject({ ...page, states: several(DeviceState, deviceStateTable.states.length).optional() }),
    reply: listOf(EnforcerDevice),
  }),
  recordingList: call({
    method: 'POST',
    path: '/creditor/enforcer/attestation/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists the recordings of your devices, newest first.',
    input: z.strictObject({
      ...page,
      states: several(DeviceRecordingState, deviceRecordingStateTable.states.length).optional(),
      deviceId: z.uuid().optional(),
    }),
    reply: listOf(DeviceRecording),
  }),
  recording: call({
    method: 'GET',
    path: '/creditor/enforcer/attestation/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns a recording with its segments, positions and gaps.',
    input: one,
    reply: DeviceRecordingDetail,
  }),
  recordingSegment: call({
    method: 'GET',
    path: '/creditor/enforcer/attestation/{id}/segment/{n}',
    who: 'user',
    needs: 'evidence',
    summary: 'Plays the content of one segment, or a range of it.',
    input: z.strictObject({ id: z.uuid(), n: SegmentNumber }),
    reply: bytes,
    produces: 'application/octet-stream',
    limits: [{ per: 'login', times: 6_000, seconds: 600 }],
  }),
  deleteRecording: call({
    method: 'DELETE',
    path: '/creditor/enforcer/attestation/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Deletes a recording that was not paid for, with all its segments.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'recording.deleted',
  }),
  closeRecording: call({
    method: 'POST',
    path: '/creditor/enforcer/attestation/{id}/close',
    who: 'user',
    needs: 'preserve',
    summary: 'Ends a recording that its device no longer uploads, so that the received part can be paid for.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'recording.closed',
  }),
  payRecording: call({
    method: 'PUT',
    path: '/creditor/enforcer/attestation/pay/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Pays for a recording by the minute; the received part is then sealed and certified.',
    input: z.strictObject({
      id: z.uuid(),
      name: z.string().trim().max(attestationNameLength).default(''),
      labels: Labels,
      remark: z.string().trim().max(remarkLength).default(''),
      /** Pays by a separate order what packages don't cover. */
      byOrder: z.stringbool().or(z.boolean()).default(false),
    }),
    reply: z.strictObject({ attestation: AttestationSummary, orderNo: z.string().nullable() }),
    refusals: ['STATE_FORBIDS', 'RECORDING_EMPTY', 'STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'ORDERS_OPEN'],
    audit: 'recording.submitted',
  }),
};

/** Calls of devices, which have no session: each proves what it sends by signatures (`docs/formats/device.md`). */
const deviceCalls = {
  announceDevice: call({
    method: 'POST',
    path: '/creditor/enforcer/device',
    who: 'public',
    summary: 'Announces a device with its public key and a binding code; a user has to confirm it.',
    input: z.strictObject({
      code: BindingCode,
      /** SubjectPublicKeyInfo of a P-256 key, DER, base64. */
      publicKey: z.base64().max(200),
      /** r ‖ s over `announcementText`, base64. */
      signature: z.base64().length(88),
      name: Name,
    }),
    reply: DeviceStatus,
    refusals: ['DEVICE_CODE', 'DEVICE_SIGNATURE'],
    limits: [{ per: 'address', times: 30, seconds: 600 }],
    audit: 'device.announced',
  }),
  deviceStatus: call({
    method: 'GET',
    path: '/creditor/enforcer/device/{id}',
    who: 'public',
    summary: 'Returns whether a device is bound, and the current time.',
    input: one,
    reply: DeviceStatus,
    limits: [{ per: 'address', times: 3_000, seconds: 600 }],
  }),
  announceSegments: call({
    method: 'POST',
    path: '/creditor/enforcer/device/{id}/segments',
    who: 'public',
    summary: 'Announces signed segments of a recording; returns which contents are still missing.',
    maxBytes: 2 ** 20,
    input: z.strictObject({ id: z.uuid(), segments: objects(SignedSegment, deviceLimits.announced) }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          recording: z.string(),
          n: z.int(),
          /** Its content is durably stored, so the device may remove its own copy. */
          isStored: z.boolean(),
        }),
      ),
    }),
    refusals: [
      'DEVICE_UNBOUND',
      'DEVICE_SIGNATURE',
      'SEGMENT_INVALID',
      'SEGMENT_CHAIN',
      'RECORDING_CLOSED',
      'STORAGE_FULL',
    ],
    limits: [{ per: 'address', times: 3_000, seconds: 600 }],
    audit: null,
  }),
  uploadSegment: call({
    method: 'PUT',
    path: '/creditor/enforcer/device/{id}/recording/{recording}/segment/{n}',
    who: 'public',
    summary: 'Sends the content of an announced segment. Sending it again changes nothing.',
    input: z.strictObject({ id: z.uuid(), recording: z.uuid(), n: SegmentNumber }),
    consumes: 'multipart/form-data',
    maxBytes: deviceLimits.segmentBytes + 2 ** 16,
    reply: z.strictObject({ n: z.int(), isStored: z.literal(true) }),
    refusals: ['DEVICE_UNBOUND', 'SEGMENT_UNKNOWN', 'SEGMENT_DIFFERS', 'RECORDING_CLOSED', 'STORAGE_FULL'],
    limits: [{ per: 'address', times: 6_000, seconds: 600 }],
    audit: null,
  }),
};

/** Records of the calls about enforcer devices. */
export const enforcerCalls = { ...userCalls, ...deviceCalls };
