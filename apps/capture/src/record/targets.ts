import { setTimeout as sleep } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';

const mib = 2 ** 20;
/**
 * Limits of the renderer's buffers, which hold bodies until they are complete and fetched, and the beginnings of longer
 * streamed ones.
 */
const byRenderer = { maxTotalBufferSize: 96 * mib, maxResourceBufferSize: 32 * mib };
/** Limits of the network service's buffers. Longer bodies are streamed, or are not text. */
const byNetworkService = { maxTotalBufferSize: 32 * mib, maxResourceBufferSize: 8 * mib };
const maxPostDataSize = 256 * 1024;
/** Excludes tabs and the browser, which only contain the recorded targets, and its own interface, `browser_ui`. */
const ofPages: Protocol.Target.TargetFilter = [
  ...['browser', 'tab', 'browser_ui'].map((type) => ({ type, exclude: true })),
  {},
];

/**
 * Attaches to every current and future target: pages, windows they open, frames of other sites, workers of all kinds.
 */
export class Targets {
  readonly #bus: CdpBus;
  readonly #isHeld: (sessionId: SessionId) => boolean;
  readonly #pages = new Map<string, SessionId>();
  /** By target: its second session, once attached. */
  readonly #seconds = new Map<string, Promise<SessionId | undefined>>();
  /** Second session of a target by its first. */
  readonly #keepers = new Map<SessionId, SessionId>();

  /** @param isHeld whether to leave a new target paused, because other code resumes it */
  constructor(bus: CdpBus, isHeld: (sessionId: SessionId) => boolean) {
    this.#bus = bus;
    this.#isHeld = isHeld;
  }

  /**
   * Attaches to all targets.
   * @returns a function that stops attaching
   */
  async attach(): Promise<() => void> {
    const off = [
      this.#bus.on('Target.attachedToTarget', (event) => void this.#adopt(event)),
      this.#bus.on('Target.detachedFromTarget', ({ sessionId }) => this.#forget(sessionId)),
    ];
    await this.#autoAttach();
    return () => {
      for (const end of off) end();
    };
  }

  /**
   * Returns the session on which the network service provides bodies byte for byte; the renderer decodes text.
   * Undefined for a target that is new or gone.
   */
  keeperOf(sessionId: SessionId | undefined): SessionId | undefined {
    return sessionId && this.#keepers.get(sessionId);
  }

  /** Opens a page in its own browser context, isolated from others. */
  async openPage(): Promise<{ sessionId: SessionId; targetId: string; browserContextId: string }> {
    const { browserContextId } = await this.#bus.send('Target.createBrowserContext', {});
    const { targetId } = await this.#bus.send('Target.createTarget', { url: 'about:blank', browserContextId });
    for (let i = 0; i < 200 && !this.#pages.has(targetId); i++) await sleep(10);
    const sessionId = this.#pages.get(targetId);
    if (!sessionId) throw new Error('The browser opened no page.');
    return { sessionId, targetId, browserContextId };
  }

  async #adopt({ sessionId, targetInfo, waitingForDebugger }: Protocol.Target.AttachedToTargetEvent): Promise<void> {
    const { targetId, type } = targetInfo;
    const known = this.#seconds.get(targetId);
    if (known && !waitingForDebugger) return;
    if (type === 'page') this.#pages.set(targetId, sessionId);
    // Nothing is awaited: a paused target, above all a service worker, answers nothing until it runs.
    this.#bus.send('Network.enable', { ...byRenderer, maxPostDataSize }, sessionId).catch(ignore);
    this.#autoAttach(sessionId).catch(ignore);
    const second = known ?? this.#attachKeeper(targetId);
    this.#seconds.set(targetId, second);
    const keeper = await second;
    if (keeper) this.#keepers.set(sessionId, keeper);
    if (!this.#isHeld(sessionId)) this.#bus.send('Runtime.runIfWaitingForDebugger', undefined, sessionId).catch(ignore);
  }

  #forget(sessionId: SessionId): void {
    this.#keepers.delete(sessionId);
    for (const [targetId, page] of this.#pages) if (page === sessionId) this.#pages.delete(targetId);
  }

  /**
   * Attaches a second session without enabling any domain, so that no event is reported twice. It must be separate: a
   * session whose bodies the network service stores gives streams without their beginning.
   */
  async #attachKeeper(targetId: string): Promise<SessionId | undefined> {
    try {
      const { sessionId } = await this.#bus.send('Target.attachToTarget', { targetId, flatten: true });
      this.#bus.send('Network.configureDurableMessages', byNetworkService, sessionId).catch(ignore);
      return sessionId;
    } catch {
      return undefined;
    }
  }

  async #autoAttach(sessionId?: SessionId): Promise<void> {
    const how = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: ofPages };
    await this.#bus.send('Target.setAutoAttach', how, sessionId);
  }
}

const ignore = () => {};
