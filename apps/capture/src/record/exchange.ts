import type { Said } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import type { BodyFile } from './body.ts';

/** Headers in the order and spelling in which the browser gives them, several of one name kept apart. */
export type Headers = [name: string, value: string][];

/**
 * How the recorded body, whole or cut off, was had: `network` and `stream` are the bytes of this very exchange; `download` is
 * the file the browser made of them; `text` is text the browser had already decoded, so the bytes may differ; `cache` came out
 * of the browser's cache; `refetch` was asked for once more; `none`: no byte of a body is recorded.
 */
export type BodySource = 'network' | 'stream' | 'download' | 'text' | 'cache' | 'refetch' | 'none';

/** One request and what came of it; a redirect ends one exchange and begins the next. */
export interface Exchange {
  url: string;
  method: string;
  type: Protocol.Network.ResourceType | undefined;
  startedAt: Date;
  sessionId: SessionId | undefined;
  frameId: string | undefined;
  /** Null where the browser does not say what it sent. */
  requestHeaders: Headers | null;
  requestBody: Uint8Array | null;
  response: Response | null;
  body: BodyFile | null;
  source: BodySource;
  outcome: 'pending' | 'finished' | 'failed' | 'redirected';
  /** Why it failed or is not whole. */
  error: Said | null;
  /** Given up by the page or the browser, not by the network. */
  canceled: boolean;
  /** Never sent: the page's own rules (CSP, mixed content) forbade it. */
  blocked: boolean;
  /** Never sent: the limit of requests had been reached. */
  beyondLimit: boolean;
  /** Not let out by the proxy. */
  refused: boolean;
  /** `address:port` that the proxy dialled; the browser knows only the proxy. */
  serverAddress: string | null;
  /** What went over a WebSocket after its handshake. */
  talk: Talk | null;
  /** A 304 that the browser answered from its cache (RFC 9111 §4.3.3): the cached answer is an exchange of its own. */
  isRevalidation: boolean;
  /** Only the head of its response is known: the browser gave the request up, or the page might not have the answer. */
  isHeadOnly: boolean;
}

export interface Response {
  status: number;
  statusText: string;
  protocol: string;
  headers: Headers;
  mimeType: string;
  tls: { protocol: string; cipher: string } | null;
  fromServiceWorker: boolean;
  /** From the browser's own cache: nothing went over the network for it. */
  fromCache: boolean;
}

export interface Talk {
  framesSent: number;
  framesReceived: number;
  bytesSent: number;
  bytesReceived: number;
}

type Beginning = Pick<Exchange, 'url' | 'method' | 'type' | 'startedAt' | 'sessionId' | 'frameId' | 'requestHeaders'>;

export const newExchange = (beginning: Beginning): Exchange => ({
  requestBody: null,
  response: null,
  body: null,
  source: 'none',
  outcome: 'pending',
  error: null,
  canceled: false,
  blocked: false,
  beyondLimit: false,
  refused: false,
  serverAddress: null,
  talk: null,
  isRevalidation: false,
  isHeadOnly: false,
  ...beginning,
});

export const responseOf = (response: Protocol.Network.Response): Response => ({
  status: response.status,
  statusText: response.statusText,
  protocol: response.protocol ?? '',
  headers: headersOf(response.headers),
  mimeType: response.mimeType,
  tls: response.securityDetails
    ? { protocol: response.securityDetails.protocol, cipher: response.securityDetails.cipher }
    : null,
  fromServiceWorker: response.fromServiceWorker === true,
  fromCache: response.fromDiskCache === true || response.fromPrefetchCache === true,
});

/** From the protocol's header objects, in which headers of one name are joined by newlines. */
export function headersOf(object: Protocol.Network.Headers): Headers {
  return Object.entries(object).flatMap(([name, value]) =>
    value.split('\n').map((one): [string, string] => [name, one]),
  );
}

/** From the header text of a response as it came; a line without a colon is kept as a name without a value. */
export function headersOfText(text: string): Headers {
  return text
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
}

/** The reason phrase of a response as it came (RFC 9112 §4); empty where it has none. */
export const reasonOfText = (text: string): string => /^HTTP\/\S+ \d{3} ([^\r\n]*)/.exec(text)?.[1] ?? '';

export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

type Answer = Pick<Exchange, 'response' | 'method'>;

/** Status and method forbid a body (RFC 9110 §6.4.1). */
export const isBodyless = ({ response, method }: Answer): boolean =>
  method === 'HEAD' || (response !== null && (response.status < 200 || [204, 205, 304].includes(response.status)));

/** The response itself says that its body has no byte. */
export const isEmpty = (answer: Answer): boolean =>
  isBodyless(answer) || headerOf(answer.response?.headers ?? [], 'content-length') === '0';
