interface Size {
  width: number;
  height: number;
}

/**
 * A minimal Matroska writer (RFC 9559) for JPEG frames as received: one video track (V_MJPEG), times in milliseconds,
 * elements of unknown size (RFC 8794 §6.2), so that the bytes written so far are a playable file at any time.
 */

const id = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  dateUtc: 0x4461,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const unknownSize = Buffer.from('01ffffffffffffff', 'hex');
/** Milliseconds between 1970 and 2001, the epoch of Matroska dates. */
const epochMs = Date.UTC(2001, 0, 1);
/** Block times are 16-bit offsets from their cluster's. */
export const longestClusterMs = 32_000;

/** Bytes before the first cluster. */
export function header(size: Size, startedAt: Date, tool: string): Buffer {
  const date = Buffer.alloc(8);
  date.writeBigInt64BE(BigInt(startedAt.getTime() - epochMs) * 1_000_000n);
  return Buffer.concat([
    master(id.ebml, text(id.docType, 'matroska'), number(id.docTypeVersion, 4), number(id.docTypeReadVersion, 2)),
    open(id.segment),
    master(
      id.info,
      number(id.timestampScale, 1_000_000),
      text(id.muxingApp, tool),
      text(id.writingApp, tool),
      element(id.dateUtc, date),
    ),
    master(
      id.tracks,
      master(
        id.trackEntry,
        number(id.trackNumber, 1),
        number(id.trackUid, 1),
        number(id.trackType, 1),
        number(id.flagLacing, 0),
        text(id.codecId, 'V_MJPEG'),
        master(id.video, number(id.pixelWidth, size.width), number(id.pixelHeight, size.height)),
      ),
    ),
  ]);
}

/** Begins a cluster; its blocks follow. */
export const clusterStart = (atMs: number): Buffer => Buffer.concat([open(id.cluster), number(id.timestamp, atMs)]);

/** The block header before a frame's bytes, in the cluster that began at `clusterMs`. */
export function blockStart(frameBytes: number, atMs: number, clusterMs: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x81, 0); // Track 1.
  head.writeInt16BE(atMs - clusterMs, 1);
  head.writeUInt8(0x80, 3); // Every JPEG is a key frame.
  return Buffer.concat([idBytes(id.simpleBlock), sizeBytes(head.length + frameBytes), head]);
}

const master = (name: number, ...parts: Buffer[]): Buffer => element(name, Buffer.concat(parts));
const open = (name: number): Buffer => Buffer.concat([idBytes(name), unknownSize]);
const text = (name: number, value: string): Buffer => element(name, Buffer.from(value));
const element = (name: number, content: Buffer): Buffer =>
  Buffer.concat([idBytes(name), sizeBytes(content.length), content]);

function number(name: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  const first = bytes.findIndex((byte) => byte !== 0);
  return element(name, bytes.subarray(first < 0 ? 7 : first));
}

function idBytes(name: number): Buffer {
  const hex = name.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

/** A variable-size integer of eight bytes (RFC 8794 §4). */
function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE((1n << 56n) | BigInt(size));
  return bytes;
}
