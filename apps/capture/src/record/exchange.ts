import type { Message } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import type { BodyFile } from './body.ts';

/** Headers in the browser's order and spelling; repeated names stay separate. */
export type Headers = [name: string, value: string][];

/**
 * Source of the recorded body, complete or cut off: `network` and `stream` are the exact bytes of this exchange;
 * `download` is the file that the browser made of them; `text` was decoded by the browser, so the bytes may differ;
 * `cache` came from the browser's cache; `refetch` was requested again; `none`: no byte of a body is recorded.
 */
export type BodySource = 'network' | 'stream' | 'download' | 'text' | 'cache' | 'refetch' | 'none';

/** A request and its outcome; a redirect ends one exchange and begins the next. */
export interface Exchange {
  url: string;
  method: string;
  type: Protocol.Network.ResourceType | undefined;
  startedAt: Date;
  sessionId: SessionId | undefined;
  frameId: string | undefined;
  /** Null if the browser does not report the headers it sent. */
  requestHeaders: Headers | null;
  requestBody: Uint8Array | null;
  response: Response | null;
  body: BodyFile | null;
  source: BodySource;
  /** Decoded bytes of the body that the browser reported but didn't provide; 0 if it provided some or reported none. */
  withheldBytes: number;
  outcome: 'pending' | 'finished' | 'failed' | 'redirected';
  /** Why it failed or is incomplete. */
  error: Message | null;
  /** The browser's own text for it, for readers of the record. */
  errorCode: string | null;
  /** Cancelled by the page or the browser, not by the network. */
  canceled: boolean;
  /** Never sent: blocked by the page's own rules (CSP, mixed content). */
  blocked: boolean;
  /** Never sent: the limit of requests had been reached. */
  beyondLimit: boolean;
  /** Refused by the proxy. */
  refused: boolean;
  /** `address:port` that the proxy dialled; the browser knows only the proxy. */
  serverAddress: string | null;
  /** Traffic on a WebSocket after its handshake. */
  talk: Talk | null;
  /** A 304 that the browser answered from its cache (RFC 9111 §4.3.3): the cached response is a separate exchange. */
  isRevalidation: boolean;
  /**
   * Only the response's headers are known: the browser cancelled the request, or withheld the response from the page.
   */
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
  /** From the browser's cache, without network traffic. */
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
  withheldBytes: 0,
  outcome: 'pending',
  error: null,
  errorCode: null,
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

/** Converts the protocol's header objects, which join repeated headers by newlines. */
export function headersOf(object: Protocol.Network.Headers): Headers {
  return Object.entries(object).flatMap(([name, value]) =>
    value.split('\n').map((one): [string, string] => [name, one]),
  );
}

/** Parses a response's header text as received; a line without a colon becomes a name without a value. */
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

/** Returns the reason phrase of a response as received (RFC 9112 §4); empty if it has none. */
export const reasonOfText = (text: string): string => /^HTTP\/\S+ \d{3} ([^\r\n]*)/.exec(text)?.[1] ?? '';

export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

type Answer = Pick<Exchange, 'response' | 'method'>;

/** Whether status or method forbid a body (RFC 9110 §6.4.1). */
export const isBodyless = ({ response, method }: Answer): boolean =>
  method === 'HEAD' || (response !== null && (response.status < 200 || [204, 205, 304].includes(response.status)));

/** Whether the response itself states that its body is empty. */
export const isEmpty = (answer: Answer): boolean =>
  isBodyless(answer) || headerOf(answer.response?.headers ?? [], 'content-length') === '0';
