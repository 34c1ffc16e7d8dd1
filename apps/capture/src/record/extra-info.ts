import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import { type Exchange, headerOf, headersOf, headersOfText, type Response, reasonOfText } from './exchange.ts';

type RequestExtra = Protocol.Network.RequestWillBeSentExtraInfoEvent;
type ResponseExtra = Protocol.Network.ResponseReceivedExtraInfoEvent;

/** A hop of a request, and whether the network service told more of its response. */
export interface Hop {
  exchange: Exchange;
  hasResponseExtra: boolean;
}

/**
 * What the network service tells beside the page's view: cookies included, response headers as they came. These events carry
 * no order against the others, and may come by another session than the request or by two, so they are kept until the end.
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
   * Gives each hop its own: within a request they come in the order of its hops; answers from a cache have none.
   * Returns an exchange for each answer that the browser took from its cache because of a 304.
   */
  assign(requestId: string, hops: Hop[]): Exchange[] {
    const cached: Exchange[] = [];
    const requests = [...fullest(this.#requests, requestId)];
    const responses = [...fullest(this.#responses, requestId)];
    for (const { exchange, hasResponseExtra } of hops) {
      const request = requests.shift();
      if (request) exchange.requestHeaders = headersOf(request.headers);
      const told = hasResponseExtra || !exchange.response ? responses.shift() : undefined;
      if (!told) continue;
      if (!exchange.response) Object.assign(exchange, { response: headOf(told), isHeadOnly: true });
      else if (told.statusCode === exchange.response.status) exchange.response.headers = headersAsSent(told);
      else if (told.statusCode === 304) cached.push(splitRevalidation(exchange, exchange.response, told));
    }
    return cached;
  }
}

const headersAsSent = ({ headers, headersText }: ResponseExtra) =>
  headersText ? headersOfText(headersText) : headersOf(headers);

/** The network service reported a response that never reached the page. */
const headOf = (told: ResponseExtra): Response => ({
  status: told.statusCode,
  statusText: reasonOfText(told.headersText ?? ''),
  // Only HTTP/1 has its header text told.
  protocol: told.headersText ? 'http/1.1' : '',
  headers: headersAsSent(told),
  mimeType: headerOf(headersAsSent(told), 'content-type')?.split(';')[0]?.trim() ?? '',
  tls: null,
  fromServiceWorker: false,
  fromCache: false,
});

/**
 * The browser shows a 304 as the 200 that it had in its cache, with headers of both. The exchange becomes what the site
 * sent; what the browser made of it is returned.
 */
function splitRevalidation(exchange: Exchange, shown: Response, told: ResponseExtra): Exchange {
  const cached: Exchange = {
    ...exchange,
    requestHeaders: null,
    requestBody: null,
    response: { ...shown, fromCache: true },
  };
  Object.assign(exchange, {
    response: {
      ...shown,
      status: told.statusCode,
      statusText: reasonOfText(told.headersText ?? ''),
      headers: headersAsSent(told),
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

/** The session that told most; the others tell the same over again. */
function fullest<T>(kept: Map<string, Map<SessionId | undefined, T[]>>, requestId: string): T[] {
  return [...(kept.get(requestId)?.values() ?? [])].reduce(
    (best, list) => (list.length > best.length ? list : best),
    [],
  );
}
