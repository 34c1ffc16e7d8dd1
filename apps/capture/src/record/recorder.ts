import { setTimeout as sleep } from 'node:timers/promises';
import { type CaptureLimits, type Said, say } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { Connection } from '../egress/connection.ts';
import { isOfProxy } from '../egress/gateway.ts';
import { Bodies } from './bodies.ts';
import { BodyFolder } from './body.ts';
import { type Completeness, completeness, isWhole } from './completeness.ts';
import { recordDownloads } from './downloads.ts';
import type { Exchange } from './exchange.ts';
import { ExtraInfo } from './extra-info.ts';
import { refetch } from './refetch.ts';
import { isShown, type Request, Requests } from './requests.ts';
import { recordSockets } from './sockets.ts';
import { Targets } from './targets.ts';

export interface RecorderOptions {
  /** Bodies are written there. */
  tempDir: string;
  /** Where the browser may write what a page makes it download. */
  downloadDir: string;
  limits: Pick<CaptureLimits, 'requests'>;
  /** What the proxy dialled and refused. */
  connections: () => readonly Connection[];
}

export interface RecorderResult extends Completeness {
  exchanges: Exchange[];
}

export interface Recorder {
  /** Attaches to every target the browser has or will have. */
  attach(): Promise<void>;
  /** Opens the page to capture in a context of its own; the first one there is. */
  mainPage(): Promise<{ sessionId: SessionId; targetId: string }>;
  /** `inFlight` leaves out requests that have not moved for long. */
  counters(): { requests: number; finished: number; bytes: number; inFlight: number };
  /** Waits until nothing has been in flight for `quietMs`. @throws AbortError once `signal` is aborted */
  quiet(o: { quietMs: number; capMs: number; signal: AbortSignal }): Promise<'quiet' | 'cap'>;
  /** Called once, when more requests were made than `limits.requests`; the browser sends no further ones. */
  onLimit(listener: () => void): void;
  /** Ends the recording; what is under way is given a moment to arrive. */
  stop(): Promise<RecorderResult>;
}

/** A request that has not moved for this long no longer holds up the capture (long polls, dead servers). */
const agedMs = 10_000;
/** Longest wait at the end for bodies under way, and for asking once more for those that were lost. */
const stopLimitMs = 10_000;
const refetchLimitMs = 15_000;

/**
 * Records everything that the targets of a browser fetch: requests as sent, response headers as they came, bodies to disk
 * byte for byte, as far as the browser gives them.
 */
export function createRecorder(bus: CdpBus, o: RecorderOptions): Recorder {
  const targets = new Targets(bus);
  const requests = new Requests();
  const extra = new ExtraInfo();
  const folder = new BodyFolder(o.tempDir);
  const bodies = new Bodies(bus, folder, (session) => targets.keeperOf(session));
  const work = new Set<Promise<void>>();
  const ends: (() => void)[] = [];
  let bytes = 0;
  let finished = 0;
  let limitReached = false;
  let atLimit = () => {};
  let mainPage: { sessionId: SessionId; targetId: string } | undefined;

  const later = (promise: Promise<void>) => {
    const kept = promise.catch(() => {}).finally(() => work.delete(kept));
    work.add(kept);
  };

  const requestSent = (event: Protocol.Network.RequestWillBeSentEvent, sessionId: SessionId | undefined) => {
    const request = requests.sent(event, sessionId);
    if (!request) return;
    bodies.sent(request);
    if (event.request.hasPostData) later(takePostData(bus, request.exchange, event));
    if (requests.exchanges.length > o.limits.requests && !limitReached) {
      limitReached = true;
      atLimit();
    }
    // Pages that came after the limit are told as well: every session has its own list.
    if (limitReached) bus.send('Network.setBlockedURLs', { urls: ['*'] }, sessionId).catch(() => {});
  };

  const dataReceived = (
    { requestId, dataLength, data }: Protocol.Network.DataReceivedEvent,
    sessionId: SessionId | undefined,
  ) => {
    const request = requests.get(requestId);
    if (!request || request.sessionId !== sessionId) return;
    requests.touch(request);
    request.announced += dataLength;
    bytes += dataLength;
    if (data) bodies.arrived(request, data);
  };

  const finish = async (request: Request) => {
    await bodies.finish(request);
    request.exchange.outcome = 'finished';
    finished += 1;
    requests.touch(request);
  };

  const loadingFinished = ({ requestId }: { requestId: string }) => {
    const request = requests.get(requestId);
    if (request?.exchange.outcome === 'pending' && !ending.has(request)) {
      ending.add(request);
      later(finish(request));
    }
  };
  const ending = new Set<Request>();

  const loadingFailed = (event: Protocol.Network.LoadingFailedEvent) => {
    const request = requests.get(event.requestId);
    if (!request || request.exchange.outcome !== 'pending' || ending.has(request)) return;
    fail(request, wordsOf(event), event);
    later(bodies.salvage(request));
  };

  const fail = (request: Request, error: Said, how: Partial<Protocol.Network.LoadingFailedEvent>) => {
    const { exchange } = request;
    exchange.outcome = 'failed';
    exchange.canceled = how.canceled === true;
    exchange.blocked = how.blockedReason === 'csp' || how.blockedReason === 'mixed-content';
    exchange.beyondLimit = how.blockedReason === 'inspector';
    exchange.error = error;
    finished += 1;
    requests.touch(request);
  };

  /** Nobody tells the end of what a closed page or an ended worker had under way. */
  const detached = ({ sessionId }: Protocol.Target.DetachedFromTargetEvent) => {
    for (const request of requests.all())
      if (request.sessionId === sessionId && request.exchange.outcome === 'pending' && !ending.has(request))
        fail(request, say('missing.closed'), { canceled: true });
  };

  const salvagePending = async () => {
    const pending = [...requests.all()].filter(({ exchange }) => exchange.outcome === 'pending');
    await Promise.all(pending.map((request) => bodies.salvage(request)));
  };

  /** Bodies of the page that could not be had as they came are asked for once more; the record keeps both. */
  const refetchLost = async () => {
    if (!mainPage) return;
    const lost = completeness(requests.exchanges).missing.map(({ url }) => url);
    const deadline = Date.now() + refetchLimitMs;
    for (const url of lost) {
      const exchange = requests.exchanges.find((one) => one.url === url && mayBeRefetched(one));
      if (!exchange || Date.now() > deadline) continue;
      const again = await refetch(bus, mainPage, exchange, folder).catch((error: Error) => {
        const first = exchange.error ?? say('missing.no-body');
        exchange.error = say('missing.asked-again', { first, again: error.message });
      });
      if (again) requests.exchanges.push(again);
    }
  };

  return {
    async attach() {
      ends.push(
        bus.on('Network.requestWillBeSent', requestSent),
        bus.on('Network.requestWillBeSentExtraInfo', (event, session) => extra.requestSent(event, session)),
        bus.on('Network.responseReceivedExtraInfo', (event, session) => extra.responseReceived(event, session)),
        bus.on('Network.responseReceived', (event, session) => void requests.answered(event, session)),
        bus.on('Network.dataReceived', dataReceived),
        bus.on('Network.loadingFinished', loadingFinished),
        bus.on('Network.loadingFailed', loadingFailed),
        bus.on('Target.detachedFromTarget', detached),
        recordSockets(bus, requests.exchanges),
      );
      ends.push(await targets.attach());
    },
    async mainPage() {
      const { browserContextId, ...page } = await targets.openPage();
      const { downloadDir } = o;
      ends.push(await recordDownloads(bus, requests.exchanges, folder, { browserContextId, downloadDir, later }));
      mainPage = page;
      return page;
    },
    counters: () => ({ requests: requests.exchanges.length, finished, bytes, inFlight: requests.inFlight(agedMs) }),
    async quiet({ quietMs, capMs, signal }) {
      const deadline = Date.now() + capMs;
      while (Date.now() < deadline) {
        if (requests.inFlight(agedMs) === 0 && work.size === 0 && Date.now() - requests.lastMoveAt >= quietMs)
          return 'quiet';
        await sleep(50, undefined, { signal });
      }
      return 'cap';
    },
    onLimit: (listener) => {
      atLimit = listener;
    },
    async stop() {
      const settled = async () => {
        while (work.size > 0) await Promise.all(work);
        await salvagePending();
      };
      await Promise.race([settled(), sleep(stopLimitMs)]);
      for (const { id, hops } of requests.all()) extra.assign(id, hops);
      for (const exchange of requests.exchanges) addConnection(exchange, o.connections());
      await refetchLost();
      for (const end of ends) end();
      for (const { body } of requests.exchanges) body?.close();
      const { exchanges } = requests;
      return { exchanges, ...completeness(exchanges) };
    },
  };
}

/** The browser's own words for a failure. */
const wordsOf = (how: Protocol.Network.LoadingFailedEvent): Said =>
  say('verbatim', {
    text: [how.errorText, how.blockedReason && `(${how.blockedReason})`, how.corsErrorStatus?.corsError]
      .filter(Boolean)
      .join(' '),
  });

async function takePostData(
  bus: CdpBus,
  exchange: Exchange,
  { request, requestId }: Protocol.Network.RequestWillBeSentEvent,
): Promise<void> {
  const parts = request.postDataEntries?.map((part) => part.bytes);
  if (parts?.every((part) => part !== undefined)) {
    exchange.requestBody = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
    return;
  }
  const answer = await bus.send('Network.getRequestPostData', { requestId }, exchange.sessionId);
  exchange.requestBody = Buffer.from(answer.postData, answer.base64Encoded ? 'base64' : 'utf8');
}

/** The browser sees only the proxy: where a request really went, and whether it was let out, is known there. */
function addConnection(exchange: Exchange, connections: readonly Connection[]): void {
  const url = new URL(exchange.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const here = connections.filter((connection) => connection.host === host && connection.port === port);
  const dialled = here.find(({ address }) => address !== null);
  exchange.serverAddress = dialled ? `${dialled.address}:${port}` : null;
  const stopped = here.find(({ verdict }) => verdict !== 'allowed');
  const names = exchange.response?.headers.map(([name]) => name) ?? [];
  const fromProxy = isOfProxy(exchange.url, names);
  if (!stopped || !(fromProxy || (exchange.outcome === 'failed' && !dialled))) return;
  // The answer is the proxy's own, not the site's.
  exchange.response = null;
  exchange.body = null;
  exchange.source = 'none';
  exchange.outcome = 'failed';
  exchange.error = stopped.why;
  exchange.refused = stopped.verdict === 'refused';
}

const mayBeRefetched = (exchange: Exchange): boolean =>
  exchange.method === 'GET' &&
  !exchange.refused &&
  exchange.response !== null &&
  exchange.response.status < 400 &&
  isShown(exchange) &&
  !isWhole(exchange);
