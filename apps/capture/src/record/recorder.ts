import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureLimits, Missing } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import { BodyFile } from './body.ts';
import { type Exchange, headerOf, headersOf, headersOfText } from './exchange.ts';

export interface RecorderOptions {
  tempDir: string;
  limits: Pick<CaptureLimits, 'requests'>;
}

export interface RecorderResult {
  exchanges: Exchange[];
  missing: Missing[];
  resources: { total: number; whole: number; bytes: number };
}

export interface Recorder {
  /** Attaches to every target the browser has or will have. */
  attach(): Promise<void>;
  /** Opens the page to capture in a context of its own; the first one there is. */
  mainPage(): Promise<{ sessionId: SessionId; targetId: string }>;
  /** `inFlight` leaves out requests that have not moved for long. */
  counters(): { requests: number; finished: number; bytes: number; inFlight: number };
  /** Waits until nothing has been in flight for `quietMs`. */
  quiet(o: { quietMs: number; capMs: number; signal?: AbortSignal }): Promise<'quiet' | 'cap'>;
  /** Called once, when more requests were made than `limits.requests`. */
  onLimit(listener: () => void): void;
  /** Ends the recording; what is under way is given a moment to arrive. */
  stop(): Promise<RecorderResult>;
}

/** Longer bodies are taken from the stream while they come; the browser would have to hold them whole otherwise. */
const streamAboveBytes = 2_000_000;
/** A request that has not moved for this long no longer holds up the capture (long polls, dead servers). */
const agedMs = 10_000;
const stopLimitMs = 10_000;
const refetchLimitMs = 15_000;
/** What a page sends but is not part of it; its loss is none of the page's. */
const notOfThePage = new Set(['Ping', 'Preflight', 'CSPViolationReport', 'EventSource', 'WebSocket', 'Prefetch']);
const bodyless = (status: number, method: string) =>
  status === 204 || status === 304 || status < 200 || method === 'HEAD';

interface Tracked {
  current: Exchange;
  requestExtra: Protocol.Network.RequestWillBeSentExtraInfoEvent[];
  responseExtra: Protocol.Network.ResponseReceivedExtraInfoEvent[];
  /** Exchanges that await their extra information, in order. */
  hops: { exchange: Exchange; hasRequestExtra: boolean; hasResponseExtra: boolean }[];
  movedAt: number;
  streaming: Promise<void> | null;
  early: string[] | null;
  /** Decoded bytes the browser said came. */
  announced: number;
}

/**
 * Records everything that the targets of a browser fetch: requests as sent, responses with headers verbatim where the
 * protocol gives them, bodies to disk. Works on all targets by flat auto-attach (pages, frames, workers, service workers).
 */
export function createRecorder(bus: CdpBus, o: RecorderOptions): Recorder {
  const tracked = new Map<string, Tracked>();
  const exchanges: Exchange[] = [];
  const pageSessions = new Map<string, SessionId>();
  const work = new Set<Promise<void>>();
  const unsubscribe: (() => void)[] = [];
  let bytes = 0;
  let finished = 0;
  let bodies = 0;
  let lastMove = Date.now();
  let atLimit = () => {};
  let mainFrame: { sessionId: SessionId; targetId: string } | undefined;

  const later = (promise: Promise<void>) => {
    const kept = promise.catch(() => {}).finally(() => work.delete(kept));
    work.add(kept);
  };

  const adopt = ({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent) => {
    if (targetInfo.type === 'page') pageSessions.set(targetInfo.targetId, sessionId);
    // None is awaited: a service worker that waits to be started answers nothing before the last one.
    const ignore = () => {};
    bus.send('Network.enable', { maxTotalBufferSize: 256e6, maxResourceBufferSize: 128e6 }, sessionId).catch(ignore);
    if (targetInfo.type !== 'service_worker')
      bus
        .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, sessionId)
        .catch(ignore);
    bus.send('Runtime.runIfWaitingForDebugger', undefined, sessionId).catch(ignore);
  };

  const entryOf = (requestId: string): Tracked | undefined => tracked.get(requestId);
  const waiting = new Map<string, Pick<Tracked, 'requestExtra' | 'responseExtra'>>();
  const extrasOf = (requestId: string) => {
    const entry = tracked.get(requestId) ?? waiting.get(requestId);
    if (entry) return entry;
    const early = { requestExtra: [], responseExtra: [] };
    waiting.set(requestId, early);
    return early;
  };
  const touch = (entry: Tracked) => {
    entry.movedAt = Date.now();
    lastMove = entry.movedAt;
  };

  const requestSent = (event: Protocol.Network.RequestWillBeSentEvent, sessionId: SessionId | undefined) => {
    if (!/^https?:/.test(event.request.url)) return;
    const before = entryOf(event.requestId);
    if (before && event.redirectResponse) {
      respond(before, event.redirectResponse, event.redirectHasExtraInfo);
      before.current.outcome = 'redirected';
    } else if (before) {
      return; // The same request told by a second session.
    }
    const exchange = newExchange(event, sessionId);
    exchanges.push(exchange);
    if (exchanges.length > o.limits.requests) {
      atLimit();
      atLimit = () => {};
    }
    const early = waiting.get(event.requestId);
    waiting.delete(event.requestId);
    const entry: Tracked = before ?? {
      current: exchange,
      requestExtra: early?.requestExtra ?? [],
      responseExtra: early?.responseExtra ?? [],
      hops: [],
      movedAt: 0,
      streaming: null,
      early: null,
      announced: 0,
    };
    entry.current = exchange;
    entry.hops.push({ exchange, hasRequestExtra: true, hasResponseExtra: false });
    tracked.set(event.requestId, entry);
    touch(entry);
    if (event.request.hasPostData) later(takePostData(exchange, event));
  };

  const takePostData = async (exchange: Exchange, event: Protocol.Network.RequestWillBeSentEvent) => {
    const inline = event.request.postDataEntries?.map((part) => part.bytes);
    if (inline?.every((part) => part !== undefined)) {
      exchange.requestBody = Buffer.concat(inline.map((part) => Buffer.from(part, 'base64')));
      return;
    }
    const { postData } = await bus.send(
      'Network.getRequestPostData',
      { requestId: event.requestId },
      exchange.sessionId,
    );
    exchange.requestBody = Buffer.from(postData);
  };

  const respond = (entry: Tracked, response: Protocol.Network.Response, hasExtraInfo: boolean) => {
    const { current } = entry;
    const hop = entry.hops.at(-1);
    if (hop) hop.hasResponseExtra = hasExtraInfo;
    const headers = headersOf(response.headers);
    current.response = {
      status: response.status,
      statusText: response.statusText,
      protocol: response.protocol ?? '',
      headers,
      remoteAddress: response.remoteIPAddress ? `${response.remoteIPAddress}:${response.remotePort ?? 0}` : null,
      mimeType: response.mimeType,
      fromServiceWorker: response.fromServiceWorker === true,
    };
    current.refused = headerOf(headers, 'x-proofkeep-egress') !== undefined;
    touch(entry);
  };

  const responseReceived = (event: Protocol.Network.ResponseReceivedEvent, sessionId: SessionId | undefined) => {
    const entry = entryOf(event.requestId);
    if (!entry || entry.current.response) return;
    entry.current.type = event.type;
    entry.current.sessionId = sessionId;
    respond(entry, event.response, event.hasExtraInfo);
    const length = Number(headerOf(headersOf(event.response.headers), 'content-length') ?? 0);
    // Images give nothing through the stream; they are asked for at the end.
    if (length > streamAboveBytes && event.type !== 'Image') startStream(entry, event.requestId);
  };

  const startStream = (entry: Tracked, requestId: string) => {
    entry.early = [];
    entry.streaming = bus
      .send('Network.streamResourceContent', { requestId }, entry.current.sessionId)
      .then(({ bufferedData }) => {
        const early = entry.early ?? [];
        entry.early = null;
        for (const data of [bufferedData, ...early]) append(entry, data);
      })
      .catch(() => {
        entry.early = null;
        entry.streaming = null;
      });
  };

  const append = (entry: Tracked, base64: string) => {
    if (base64 === '') return;
    entry.current.source = 'stream';
    bodyOf(entry.current).append(Buffer.from(base64, 'base64'));
  };

  const bodyOf = (exchange: Exchange): BodyFile => {
    exchange.body ??= new BodyFile(join(o.tempDir, `body-${++bodies}`));
    return exchange.body;
  };

  const dataReceived = (event: Protocol.Network.DataReceivedEvent) => {
    const entry = entryOf(event.requestId);
    if (!entry) return;
    touch(entry);
    entry.announced += event.dataLength;
    bytes += event.dataLength;
    if (!event.data) return;
    if (entry.early) entry.early.push(event.data);
    else if (entry.streaming) append(entry, event.data);
  };

  const loadingFinished = (event: Protocol.Network.LoadingFinishedEvent) => {
    const entry = entryOf(event.requestId);
    if (!entry || entry.current.outcome !== 'pending') return;
    later(finish(entry, event.requestId));
  };

  const finish = async (entry: Tracked, requestId: string) => {
    const { current } = entry;
    await entry.streaming;
    const streamed = current.body?.size ?? 0;
    if (current.source !== 'stream' || streamed < entry.announced) await takeBody(entry, requestId, streamed);
    current.outcome = 'finished';
    finished++;
    lastMove = Date.now();
  };

  const takeBody = async ({ current, announced }: Tracked, requestId: string, streamed: number) => {
    if (current.response && bodyless(current.response.status, current.method)) return;
    try {
      const { body, base64Encoded } = await bus.send(
        'Network.getResponseBody',
        { requestId },
        current.sessionId,
        60_000,
      );
      const whole = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
      // What runs inside a service worker is told with its headers but without its body.
      if (whole.length > streamed && (whole.length > 0 || announced === 0)) {
        current.body?.close();
        current.body = null;
        bodyOf(current).append(whole);
        current.source = 'network';
        return;
      }
      if (announced === 0 && whole.length === 0) current.source = 'network';
    } catch (error) {
      current.error = error instanceof Error ? error.message : String(error);
    }
  };

  const loadingFailed = (event: Protocol.Network.LoadingFailedEvent) => {
    const entry = entryOf(event.requestId);
    if (!entry || entry.current.outcome !== 'pending') return;
    entry.current.outcome = 'failed';
    entry.current.canceled = event.canceled === true;
    entry.current.error = event.blockedReason ? `${event.errorText} (${event.blockedReason})` : event.errorText;
    finished++;
    touch(entry);
  };

  const inFlight = () => {
    const now = Date.now();
    let count = 0;
    for (const { current, movedAt } of tracked.values())
      if (current.outcome === 'pending' && now - movedAt < agedMs && !notOfThePage.has(current.type ?? '')) count++;
    return count;
  };

  /** Asks once more for bodies of the page that could not be had as they came; the record says so of each. */
  const refetchLost = async () => {
    const frameId = mainFrame?.targetId;
    const lost = exchanges.filter(
      (exchange) =>
        exchange.method === 'GET' &&
        !exchange.refused &&
        exchange.response &&
        exchange.response.status < 400 &&
        isOfThePage(exchange) &&
        !isWhole(exchange),
    );
    const deadline = Date.now() + refetchLimitMs;
    for (const exchange of lost) {
      if (!frameId || Date.now() > deadline) return;
      await refetch(exchange, frameId).catch((error: Error) => {
        exchange.error ??= error.message;
      });
    }
  };

  const refetch = async (exchange: Exchange, frameId: string) => {
    const { resource } = await bus.send(
      'Network.loadNetworkResource',
      { frameId, url: exchange.url, options: { disableCache: false, includeCredentials: true } },
      mainFrame?.sessionId,
      refetchLimitMs,
    );
    if (!resource.success || !resource.stream) throw new Error(resource.netErrorName ?? 'could not be asked for again');
    exchange.body?.close();
    const body = new BodyFile(join(o.tempDir, `body-${++bodies}`));
    for (;;) {
      const part = await bus.send('IO.read', { handle: resource.stream, size: 1 << 20 }, mainFrame?.sessionId);
      body.append(Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8'));
      if (part.eof) break;
    }
    await bus.send('IO.close', { handle: resource.stream }, mainFrame?.sessionId);
    exchange.body = body;
    exchange.source = 'refetch';
    exchange.outcome = 'finished';
    exchange.error = null;
    if (exchange.response && exchange.response.status === 206) {
      exchange.response = { ...exchange.response, status: resource.httpStatusCode ?? 200, statusText: 'OK' };
      if (resource.headers) exchange.response.headers = headersOf(resource.headers);
    }
  };

  return {
    async attach() {
      unsubscribe.push(
        bus.on('Target.attachedToTarget', adopt),
        bus.on('Network.requestWillBeSent', requestSent),
        bus.on('Network.requestWillBeSentExtraInfo', (event) => {
          extrasOf(event.requestId).requestExtra.push(event);
        }),
        bus.on('Network.responseReceivedExtraInfo', (event) => {
          extrasOf(event.requestId).responseExtra.push(event);
        }),
        bus.on('Network.responseReceived', responseReceived),
        bus.on('Network.dataReceived', dataReceived),
        bus.on('Network.loadingFinished', loadingFinished),
        bus.on('Network.loadingFailed', loadingFailed),
      );
      await bus.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    },
    async mainPage() {
      const { browserContextId } = await bus.send('Target.createBrowserContext', {});
      const { targetId } = await bus.send('Target.createTarget', { url: 'about:blank', browserContextId });
      for (let i = 0; i < 200 && !pageSessions.has(targetId); i++) await sleep(10);
      const sessionId = pageSessions.get(targetId);
      if (!sessionId) throw new Error('The browser opened no page.');
      mainFrame = { sessionId, targetId };
      return mainFrame;
    },
    counters: () => ({ requests: exchanges.length, finished, bytes, inFlight: inFlight() }),
    async quiet({ quietMs, capMs, signal }) {
      const deadline = Date.now() + capMs;
      while (Date.now() < deadline && !signal?.aborted) {
        if (inFlight() === 0 && work.size === 0 && Date.now() - lastMove >= quietMs) return 'quiet';
        await sleep(50);
      }
      return 'cap';
    },
    onLimit: (listener) => {
      atLimit = listener;
    },
    async stop() {
      await Promise.race([Promise.all(work), sleep(stopLimitMs)]);
      await refetchLost();
      for (const off of unsubscribe) off();
      for (const entry of tracked.values()) assignExtras(entry);
      for (const { body } of exchanges) body?.close();
      return summarise(exchanges);
    },
  };
}

function newExchange(event: Protocol.Network.RequestWillBeSentEvent, sessionId: SessionId | undefined): Exchange {
  return {
    url: event.request.url,
    method: event.request.method,
    type: event.type,
    startedAt: new Date(event.wallTime * 1000),
    sessionId,
    frameId: event.frameId,
    requestHeaders: headersOf(event.request.headers),
    requestBody: null,
    response: null,
    body: null,
    source: 'none',
    outcome: 'pending',
    error: null,
    canceled: false,
    refused: false,
  };
}

/** Extra information comes in the order of the hops, before or after what it belongs to; cached responses have none. */
function assignExtras(entry: Tracked): void {
  for (const { exchange, hasResponseExtra } of entry.hops) {
    const request = entry.requestExtra.shift();
    if (request) exchange.requestHeaders = headersOf(request.headers);
    if (!hasResponseExtra || !exchange.response) continue;
    const response = entry.responseExtra.shift();
    if (!response) continue;
    exchange.response.headers = response.headersText
      ? headersOfText(response.headersText)
      : headersOf(response.headers);
    // A 304 answered from the cache stands in the record as the browser took it.
    if (response.headersText && exchange.outcome === 'redirected') exchange.response.status = response.statusCode;
  }
}

const isOfThePage = (exchange: Exchange): boolean =>
  !notOfThePage.has(exchange.type ?? '') && exchange.outcome !== 'redirected' && exchange.method !== 'OPTIONS';

function isWhole(exchange: Exchange): boolean {
  const { response, outcome, source, method } = exchange;
  return outcome === 'finished' && response !== null && (source !== 'none' || bodyless(response.status, method));
}

function summarise(exchanges: Exchange[]): RecorderResult {
  const ofThePage = exchanges.filter(isOfThePage);
  const missing = ofThePage.filter((exchange) => exchange.refused || !isWhole(exchange)).map(missingOf);
  return {
    exchanges,
    missing,
    resources: {
      total: ofThePage.length,
      whole: ofThePage.length - missing.length,
      bytes: exchanges.reduce((sum, exchange) => sum + (exchange.body?.size ?? 0), 0),
    },
  };
}

function missingOf({ url, refused, outcome, error, canceled }: Exchange): Missing {
  if (refused) return { url, why: 'refused-by-egress', detail: 'The address is not on the public internet.' };
  if (outcome === 'pending') return { url, why: 'unfinished', detail: 'It was still loading when the capture ended.' };
  if (outcome === 'failed') return { url, why: canceled ? 'truncated' : 'network-error', detail: error ?? '' };
  return { url, why: 'body-unavailable', detail: error ?? 'The browser gave no body.' };
}
