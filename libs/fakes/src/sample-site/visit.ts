import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type SiteEntry, sha256 } from './entry.ts';

/** A request that reached the site, and the response sent. */
export interface SiteRequest {
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly status: number;
  /** Digest of the whole body before content coding; null if it is endless. */
  readonly sha256: string | null;
}

/** A request being answered. */
export interface Visit {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: SiteRequest[];
}

/** Answers a visit; returns false if the path belongs to another handler. */
export type Handler = (visit: Visit) => boolean | Promise<boolean>;

/** Sends a whole body, compressed if it is text and the browser accepts that, and records it. */
export function send(visit: Visit, status: number, headers: OutgoingHttpHeaders, body: Buffer | string): true {
  const bytes = Buffer.from(body);
  note(visit, status, sha256(bytes));
  const type = String(headers['content-type'] ?? '');
  const coding = /^text\/|json|svg/.test(type) && status < 400 ? codingOf(visit) : null;
  const coded = coding === 'br' ? brotliCompressSync(bytes) : coding === 'gzip' ? gzipSync(bytes) : bytes;
  visit.response.writeHead(status, {
    ...headers,
    ...(coding ? { 'content-encoding': coding, vary: 'accept-encoding' } : {}),
    'content-length': coded.length,
  });
  visit.response.end(coded);
  return true;
}

/** Sends an HTML page. */
export const sendHtml = (visit: Visit, body: Buffer | string, status = 200): true =>
  send(visit, status, { 'content-type': 'text/html; charset=utf-8' }, body);

/** Redirects with the given status. */
export function redirect(visit: Visit, status: number, location: string): true {
  return send(visit, status, { location }, '');
}

/** Sends an entry; media players get the range they request. */
export function sendEntry(visit: Visit, entry: SiteEntry): true {
  const body = entry.body();
  const headers = { 'content-type': entry.mediaType, ...entry.headers };
  const range = entry.kind === 'media' ? /^bytes=(\d+)-(\d*)$/.exec(visit.request.headers.range ?? '') : null;
  if (!range) return send(visit, entry.status, headers, body);
  const from = Number(range[1]);
  const to = Math.min(range[2] ? Number(range[2]) : body.length - 1, body.length - 1);
  const part = body.subarray(from, to + 1);
  return send(
    visit,
    206,
    { ...headers, 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${to}/${body.length}` },
    part,
  );
}

/** Sends chunks at the reader's pace until they end or the reader disconnects. */
export async function stream(
  visit: Visit,
  headers: OutgoingHttpHeaders,
  chunks: Iterable<Uint8Array>,
  pauseMs = 0,
): Promise<true> {
  const { response } = visit;
  note(visit, 200, null);
  response.writeHead(200, headers);
  for (const chunk of chunks) {
    if (response.destroyed || response.writableEnded) return true;
    if (!response.write(chunk)) await drained(response);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  response.end();
  return true;
}

/** Adds the request and its answer to the log of the site. */
export function note({ request, url, log }: Visit, status: number, digest: string | null): void {
  const { method = '', headers } = request;
  log.push({ at: new Date().toISOString(), method, url: url.href, headers, status, sha256: digest });
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });

function codingOf({ request }: Visit): 'br' | 'gzip' | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
}
