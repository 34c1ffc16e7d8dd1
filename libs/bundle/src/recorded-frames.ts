import { BundleError } from './error.ts';

/** A picture of a recording. */
export interface RecordedFrame {
  /** Milliseconds since the start of the recording. */
  atMs: number;
  jpeg: Uint8Array;
}

/** IDs of the elements that are read (RFC 9559); all others are skipped. */
const segment = 0x18538067;
const cluster = 0x1f43b675;
const timestamp = 0xe7;
const simpleBlock = 0xa3;
/** Track, time relative to the cluster, and flags, which precede a block's content, for tracks below 128. */
const blockHead = 4;

/**
 * Reads the pictures in a chunk's part of `data/recording.mkv`, which begins with the file's head or a cluster and ends
 * with a whole block. @throws BundleError RECORDING_INVALID if the part has another form
 */
export function recordedFrames(part: Uint8Array): RecordedFrame[] {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  const frames: RecordedFrame[] = [];
  let clusterMs: number | null = null;
  for (let at = 0; at < part.length; ) {
    const id = readId(view, at);
    const size = readSize(view, at + id.length);
    const from = at + id.length + size.length;
    if (id.value === segment || id.value === cluster) {
      at = from;
      continue;
    }
    if (size.value === null || from + size.value > part.length) throw broken();
    if (id.value === timestamp) clusterMs = readNumber(view, from, size.value);
    else if (id.value === simpleBlock) {
      if (clusterMs === null || size.value < blockHead) throw broken();
      const atMs = clusterMs + view.getInt16(from + 1);
      frames.push({ atMs, jpeg: part.subarray(from + blockHead, from + size.value) });
    }
    at = from + size.value;
  }
  return frames;
}

/** Length of a variable-size integer (RFC 8794 §4.1), by its first byte. */
function lengthAt(view: DataView, at: number, longest: number): number {
  const length = at < view.byteLength ? Math.clz32(view.getUint8(at)) - 23 : 0;
  if (length < 1 || length > longest || at + length > view.byteLength) throw broken();
  return length;
}

function readId(view: DataView, at: number): { value: number; length: number } {
  const length = lengthAt(view, at, 4);
  return { value: readNumber(view, at, length), length };
}

/** The size is null if it is unknown (RFC 8794 §6.2) or larger than any file. */
function readSize(view: DataView, at: number): { value: number | null; length: number } {
  const length = lengthAt(view, at, 8);
  const first = view.getUint8(at) & (0xff >> length);
  const value = first * 256 ** (length - 1) + readNumber(view, at + 1, length - 1);
  const isUnknown = value >= Math.min(2 ** (7 * length) - 1, Number.MAX_SAFE_INTEGER);
  return { value: isUnknown ? null : value, length };
}

function readNumber(view: DataView, at: number, length: number): number {
  let value = 0;
  for (let i = at; i < at + length; i++) value = value * 256 + view.getUint8(i);
  return value;
}

const broken = () => new BundleError('RECORDING_INVALID', 'The recording is not of the form that the recorder writes.');
