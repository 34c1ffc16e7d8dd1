import { z } from 'zod';
import { AttestationSummary } from '../attestations/attestation.ts';
import { startedMinutes } from '../live-sessions/session.ts';
import { DeviceRecordingState, DeviceState } from './states.ts';

const time = z.iso.datetime();

/** Bounds of enforcer devices. */
export const deviceLimits = {
  /** A binding code is valid for this long. */
  codeMinutes: 10,
  /** Characters of a binding code as it is shown, with its hyphen. */
  codeLength: 9,
  /** Devices that an account may have bound. */
  devices: 100,
  /** Longest name of a device, in characters. */
  nameLength: 60,
  /** Largest content of one segment; `segmentBounds` of the bundle. */
  segmentBytes: 64 * 2 ** 20,
  /** Longest segment; `segmentBounds` of the bundle. */
  segmentMs: 120_000,
  /** Most segments of one recording; `mostSegments` of the bundle. */
  segments: 3_000,
  /** Longest header, in bytes. */
  headerBytes: 16 * 2 ** 10,
  /** Segments that a device announces in one request. */
  announced: 50,
  /** A started minute of the price holds as many bytes: 8 Mbit/s. */
  minuteBytes: 60 * 10 ** 6,
  /** Most bytes of an account's recordings that have no certified attestation. */
  unpaidBytes: 100 * 2 ** 30,
} as const;

/** Minutes that a recording is charged as: by its time, but at least by its size, since the device states the time. */
export const recordingMinutes = ({ recordedMs, sizeBytes }: { recordedMs: number; sizeBytes: number }): number =>
  Math.max(startedMinutes(recordedMs), Math.ceil(sizeBytes / deviceLimits.minuteBytes));

/** Path of the recorder; the binding code follows as the fragment, which browsers don't send. */
export const recorderPath = '/record';

/** Code that a device announces itself with, without its hyphen: Crockford's base 32. */
export const BindingCode = z
  .string()
  .trim()
  .toUpperCase()
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/));

/** Six digits by which a user recognises a device's key on both screens. @param key SHA-256 of the SPKI, hex */
export const deviceCheckNumber = (key: string): string =>
  String(Number.parseInt(key.slice(0, 12), 16) % 1_000_000).padStart(6, '0');

/** The bytes that a device signs to announce itself: proof that it has the private key. */
export const announcementText = (o: { code: string; publicKey: string }): string =>
  `proofkeep-device-announcement\n${o.code}\n${o.publicKey}\n`;

/** An enforcer device. */
export const EnforcerDevice = z.strictObject({
  id: z.string(),
  /** The holder's name for it. */
  name: z.string(),
  state: DeviceState,
  /** SHA-256 of its public key, hex. */
  key: z.string(),
  checkNumber: z.string(),
  /** Self-description of its browser or program. */
  userAgent: z.string(),
  boundAt: time.nullable(),
  /** Name of the person who bound it. */
  boundBy: z.string(),
  unboundAt: time.nullable(),
  /** When it last sent something. */
  seenAt: time.nullable(),
  recordings: z.int(),
});
export type EnforcerDevice = z.infer<typeof EnforcerDevice>;

/** A binding code, and the device that announced itself with it; null until one does. */
export const DeviceBinding = z.strictObject({
  code: z.string(),
  /** Content of the QR code: the recorder's URL with this code. */
  address: z.string(),
  expiresAt: time,
  device: EnforcerDevice.nullable(),
});
export type DeviceBinding = z.infer<typeof DeviceBinding>;

/** One recording of a device in a list. */
export const DeviceRecording = z.strictObject({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  state: DeviceRecordingState,
  /** By the device's clock, as are both ends. */
  startedAt: time,
  endedAt: time,
  /** Time recorded in the segments whose content is here. */
  recordedMs: z.int(),
  /** Minutes charged: recorded minutes, rounded up. */
  minutes: z.int(),
  /** Number of the last segment that was announced. */
  segments: z.int(),
  /** Segments whose content is here. */
  held: z.int(),
  sizeBytes: z.int(),
  /** When the first segment came. */
  receivedAt: time,
  changedAt: time,
  /** The attestation made of it; null while there is none, or outside of what the caller may see. */
  attestation: AttestationSummary.nullable(),
});
export type DeviceRecording = z.infer<typeof DeviceRecording>;

/** A gap in a recording; `n` and `last` are numbers of segments. */
export const DeviceGap = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['missing', 'content']), n: z.int(), last: z.int() }),
  z.strictObject({ kind: z.enum(['pause', 'clock']), n: z.int(), ms: z.int() }),
  z.strictObject({ kind: z.literal('end'), n: z.int() }),
]);
export type DeviceGap = z.infer<typeof DeviceGap>;

/** One segment of a recording. Times and positions are the device's word, `receivedAt` the service's. */
export const DeviceSegment = z.strictObject({
  n: z.int(),
  fromMs: z.int(),
  toMs: z.int(),
  startedAt: time,
  endedAt: time,
  clock: z.strictObject({ comparedAt: time, offsetMs: z.int(), uncertaintyMs: z.int() }).nullable(),
  positions: z.array(z.strictObject({ atMs: z.int(), latitudeE7: z.int(), longitudeE7: z.int(), accuracyCm: z.int() })),
  events: z.array(z.strictObject({ atMs: z.int(), event: z.string() })),
  mediaType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  receivedAt: time,
  /** When its content was stored; null: it is not here. */
  storedAt: time.nullable(),
});
export type DeviceSegment = z.infer<typeof DeviceSegment>;

/** A recording with everything its account may see of it. */
export const DeviceRecordingDetail = DeviceRecording.extend({
  device: EnforcerDevice,
  list: z.array(DeviceSegment),
  gaps: z.array(DeviceGap),
});
export type DeviceRecordingDetail = z.infer<typeof DeviceRecordingDetail>;

/** The service's answer to a device about itself. */
export const DeviceStatus = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: DeviceState,
  /** The service's time, by which a device compares its clock. */
  now: z.iso.datetime({ precision: 3 }),
});
export type DeviceStatus = z.infer<typeof DeviceStatus>;

/** A signed header: its exact text, and r ‖ s of ECDSA with P-256 and SHA-256 over it, base64. */
export const SignedSegment = z.strictObject({
  header: z.string().max(deviceLimits.headerBytes),
  signature: z.base64().length(88),
});
export type SignedSegment = z.infer<typeof SignedSegment>;
