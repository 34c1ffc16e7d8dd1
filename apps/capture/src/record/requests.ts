import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import { type Exchange, headersOf, newExchange, responseOf } from './exchange.ts';
import type { Hop } from './extra-info.ts';

/** A request of the browser: one exchange, or several if it was redirected. */
export interface Request {
  readonly id: string;
  readonly hops: Hop[];
  /** The last hop's exchange. */
  exchange: Exchange;
  /** The session that reports its response; other sessions only repeat it. */
  sessionId: SessionId | undefined;
  movedAt: number;
  /** Number of decoded bytes reported by the browser. */
  announced: number;
}

/** Resource types that do not affect what the page shows. */
const notShown = new Set(['Ping', 'Preflight', 'CSPViolationReport', 'EventSource', 'WebSocket', 'Prefetch']);

/** All requests of a capture, by the browser's request ids, which are the same in every session. */
export class Requests {
  readonly exchanges: Exchange[] = [];
  readonly #byId = new Map<string, Request>();
  lastMoveAt = Date.now();

  get(id: string): Request | undefined {
    return this.#byId.get(id);
  }

  all(): Iterable<Request> {
    return this.#byId.values();
  }

  /** Adds a new request or the next hop of one; undefined if it is neither. */
  sent(event: Protocol.Network.RequestWillBeSentEvent, sessionId: SessionId | undefined): Request | undefined {
    const before = this.#byId.get(event.requestId);
    if (!isHttp(event.request.url) || (before && !isNextHop(before, event, sessionId))) return undefined;
    if (before && event.redirectResponse) {
      before.exchange.response = responseOf(event.redirectResponse);
      before.exchange.outcome = 'redirected';
      setExtra(before, event.redirectHasExtraInfo);
    }
    return this.#begin(
      event.requestId,
      newExchange({
        url: event.request.url,
        method: event.request.method,
        type: event.type,
        startedAt: new Date(event.wallTime * 1000),
        sessionId,
        frameId: event.frameId,
        requestHeaders: headersOf(event.request.headers),
      }),
    );
  }

  /** A worker's own script may be reported only with its response. */
  answered(event: Protocol.Network.ResponseReceivedEvent, sessionId: SessionId | undefined): Request | undefined {
    const { response, type } = event;
    if (!isHttp(response.url)) return undefined;
    const request =
      this.#byId.get(event.requestId) ??
      this.#begin(
        event.requestId,
        newExchange({
          url: response.url,
          method: 'GET',
          type,
          startedAt: new Date(),
          sessionId,
          frameId: event.frameId,
          requestHeaders: response.requestHeaders ? headersOf(response.requestHeaders) : null,
        }),
      );
    if (request.exchange.response) return undefined;
    request.exchange.response = responseOf(response);
    request.exchange.type = type;
    request.sessionId = sessionId;
    setExtra(request, event.hasExtraInfo);
    this.touch(request);
    return request;
  }

  /** Marks progress of the request. */
  touch(request: Request): void {
    request.movedAt = Date.now();
    this.lastMoveAt = request.movedAt;
  }

  /** Counts requests that may still change the page and made progress within `agedMs`: a long poll does not block. */
  inFlight(agedMs: number): number {
    const since = Date.now() - agedMs;
    let count = 0;
    for (const { exchange, movedAt } of this.#byId.values())
      if (exchange.outcome === 'pending' && movedAt >= since && isShown(exchange)) count += 1;
    return count;
  }

  #begin(id: string, exchange: Exchange): Request {
    this.exchanges.push(exchange);
    const hop: Hop = { exchange, hasResponseExtra: false };
    const request = this.#byId.get(id) ?? {
      id,
      hops: [],
      exchange,
      sessionId: exchange.sessionId,
      movedAt: 0,
      announced: 0,
    };
    request.hops.push(hop);
    request.exchange = exchange;
    this.#byId.set(id, request);
    this.touch(request);
    return request;
  }
}

export const isShown = ({ type }: Exchange): boolean => !notShown.has(type ?? '');

/** A repeated event of a second session is not a hop. */
const isNextHop = (
  { exchange }: Request,
  event: Protocol.Network.RequestWillBeSentEvent,
  sessionId: SessionId | undefined,
): boolean =>
  event.redirectResponse !== undefined && exchange.outcome === 'pending' && exchange.sessionId === sessionId;

const isHttp = (url: string): boolean => /^https?:/i.test(url);

function setExtra(request: Request, hasResponseExtra: boolean): void {
  const hop = request.hops.at(-1);
  if (hop) hop.hasResponseExtra = hasResponseExtra;
}
