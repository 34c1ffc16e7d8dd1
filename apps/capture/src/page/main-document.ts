import type { PageFacts } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { Page } from './page.ts';

type Response = Protocol.Network.Response;

/** A navigation of the main frame that ended at a document of the site. */
export interface Committed {
  url: string;
  loaderId: string;
  mimeType: string;
}

/** Follows the main frame: its current document, how that was loaded, and whether the frame is still navigating. */
export class MainDocument {
  readonly redirects: PageFacts['redirects'] = [];
  committed: Committed | null = null;
  /** URL that did not load; the browser shows its own error page. */
  unreachable: string | null = null;
  navigations = 0;
  loaded = false;
  loadedAt: number | null = null;
  securityState: Protocol.Security.VisibleSecurityState | null = null;

  readonly #page: Page;
  readonly #responses = new Map<string, { response: Response; at: number }>();
  #moving = false;
  #waiting: (() => void)[] = [];

  constructor(page: Page) {
    this.#page = page;
    this.#follow();
  }

  /** The response that carried the current document; null if it came without one. */
  get response(): Response | null {
    return (this.committed && this.#responses.get(this.committed.loaderId)?.response) ?? null;
  }

  /** When that response's headers arrived, by the node's clock. */
  get receivedAt(): number | null {
    return (this.committed && this.#responses.get(this.committed.loaderId)?.at) ?? null;
  }

  /**
   * Resolves to true once the document has loaded and no navigation started within `stillMs`; to false if `signal` is
   * aborted first.
   */
  async stands(stillMs: number, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const before = this.navigations;
      if (this.isStill) {
        await this.#change(signal, stillMs);
        if (this.isStill && this.navigations === before) return true;
      } else {
        await this.#change(signal);
      }
    }
    return false;
  }

  /** Whether the document has loaded and no navigation is in progress. */
  get isStill(): boolean {
    return this.loaded && !this.#moving;
  }

  #follow(): void {
    const { bus, sessionId, frameId } = this.#page;
    const mine = (session: string | undefined) => session === sessionId;
    bus.on('Network.requestWillBeSent', (event, session) => {
      if (!mine(session) || event.type !== 'Document' || event.frameId !== frameId || !event.redirectResponse) return;
      const { url, status } = event.redirectResponse;
      if (this.redirects.length < 50) this.redirects.push({ url, status, location: event.request.url });
    });
    bus.on('Network.responseReceived', ({ type, frameId: frame, loaderId, response }, session) => {
      if (mine(session) && type === 'Document' && frame === frameId)
        this.#responses.set(loaderId, { response, at: Date.now() });
    });
    bus.on('Page.frameStartedNavigating', (event, session) => {
      if (
        !mine(session) ||
        event.frameId !== frameId ||
        /^(sameDocument|historySameDocument)$/.test(event.navigationType)
      )
        return;
      this.#moving = true;
      this.#changed();
    });
    bus.on('Page.frameStoppedLoading', (event, session) => {
      if (!mine(session) || event.frameId !== frameId) return;
      this.#moving = false;
      this.#changed();
    });
    bus.on('Page.frameNavigated', ({ frame }, session) => {
      if (!mine(session) || frame.id !== frameId) return;
      this.navigations += 1;
      this.loaded = false;
      this.unreachable = frame.unreachableUrl ?? null;
      if (!frame.unreachableUrl && /^https?:/.test(frame.url))
        this.committed = {
          url: frame.url + (frame.urlFragment ?? ''),
          loaderId: frame.loaderId,
          mimeType: frame.mimeType,
        };
      this.#changed();
    });
    bus.on('Page.navigatedWithinDocument', (event, session) => {
      if (mine(session) && event.frameId === frameId && this.committed) this.committed.url = event.url;
    });
    bus.on('Page.loadEventFired', (_event, session) => {
      if (!mine(session)) return;
      this.loaded = true;
      this.loadedAt = performance.now();
      this.#changed();
    });
    bus.on('Security.visibleSecurityStateChanged', ({ visibleSecurityState }, session) => {
      if (mine(session)) this.securityState = visibleSecurityState;
    });
  }

  #changed(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next change, after `withinMs` or when `signal` is aborted. */
  #change(signal: AbortSignal, withinMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = withinMs === undefined ? undefined : setTimeout(finish, withinMs);
      function finish() {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      }
      signal.addEventListener('abort', finish, { once: true });
      this.#waiting.push(finish);
    });
  }
}
