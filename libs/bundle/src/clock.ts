import { z } from 'zod';

/**
 * How far a clock is from the time that outside servers agree on, worked out from the packets of SNTP (RFC 5905) alone, so
 * that whoever has the packets gets the same figures.
 */
export const ClockOffset = z.strictObject({
  /** The clock in question minus the reference; positive: it is ahead. */
  offsetMs: z.int(),
  /** The true offset is not further from `offsetMs` than this, provided that the reference is right. */
  uncertaintyMs: z.int().nonnegative(),
});
export type ClockOffset = z.infer<typeof ClockOffset>;

export const ClockReading = ClockOffset.extend({
  /** How many servers agree; never fewer than two, and always the majority of those that gave a time. */
  sources: z.int().min(2),
});
export type ClockReading = z.infer<typeof ClockReading>;

/** One question to a time server with its answer: a value of `data/clock.json`, whose members docs/formats/data.md explains. */
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

export const ClockRecord = z.object({ before: z.array(ClockSample), after: z.array(ClockSample) });
export type ClockRecord = z.infer<typeof ClockRecord>;

/** What one sample says: a time with its bound, or why it says none. */
export type Judged =
  | { outcome: 'answered'; offsetMs: number; uncertaintyMs: number }
  /** `refused`: a kiss-o'-death packet (RFC 5905 §7.4), `why` is its code. */
  | { outcome: 'silent' | 'unreachable' | 'refused' | 'invalid'; why: string };

const packetBytes = 48;
/** From 1900 to 1970 (RFC 5905 §6). */
const unixEpochSeconds = 2_208_988_800;
/** A server that is itself this unsure is no reference. */
const widestServerMs = 1_000;
/** `sentAt` is cut to whole milliseconds. */
const resolutionMs = 1;

/** A client's packet (RFC 5905 §7.3, version 4, mode 3) with nothing in it but a nonce as its transmit timestamp. */
export function clockRequest(nonce: Uint8Array): Uint8Array {
  const packet = new Uint8Array(packetBytes);
  packet[0] = 0x23;
  packet.set(nonce.subarray(0, 8), 40);
  return packet;
}

/** Whether a packet repeats the nonce of the request where an answer does (RFC 5905 §8, the origin timestamp). */
export const answers = (request: Uint8Array, answer: Uint8Array): boolean =>
  answer.length >= packetBytes && request.subarray(40, 48).every((byte, i) => answer[24 + i] === byte);

export function judgeSample({ request, answer, sentAt, elapsedMs, error }: ClockSample): Judged {
  if (answer === null || elapsedMs === null)
    return error === null ? { outcome: 'silent', why: '' } : { outcome: 'unreachable', why: error };
  const bytes = bytesOf(answer);
  if (!answers(bytesOf(request), bytes)) return { outcome: 'invalid', why: 'it does not answer the request' };
  return judgeAnswer(bytes, Date.parse(sentAt), elapsedMs);
}

/** The checks of RFC 5905 §8 and RFC 4330 §5, then offset and bound (RFC 5905 §8 and §11.2: half of the way and the root distance). */
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
 * The largest set of servers whose intervals have a point in common (the intersection of RFC 5905 §11.2.1). Two entries with
 * one address are one server. Null where fewer than two agree, or not more than half of those that gave a time.
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
  const offsetMs = Math.round((best.from + best.to) / 2);
  const uncertaintyMs = Math.ceil(Math.max(best.to - offsetMs, offsetMs - best.from));
  return { offsetMs, uncertaintyMs, sources: best.sources };
}

const kissCode = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(12, 16)).replace(/[^A-Za-z0-9]/g, '');

/** 16.16 bits of seconds. */
const shortMs = (view: DataView, at: number): number => (view.getUint32(at) / 2 ** 16) * 1000;

/** 32.32 bits of seconds, in the era that is nearest to the given time (RFC 5905 §6). */
function timestampMs(view: DataView, at: number, nearMs: number): number {
  const nearSeconds = Math.floor(nearMs / 1000) + unixEpochSeconds;
  const distance = (view.getUint32(at) - nearSeconds) | 0;
  return (nearSeconds + distance - unixEpochSeconds) * 1000 + (view.getUint32(at + 4) / 2 ** 32) * 1000;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
