import { z } from 'zod';
import { digest, size, time } from './fields.ts';
import { canonicalBytes } from './jcs.ts';

const natural = z.int().nonnegative();

/** Most segments of one recording. */
export const mostSegments = 3_000;

/** Bounds of one segment. */
export const segmentBounds = {
  longestMs: 120_000,
  /** Latest `toMs` of a recording: 24 days. */
  latestMs: 2 ** 31 - 1,
  mostBytes: 64 * 2 ** 20,
} as const;

/** Media types of a segment, with the ending of its file. */
export const segmentEndings = {
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
} as const;

/** Events on the device while it recorded; `docs/formats/device.md` defines each one. */
export const deviceEvents = [
  'hidden',
  'shown',
  'camera-stopped',
  'camera-resumed',
  'offline',
  'online',
  'position-lost',
] as const;

/**
 * Signed header of one segment: the signature is over the RFC 8785 form of this value. Each segment names the digest of the
 * header before it. Times and positions are the device's claims.
 */
export const SegmentHeader = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-segment'),
  /** SHA-256 of the device's SubjectPublicKeyInfo. */
  device: digest,
  /** Random number of the recording, made by the device. */
  recording: z.uuid(),
  /** Counted from 1 without gaps. */
  n: z.int().min(1).max(mostSegments),
  /** SHA-256 of the previous header; of the first: of `DeviceRecordingStart`. */
  previous: digest,
  /** Milliseconds since the recording began, by a clock that can't be set. */
  fromMs: natural,
  toMs: natural,
  /** By the device's wall clock. */
  startedAt: time,
  endedAt: time,
  /** The wall clock minus the service's, when they were last compared; null: not compared. */
  clock: z.strictObject({ comparedAt: time, offsetMs: z.int(), uncertaintyMs: natural }).nullable(),
  /** In ten-millionths of a degree (WGS 84) and centimetres. */
  positions: z
    .array(
      z.strictObject({
        atMs: natural,
        latitudeE7: z.int().min(-900_000_000).max(900_000_000),
        longitudeE7: z.int().min(-1_800_000_000).max(1_800_000_000),
        accuracyCm: natural,
      }),
    )
    .max(60),
  events: z.array(z.strictObject({ atMs: natural, event: z.enum(deviceEvents) })).max(60),
  mediaType: z.enum(Object.keys(segmentEndings) as [keyof typeof segmentEndings]),
  size,
  sha256: digest,
  /** The recording ends with this segment. */
  isLast: z.boolean(),
});
export type SegmentHeader = z.infer<typeof SegmentHeader>;

/** Whether a segment keeps to `segmentBounds`, is not empty, and doesn't end before it begins. */
export const isBounded = ({ fromMs, toMs, size: bytes }: SegmentHeader): boolean =>
  toMs >= fromMs &&
  toMs - fromMs <= segmentBounds.longestMs &&
  toMs <= segmentBounds.latestMs &&
  bytes > 0 &&
  bytes <= segmentBounds.mostBytes;

/**
 * One line of `data/segments.jsonl`, in RFC 8785 form. `receivedAt` is the service's word: when it had the header. `signature` is
 * ECDSA with P-256 and SHA-256 over the header, base64 of the DER form.
 */
export const SegmentLine = z.strictObject({ header: SegmentHeader, receivedAt: time, signature: z.base64().max(100) });
export type SegmentLine = z.infer<typeof SegmentLine>;

/** Value that the first segment of a recording is chained to. */
export const DeviceRecordingStart = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-device-recording'),
  device: digest,
  recording: z.uuid(),
});
export type DeviceRecordingStart = z.infer<typeof DeviceRecordingStart>;

/** Bytes whose SHA-256 the first segment names as `previous`. */
export const deviceRecordingStart = (device: string, recording: string): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-device-recording', device, recording } satisfies DeviceRecordingStart);

/** Folder of the contents of segments in a bundle. */
export const segmentsFolder = 'data/segments/';

/** Where the bundle has the content of a segment. */
export const segmentPath = ({ n, mediaType }: Pick<SegmentHeader, 'n' | 'mediaType'>): string =>
  `${segmentsFolder}${String(n).padStart(6, '0')}.${segmentEndings[mediaType]}`;

/** Something that a recording lacks. */
export type Gap =
  /** Segments whose headers the service never got; nothing is known of them. */
  | { kind: 'missing'; n: number; last: number }
  /** Segments whose digest is known and whose content the service never got. */
  | { kind: 'content'; n: number; last: number }
  /** Time without a recording before segment `n`. */
  | { kind: 'pause'; n: number; ms: number }
  /** Milliseconds by which the device's wall clock was set before segment `n`. */
  | { kind: 'clock'; n: number; ms: number }
  /** No segment says that it is the last. */
  | { kind: 'end'; n: number };

/** Less than this between two segments is no pause, and no change of the clock. */
const toleranceMs = 2_000;

/**
 * Finds what a recording lacks.
 * @param headers in order
 * @param hasContent whether the content of a segment is there
 */
export function gapsOf(headers: readonly SegmentHeader[], hasContent: (n: number) => boolean): Gap[] {
  const gaps: Gap[] = [];
  let before: SegmentHeader | undefined;
  for (const header of headers) {
    const { n } = header;
    const next = (before?.n ?? 0) + 1;
    if (n > next) gaps.push({ kind: 'missing', n: next, last: n - 1 });
    if (before && n === next && header.fromMs - before.toMs > toleranceMs)
      gaps.push({ kind: 'pause', n, ms: header.fromMs - before.toMs });
    const setMs = before ? clockOf(header) - clockOf(before) : 0;
    if (Math.abs(setMs) > toleranceMs) gaps.push({ kind: 'clock', n, ms: setMs });
    if (!hasContent(n)) addContent(gaps, n);
    before = header;
  }
  if (before && !before.isLast) gaps.push({ kind: 'end', n: before.n });
  return gaps;
}

/** Wall clock minus the clock that can't be set. */
const clockOf = ({ startedAt, fromMs }: SegmentHeader): number => Date.parse(startedAt) - fromMs;

function addContent(gaps: Gap[], n: number): void {
  const last = gaps.at(-1);
  if (last?.kind === 'content' && last.last === n - 1) last.last = n;
  else gaps.push({ kind: 'content', n, last: n });
}

/** Converts r ‖ s of P-256, as WebCrypto signs, to DER (RFC 3279 §2.2.3). */
export function derSignature(raw: Uint8Array): Uint8Array {
  const [r, s] = [integer(raw.subarray(0, 32)), integer(raw.subarray(32, 64))];
  return Uint8Array.from([0x30, r.length + s.length, ...r, ...s]);
}

function integer(bytes: Uint8Array): number[] {
  const from = bytes.findIndex((byte) => byte !== 0);
  const value = [...bytes.subarray(from < 0 ? bytes.length - 1 : from)];
  if ((value[0] as number) >= 0x80) value.unshift(0);
  return [0x02, value.length, ...value];
}
