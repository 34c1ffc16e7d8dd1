import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import type { BodyFile } from './body.ts';

/** Headers in the order and spelling in which they went over the wire, several of one name kept apart. */
export type Headers = [name: string, value: string][];

/** How a body was had: as it came, streamed while it came, or asked for once more afterwards. */
export type BodySource = 'network' | 'stream' | 'refetch' | 'none';

/** One request and what came of it; a redirect ends one exchange and begins the next. */
export interface Exchange {
  url: string;
  method: string;
  type: Protocol.Network.ResourceType | undefined;
  startedAt: Date;
  sessionId: SessionId | undefined;
  frameId: string | undefined;
  requestHeaders: Headers;
  requestBody: Uint8Array | null;
  response: {
    status: number;
    statusText: string;
    protocol: string;
    headers: Headers;
    remoteAddress: string | null;
    mimeType: string;
    fromServiceWorker: boolean;
  } | null;
  body: BodyFile | null;
  source: BodySource;
  outcome: 'pending' | 'finished' | 'failed' | 'redirected';
  /** The browser's own words for a failure. */
  error: string | null;
  canceled: boolean;
  /** The proxy would not let it out. */
  refused: boolean;
}

/** From CDP's header objects, in which headers of one name are joined by newlines. */
export function headersOf(object: Protocol.Network.Headers): Headers {
  return Object.entries(object).flatMap(([name, value]) =>
    value.split('\n').map((one): [string, string] => [name, one]),
  );
}

/** From the verbatim header text of an HTTP/1.1 response. */
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

export const headerOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];
