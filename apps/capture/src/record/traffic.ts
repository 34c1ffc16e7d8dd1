import { type Message, message } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import { browserMessage } from '../network-messages.ts';
import type { Bodies } from './bodies.ts';
import { type Exchange, isBodyless } from './exchange.ts';
import { ExtraInfo } from './extra-info.ts';
import { type Request, Requests } from './requests.ts';

type Sent = Protocol.Network.RequestWillBeSentEvent;
type Failed = Protocol.Network.LoadingFailedEvent;

/** A request without progress for this long no longer delays the capture (long polls, dead servers). */
const agedMs = 10_000;

/** Turns the browser's network events into exchanges, and has their bodies written to disk. */
export class Traffic {
  /** Called once, when requests exceed the limit. */
  atLimit: () => void = () => {};

  readonly #bus: CdpBus;
  readonly #bodies: Bodies;
  readonly #maxRequests: number;
  readonly #requests = new Requests();
  readonly #extra = new ExtraInfo();
  /** Work in progress: a request's end may be reported long before its body has arrived. */
  readonly #work = new Set<Promise<void>>();
  readonly #ending = new Set<Request>();
  /** Requests whose exchanges already have the network service's additional events. */
  readonly #assigned = new Set<Request>();
  #bytes = 0;
  #finished = 0;
  #limitReached = false;

  constructor(bus: CdpBus, bodies: Bodies, maxRequests: number) {
    this.#bus = bus;
    this.#bodies = bodies;
    this.#maxRequests = maxRequests;
  }

  get exchanges(): Exchange[] {
    return this.#requests.exchanges;
  }

  /**
   * Subscribes to the network events.
   * @returns a function that unsubscribes
   */
  follow(): () => void {
    const bus = this.#bus;
    const off = [
      bus.on('Network.requestWillBeSent', (event, session) => this.#sent(event, session)),
      bus.on('Network.requestWillBeSentExtraInfo', (event, session) => this.#extra.requestSent(event, session)),
      bus.on('Network.responseReceivedExtraInfo', (event, session) => this.#extra.responseReceived(event, session)),
      bus.on('Network.responseReceived', (event, session) => void this.#requests.answered(event, session)),
      bus.on('Network.dataReceived', (event, session) => this.#received(event, session)),
      bus.on('Network.loadingFinished', ({ requestId }) => this.#ended(requestId)),
      bus.on('Network.loadingFailed', (event) => this.#failed(event)),
      bus.on('Target.detachedFromTarget', ({ sessionId }) => this.#closed(sessionId)),
    ];
    return () => {
      for (const end of off) end();
    };
  }

  counters(): { requests: number; finished: number; bytes: number; inFlight: number } {
    return {
      requests: this.exchanges.length,
      finished: this.#finished,
      bytes: this.#bytes,
      inFlight: this.#requests.inFlight(agedMs),
    };
  }

  isQuiet(quietMs: number): boolean {
    const stillMs = Date.now() - this.#requests.lastMoveAt;
    return this.#requests.inFlight(agedMs) === 0 && this.#work.size === 0 && stillMs >= quietMs;
  }

  /** Adds work to await at the end; if it fails, its exchange is left unchanged. */
  later(promise: Promise<void>): void {
    const kept = promise.catch(() => {}).finally(() => this.#work.delete(kept));
    this.#work.add(kept);
  }

  /** Resolves when pending bodies are written, including the received parts of unfinished ones. */
  async arrived(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
    const pending = [...this.#requests.all()].filter(({ exchange }) => exchange.outcome === 'pending');
    await Promise.all(pending.map((request) => this.#bodies.salvage(request)));
  }

  /** Call once, after the last event. */
  assignExtra(): void {
    for (const request of this.#requests.all()) {
      const { exchange, announced } = request;
      this.#assign(request);
      // Chromium drops the data of an image or frame that the page abandons, and streams neither.
      if (exchange.response && exchange.source === 'none') exchange.withheldBytes = announced;
    }
  }

  /**
   * Returns the exchanges of requests that ended since the last call and at least `agedMs` ago: late events about them have
   * arrived by then.
   */
  takeSettled(agedMs: number): Exchange[] {
    const before = Date.now() - agedMs;
    const settled = [...this.#requests.all()].filter(
      (request) => !this.#assigned.has(request) && request.exchange.outcome === 'finished' && request.movedAt < before,
    );
    return settled.flatMap((request) => this.#assign(request));
  }

  /** Completes the exchanges of a request, once. @returns the exchanges */
  #assign(request: Request): Exchange[] {
    if (this.#assigned.has(request)) return [];
    this.#assigned.add(request);
    const cached = this.#extra.assign(request.id, request.hops);
    this.exchanges.push(...cached);
    const all = [...request.hops.map(({ exchange }) => exchange), ...cached];
    for (const exchange of all)
      if (exchange.response?.fromCache && exchange.source !== 'none') exchange.source = 'cache';
    return all;
  }

  #sent(event: Sent, sessionId: SessionId | undefined): void {
    const request = this.#requests.sent(event, sessionId);
    if (!request) return;
    this.#bodies.sent(request);
    if (event.request.hasPostData) this.later(takePostData(this.#bus, request.exchange, event));
    if (this.exchanges.length > this.#maxRequests && !this.#limitReached) {
      this.#limitReached = true;
      this.atLimit();
    }
    // Pages opened after the limit need it too: each session has its own list.
    if (this.#limitReached) this.#bus.send('Network.setBlockedURLs', { urls: ['*'] }, sessionId).catch(() => {});
  }

  #received(
    { requestId, dataLength, data }: Protocol.Network.DataReceivedEvent,
    sessionId: SessionId | undefined,
  ): void {
    const request = this.#requests.get(requestId);
    if (!request || request.sessionId !== sessionId) return;
    this.#requests.touch(request);
    request.announced += dataLength;
    this.#bytes += dataLength;
    if (data) this.#bodies.arrived(request, data);
  }

  #ended(requestId: string): void {
    const request = this.#requests.get(requestId);
    if (!request || !this.#isOpen(request)) return;
    this.#ending.add(request);
    this.later(this.#finish(request));
  }

  async #finish(request: Request): Promise<void> {
    await this.#bodies.finish(request);
    request.exchange.outcome = 'finished';
    this.#finished += 1;
    this.#requests.touch(request);
  }

  #failed(event: Failed): void {
    const request = this.#requests.get(event.requestId);
    if (!request || !this.#isOpen(request)) return;
    // The browser cancels the body of a bodyless response and reports a failure.
    if (event.canceled && request.exchange.response && isBodyless(request.exchange))
      return this.#ended(event.requestId);
    this.#fail(request, messageOfFailure(event), event);
    request.exchange.errorCode = codeOf(event);
    this.later(this.#bodies.salvage(request));
  }

  /** No event reports the end of requests of a closed page or an ended worker. */
  #closed(sessionId: SessionId): void {
    for (const request of this.#requests.all())
      if (request.sessionId === sessionId && this.#isOpen(request))
        this.#fail(request, message('missing.closed'), { canceled: true });
  }

  #fail(request: Request, error: Message, how: Partial<Failed>): void {
    const { exchange } = request;
    exchange.outcome = 'failed';
    exchange.canceled = how.canceled === true;
    exchange.blocked = how.blockedReason === 'csp' || how.blockedReason === 'mixed-content';
    exchange.beyondLimit = how.blockedReason === 'inspector';
    exchange.error = error;
    this.#finished += 1;
    this.#requests.touch(request);
  }

  /** Whether the end of a request is still to be reported. */
  #isOpen(request: Request): boolean {
    return request.exchange.outcome === 'pending' && !this.#ending.has(request);
  }
}

/** The browser's sentence for a failed request; a response that the page may not read is not a fault of the network. */
function messageOfFailure({ errorText, blockedReason, corsErrorStatus }: Failed): Message {
  if (corsErrorStatus) return message('network.cross-origin');
  return blockedReason ? message('network.blocked') : browserMessage(errorText);
}

/** The browser's error text, kept for readers of the record. */
const codeOf = ({ errorText, blockedReason, corsErrorStatus }: Failed): string =>
  [errorText, blockedReason && `(${blockedReason})`, corsErrorStatus?.corsError].filter(Boolean).join(' ');

async function takePostData(bus: CdpBus, exchange: Exchange, { request, requestId }: Sent): Promise<void> {
  const parts = request.postDataEntries?.map((part) => part.bytes);
  if (parts?.every((part) => part !== undefined)) {
    exchange.requestBody = Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));
    return;
  }
  const answer = await bus.send('Network.getRequestPostData', { requestId }, exchange.sessionId);
  exchange.requestBody = Buffer.from(answer.postData, answer.base64Encoded ? 'base64' : 'utf8');
}
