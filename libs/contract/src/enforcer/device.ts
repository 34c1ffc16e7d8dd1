import { z } from 'zod';
import { AttestationSummary } from '../attestations/attestation.ts';
import { startedMinutes } from '../live-sessions/session.ts';
import { DeviceRecordingState, DeviceState } from './states.ts';

const time = z.iso.datetime();

/** Limits of enforcer devices. */
export const deviceLimits = {
  /** A binding code is valid for this long. */
  codeMinutes: 10,
  /** Length of a binding code as displayed, with its hyphen. */
  codeLength: 9,
  /** Maximum number of bound devices per account. */
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
  /** Maximum number of segments announced in one request. */
  announced: 50,
  /** A charged minute covers at most this many bytes: 8 Mbit/s. */
  minuteBytes: 60 * 10 ** 6,
  /** Maximum bytes of an account's recordings without a certified attestation. */
  unpaidBytes: 100 * 2 ** 30,
} as const;

/** Minutes charged for a recording: by its time, but at least by its size, because the device states the time. */
export const recordingMinutes = ({ recordedMs, sizeBytes }: { recordedMs: number; sizeBytes: number }): number =>
  Math.max(startedMinutes(recordedMs), Math.ceil(sizeBytes / deviceLimits.minuteBytes));

/** Path of the recorder; the binding code follows as the fragment, which browsers don't send. */
export const recorderPath = '/record';

/** Code with which a device announces itself, without its hyphen: Crockford's base 32. */
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
  /** By the device's clock, like `endedAt`. */
  startedAt: time,
  endedAt: time,
  /** Time recorded in the segments whose content has arrived. */
  recordedMs: z.int(),
  /** Minutes charged: recorded minutes, rounded up. */
  minutes: z.int(),
  /** Number of the last announced segment. */
  segments: z.int(),
  /** Segments whose content has arrived. */
  held: z.int(),
  sizeBytes: z.int(),
  /** When the first segment arrived. */
  receivedAt: time,
  changedAt: time,
  /** The attestation made of it; null if there is none, or the caller may not see it. */
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

/** One segment of a recording. Times and positions are the device's claims, `receivedAt` is the service's time. */
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
  /** When its content was stored; null if it hasn't arrived. */
  storedAt: time.nullable(),
});
export type DeviceSegment = z.infer<typeof DeviceSegment>;

/** A recording with everything its account may see. */
export const DeviceRecordingDetail = DeviceRecording.extend({
  device: EnforcerDevice,
  list: z.array(DeviceSegment),
  gaps: z.array(DeviceGap),
});
export type DeviceRecordingDetail = z.infer<typeof DeviceRecordingDetail>;

/** The service's reply to a device about itself. */
export const DeviceStatus = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: DeviceState,
  /** The service's time, with which a device compares its clock. */
  now: z.iso.datetime({ precision: 3 }),
});
export type DeviceStatus = z.infer<typeof DeviceStatus>;

/** A signed header: its exact text, and r ‖ s of ECDSA with P-256 and SHA-256 over it, base64. */
export const SignedSegment = z.strictObject({
  header: z.string().max(deviceLimits.headerBytes),
  signature: z.base64().length(88),
});
export type SignedSegment = z.infer<typeof SignedSegment>;
