import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type Artifact,
  type CaptureEvent,
  type CaptureReport,
  type ClockOffset,
  type Failure,
  LeaseAnswer,
  type LeaseOffer,
  longestWaitMs,
  type NodeCapacity,
  type NodeEvent,
  type NodePlace,
  offsetFrom,
  type RefusalCode,
  ServiceClock,
} from '@proofkeep/contract';
import { z } from 'zod';
import { recordingFiles } from '../session/recording-files.ts';

export type ServiceErrorCode =
  /** Another node has the capture, or it was cancelled. */
  | 'LEASE_LOST'
  /** A retry would be refused again. */
  | 'REFUSED'
  /** The service is unreachable, or cannot answer now. */
  | 'AWAY';

export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The kind of captures for which a node has capacity. */
export type LeaseKind = 'page' | 'live';
/** A node that asks for work. */
export interface AskingNode {
  name: string;
  place: NodePlace | null;
  capacity: NodeCapacity;
}
type Lease = Pick<LeaseOffer, 'ano' | 'fence'>;
type Chunk = Extract<CaptureEvent, { type: 'chunk' }>;

/**
 * The service as seen by a node (contract: node.ts). Each call sends one request.
 * @throws ServiceError; the signal's reason
 */
export interface Service {
  /** The node's clock minus the service's, from the last answer; null before the first. */
  readonly offset: ClockOffset | null;
  /** Null if no work arrived within the time that a node may wait. */
  lease(node: AskingNode, kind: LeaseKind, signal: AbortSignal): Promise<LeaseOffer | null>;
  /** The URL from which the process of a live session is controlled, and its own token. */
  control(lease: Lease): { url: string; token: string };
  /** Renews the lease, even without events. */
  sendEvents(lease: Lease, events: readonly NodeEvent[], signal: AbortSignal): Promise<void>;
  handIn(lease: Lease, artifact: Artifact, file: string, signal: AbortSignal): Promise<void>;
  /** Uploads a chunk of a recording, whose bytes are in the files of this folder. */
  sendChunk(lease: Lease, chunk: Chunk, folder: string, signal: AbortSignal): Promise<void>;
  report(lease: Lease, report: CaptureReport, signal: AbortSignal): Promise<void>;
  leave(lease: Lease, failure: Failure | null, signal: AbortSignal): Promise<void>;
}

const answerLimitMs = 10_000;
/** Slowest upload rate; a slower upload times out and is retried. */
const slowestBytesPerMs = 50;

/**
 * @param clock the node's clock, in milliseconds since 1970; the service receives its offset from the service's clock
 */
export function serviceAt(url: string, token: string, clock: () => number = Date.now): Service {
  let offset: ClockOffset | null = null;
  const ask = (path: string, signal: AbortSignal, o: Asking = {}) =>
    exchange(`${url}/node/lease${path}`, token, signal, o);
  const at = ({ ano, fence }: Lease) => `/${ano}/${fence}`;
  const askTime = async (path: string, signal: AbortSignal, json: object, o: Asking = {}): Promise<unknown> => {
    const sentMs = clock();
    const startedAt = performance.now();
    const answer = await ask(path, signal, { ...o, json: { ...json, clock: { sentAt: timeOf(sentMs), offset } } });
    offset = offsetFrom(sentMs, performance.now() - startedAt, Timed.parse(answer).clock);
    return answer;
  };
  return {
    get offset() {
      return offset;
    },
    control: ({ ano, fence }) => ({
      url: `${url.replace(/^http/, 'ws')}/node/live/${ano}/${fence}`,
      token: createHmac('sha256', token).update(`live ${ano} ${fence}`).digest('hex'),
    }),
    async lease({ name: node, ...rest }, kind, signal) {
      const limitMs = longestWaitMs + answerLimitMs;
      const answer = await askTime('', signal, { node, ...rest, kind, waitMs: longestWaitMs }, { limitMs });
      return LeaseAnswer.parse(answer).offer;
    },
    async sendEvents(lease, events, signal) {
      await askTime(`${at(lease)}/events`, signal, { events });
    },
    async handIn(lease, { path, size }, file, signal) {
      const limitMs = answerLimitMs + size / slowestBytesPerMs;
      await ask(`${at(lease)}/files/${path}`, signal, { file, limitMs });
    },
    async sendChunk(lease, { n, video, events, network }, folder, signal) {
      const ranges = [
        { file: join(folder, recordingFiles.video), ...video },
        { file: join(folder, recordingFiles.events), ...events },
        ...(network
          ? [
              { file: join(folder, recordingFiles.warc), ...network.warc },
              { file: join(folder, recordingFiles.index), ...network.index },
              ...(network.connections
                ? [{ file: join(folder, recordingFiles.connections), ...network.connections }]
                : []),
            ]
          : []),
      ];
      const limitMs = answerLimitMs + ranges.reduce((sum, { size }) => sum + size, 0) / slowestBytesPerMs;
      await ask(`${at(lease)}/chunks/${n}`, signal, { ranges, limitMs });
    },
    async report(lease, report, signal) {
      await askTime(`${at(lease)}/report`, signal, { report });
    },
    async leave(lease, failure, signal) {
      await ask(`${at(lease)}/left`, signal, { json: { failure } });
    },
  };
}

const Timed = z.object({ clock: ServiceClock });
const timeOf = (ms: number): string => new Date(ms).toISOString();

interface Asking {
  json?: unknown;
  /** Path of a file, streamed from disk. */
  file?: string;
  /** Parts of files, streamed in sequence. */
  ranges?: readonly FileRange[];
  limitMs?: number;
}

/** Returns the response's JSON; null if the response is empty. */
async function exchange(
  url: string,
  token: string,
  signal: AbortSignal,
  { json, file, ranges, limitMs = answerLimitMs }: Asking,
): Promise<unknown> {
  const content = ranges ? Readable.from(bytesOf(ranges)) : file ? createReadStream(file) : undefined;
  // `duplex` is missing from the DOM types; a streaming body needs it (Fetch Standard, §5.4).
  const init: RequestInit & { duplex: 'half' } = {
    method: content ? 'PUT' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': content ? 'application/octet-stream' : 'application/json',
    },
    body: content ? (Readable.toWeb(content) as BodyInit) : JSON.stringify(json),
    duplex: 'half',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(limitMs))]),
  };
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, init);
    status = response.status;
    text = await response.text();
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServiceError('AWAY', messageOf(cause), { cause });
  }
  if (status >= 400) throw refusalOf(status, text);
  return text === '' ? null : JSON.parse(text);
}

interface FileRange {
  file: string;
  offset: number;
  size: number;
}

async function* bytesOf(ranges: readonly FileRange[]): AsyncGenerator<Uint8Array> {
  for (const { file, offset, size } of ranges)
    if (size > 0) yield* createReadStream(file, { start: offset, end: offset + size - 1 });
}

const final: readonly RefusalCode[] = ['INPUT_INVALID', 'NOT_FOUND', 'TOO_LARGE', 'MEDIA_TYPE'];

/** A response without one of the service's error codes comes from a proxy in front of it while it is unavailable. */
function refusalOf(status: number, text: string): ServiceError {
  const code = errorCodeIn(text);
  const message = `HTTP ${status} ${text.slice(0, 300)}`;
  if (code === 'LEASE_LOST') return new ServiceError('LEASE_LOST', message);
  return new ServiceError(final.some((one) => one === code) ? 'REFUSED' : 'AWAY', message);
}

function errorCodeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { errorCode?: unknown } | null)?.errorCode;
  } catch {
    return undefined;
  }
}

/** `fetch` states the failure only in the error's cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
