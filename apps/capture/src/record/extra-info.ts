import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import { type Exchange, headerOf, headersOf, headersOfText, type Response, reasonOfText } from './exchange.ts';

type RequestExtra = Protocol.Network.RequestWillBeSentExtraInfoEvent;
type ResponseExtra = Protocol.Network.ResponseReceivedExtraInfoEvent;

/** A hop of a request, and whether the network service reports more about its response. */
export interface Hop {
  exchange: Exchange;
  hasResponseExtra: boolean;
}

/**
 * Collects the network service's additional events: cookies and response headers as received. These events are not
 * ordered relative to others, and may arrive on another session than the request's or on two, so they are kept until
 * the end.
 */
export class ExtraInfo {
  readonly #requests = new Map<string, Map<SessionId | undefined, RequestExtra[]>>();
  readonly #responses = new Map<string, Map<SessionId | undefined, ResponseExtra[]>>();

  requestSent(event: RequestExtra, session: SessionId | undefined): void {
    keep(this.#requests, event, session);
  }

  responseReceived(event: ResponseExtra, session: SessionId | undefined): void {
    keep(this.#responses, event, session);
  }

  /**
   * Assigns the events to hops: the events of one request arrive in the order of its hops; responses from a cache have none.
   * @returns an exchange for each response that the browser took from its cache after a 304
   */
  assign(requestId: string, hops: Hop[]): Exchange[] {
    const cached: Exchange[] = [];
    const requests = [...fullest(this.#requests, requestId)];
    const responses = [...fullest(this.#responses, requestId)];
    for (const { exchange, hasResponseExtra } of hops) {
      const request = requests.shift();
      if (request) exchange.requestHeaders = headersOf(request.headers);
      const extra = hasResponseExtra || !exchange.response ? responses.shift() : undefined;
      if (!extra) continue;
      if (!exchange.response) Object.assign(exchange, { response: headOf(extra), isHeadOnly: true });
      else if (extra.statusCode === exchange.response.status) exchange.response.headers = headersAsSent(extra);
      else if (extra.statusCode === 304) cached.push(splitRevalidation(exchange, exchange.response, extra));
    }
    return cached;
  }
}

const headersAsSent = ({ headers, headersText }: ResponseExtra) =>
  headersText ? headersOfText(headersText) : headersOf(headers);

/** Builds a response that the network service reported but that never reached the page. */
const headOf = (extra: ResponseExtra): Response => ({
  status: extra.statusCode,
  statusText: reasonOfText(extra.headersText ?? ''),
  // Header text is reported only for HTTP/1.
  protocol: extra.headersText ? 'http/1.1' : '',
  headers: headersAsSent(extra),
  mimeType: headerOf(headersAsSent(extra), 'content-type')?.split(';')[0]?.trim() ?? '',
  tls: null,
  fromServiceWorker: false,
  fromCache: false,
});

/**
 * Splits an exchange in two, because the browser shows a 304 as its cached 200 with headers of both. Turns the exchange
 * into the response that the site sent.
 * @returns the exchange of the cached response
 */
function splitRevalidation(exchange: Exchange, shown: Response, extra: ResponseExtra): Exchange {
  const cached: Exchange = {
    ...exchange,
    requestHeaders: null,
    requestBody: null,
    response: { ...shown, fromCache: true },
  };
  Object.assign(exchange, {
    response: {
      ...shown,
      status: extra.statusCode,
      statusText: reasonOfText(extra.headersText ?? ''),
      headers: headersAsSent(extra),
    },
    body: null,
    source: 'none',
    outcome: 'finished',
    error: null,
    canceled: false,
    isRevalidation: true,
  } satisfies Partial<Exchange>);
  return cached;
}

function keep<T extends { requestId: string }>(
  kept: Map<string, Map<SessionId | undefined, T[]>>,
  event: T,
  session: SessionId | undefined,
): void {
  const bySession = kept.get(event.requestId) ?? new Map<SessionId | undefined, T[]>();
  kept.set(event.requestId, bySession);
  bySession.set(session, [...(bySession.get(session) ?? []), event]);
}

/** Returns the events of the session that reported most; the others only repeat them. */
function fullest<T>(kept: Map<string, Map<SessionId | undefined, T[]>>, requestId: string): T[] {
  return [...(kept.get(requestId)?.values() ?? [])].reduce(
    (best, list) => (list.length > best.length ? list : best),
    [],
  );
}
