import { z } from 'zod';

/**
 * Offset of a clock from the time that outside servers agree on. Computed from SNTP packets (RFC 5905) alone, so that
 * everyone with the packets gets the same figures.
 */
export const ClockOffset = z.strictObject({
  /** The clock minus the reference; positive when it is ahead. */
  offsetMs: z.int(),
  /** Largest distance of the true offset from `offsetMs`, provided that the reference is right. */
  uncertaintyMs: z.int().nonnegative(),
});
export type ClockOffset = z.infer<typeof ClockOffset>;

/** A clock's offset from the time that at least two servers agree on. */
export const ClockReading = ClockOffset.extend({
  /** Number of servers that agree: at least two, and a majority of the servers that gave a time. */
  sources: z.int().min(2),
});
export type ClockReading = z.infer<typeof ClockReading>;

/** One request to a time server with its response: a value of `data/clock.json`, see docs/formats/data.md. */
export const ClockSample = z.object({
  server: z.string(),
  address: z.string().nullable(),
  sentAt: z.iso.datetime({ precision: 3 }),
  request: z.base64(),
  answer: z.base64().nullable(),
  elapsedMs: z.number().nonnegative().nullable(),
  error: z.string().nullable(),
});
export type ClockSample = z.infer<typeof ClockSample>;

/** The content of `data/clock.json`: samples from before and after the capture. */
export const ClockRecord = z.object({ before: z.array(ClockSample), after: z.array(ClockSample) });
export type ClockRecord = z.infer<typeof ClockRecord>;

/** The result of one sample: a time with its bound, or why there is none. */
export type Judged =
  | { outcome: 'answered'; offsetMs: number; uncertaintyMs: number }
  /** `refused`: a kiss-o'-death packet (RFC 5905 §7.4) with its code in `why`. */
  | { outcome: 'silent' | 'unreachable' | 'refused' | 'invalid'; why: string };

const packetBytes = 48;
/** Seconds from 1900 to 1970 (RFC 5905 §6). */
const unixEpochSeconds = 2_208_988_800;
/** A server with a larger error bound is not used as a reference. */
const widestServerMs = 1_000;
/** `sentAt` is truncated to milliseconds. */
const resolutionMs = 1;

/** Builds a client packet (RFC 5905 §7.3, version 4, mode 3), empty but for a nonce as its transmit timestamp. */
export function clockRequest(nonce: Uint8Array): Uint8Array {
  const packet = new Uint8Array(packetBytes);
  packet[0] = 0x23;
  packet.set(nonce.subarray(0, 8), 40);
  return packet;
}

/** Whether a packet repeats the request's nonce as its origin timestamp (RFC 5905 §8). */
export const answers = (request: Uint8Array, answer: Uint8Array): boolean =>
  answer.length >= packetBytes && request.subarray(40, 48).every((byte, i) => answer[24 + i] === byte);

/** Evaluates one sample: validates the response and computes offset and error bound. Never throws. */
export function judgeSample({ request, answer, sentAt, elapsedMs, error }: ClockSample): Judged {
  if (answer === null || elapsedMs === null)
    return error === null ? { outcome: 'silent', why: '' } : { outcome: 'unreachable', why: error };
  const bytes = bytesOf(answer);
  if (!answers(bytesOf(request), bytes)) return { outcome: 'invalid', why: 'it does not answer the request' };
  return judgeAnswer(bytes, Date.parse(sentAt), elapsedMs);
}

/** Applies the checks of RFC 5905 §8 and RFC 4330 §5; the bound is half the round trip plus the root distance (RFC 5905 §11.2). */
function judgeAnswer(bytes: Uint8Array, sentMs: number, elapsedMs: number): Judged {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint8(0);
  const stratum = view.getUint8(1);
  const version = (first >> 3) & 7;
  if ((first & 7) !== 4 || version < 3 || version > 4)
    return { outcome: 'invalid', why: 'it is no answer of a server' };
  if (stratum === 0) return { outcome: 'refused', why: kissCode(bytes) };
  if (first >> 6 === 3 || stratum > 15) return { outcome: 'invalid', why: 'the server is not synchronised' };
  const rootDelayMs = shortMs(view, 4);
  const rootDispersionMs = shortMs(view, 8);
  const receivedMs = timestampMs(view, 32, sentMs);
  const answeredMs = timestampMs(view, 40, sentMs);
  const wayMs = elapsedMs - (answeredMs - receivedMs);
  if (answeredMs < receivedMs || wayMs < 0 || rootDelayMs > widestServerMs || rootDispersionMs > widestServerMs)
    return { outcome: 'invalid', why: 'its times cannot be' };
  return {
    outcome: 'answered',
    offsetMs: (sentMs - receivedMs + (sentMs + elapsedMs - answeredMs)) / 2,
    uncertaintyMs: (wayMs + rootDelayMs) / 2 + rootDispersionMs + resolutionMs,
  };
}

/**
 * Finds the largest set of servers whose intervals share a point (intersection algorithm, RFC 5905 §11.2.1). Entries with
 * the same address count as one server.
 * @returns null if fewer than two agree, or no majority of the answering servers
 */
export function agreedReading(samples: readonly ClockSample[]): ClockReading | null {
  const byAddress = new Map(samples.map((sample) => [sample.address, judgeSample(sample)]));
  const given = [...byAddress.values()].filter((judged) => judged.outcome === 'answered');
  const edges = given
    .flatMap(({ offsetMs, uncertaintyMs }) => [
      { at: offsetMs - uncertaintyMs, step: 1 },
      { at: offsetMs + uncertaintyMs, step: -1 },
    ])
    .sort((a, b) => a.at - b.at || b.step - a.step);
  let open = 0;
  let best = { sources: 0, from: 0, to: 0 };
  for (const [i, { at, step }] of edges.entries()) {
    open += step;
    if (open > best.sources) best = { sources: open, from: at, to: edges[i + 1]?.at ?? at };
  }
  if (best.sources < 2 || best.sources * 2 <= given.length) return null;
  // Adding 0 turns -0 into 0: JSON has no -0, and parsing must return the same value.
  const offsetMs = Math.round((best.from + best.to) / 2) + 0;
  const uncertaintyMs = Math.ceil(Math.max(best.to - offsetMs, offsetMs - best.from));
  return { offsetMs, uncertaintyMs, sources: best.sources };
}

const kissCode = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(12, 16)).replace(/[^A-Za-z0-9]/g, '');

/** Reads seconds in 16.16 fixed point. */
const shortMs = (view: DataView, at: number): number => (view.getUint32(at) / 2 ** 16) * 1000;

/** Reads seconds in 32.32 fixed point, in the era nearest to the given time (RFC 5905 §6). */
function timestampMs(view: DataView, at: number, nearMs: number): number {
  const nearSeconds = Math.floor(nearMs / 1000) + unixEpochSeconds;
  const distance = (view.getUint32(at) - nearSeconds) | 0;
  return (nearSeconds + distance - unixEpochSeconds) * 1000 + (view.getUint32(at + 4) / 2 ** 32) * 1000;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
