import { setTimeout as sleep } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';

/** Bodies are kept by the network service until they are fetched, which is as soon as they are whole. */
const keptBytes = { maxTotalBufferSize: 96 * 2 ** 20, maxResourceBufferSize: 64 * 2 ** 20 };
const maxPostDataSize = 256 * 1024;
/** Tabs and the browser itself stand around what is recorded; `browser_ui` is its own surface. */
const ofPages: Protocol.Target.TargetFilter = [
  ...['browser', 'tab', 'browser_ui'].map((type) => ({ type, exclude: true })),
  {},
];

/** Attaches to every target there is or will be: pages, windows they open, frames of other sites, workers of all kinds. */
export class Targets {
  readonly #bus: CdpBus;
  readonly #pages = new Map<string, SessionId>();

  constructor(bus: CdpBus) {
    this.#bus = bus;
  }

  /** Returns what ends the attaching. */
  async attach(): Promise<() => void> {
    const off = [
      this.#bus.on('Target.attachedToTarget', (event) => this.#adopt(event)),
      this.#bus.on('Target.targetDestroyed', ({ targetId }) => void this.#pages.delete(targetId)),
    ];
    await this.#autoAttach();
    return () => {
      for (const end of off) end();
    };
  }

  /** The pages that are open: main page first, windows it opened after it. */
  pageSessions(): SessionId[] {
    return [...this.#pages.values()];
  }

  /** Opens a page in a context of its own, with nothing of any other in it. */
  async openPage(): Promise<{ sessionId: SessionId; targetId: string; browserContextId: string }> {
    const { browserContextId } = await this.#bus.send('Target.createBrowserContext', {});
    const { targetId } = await this.#bus.send('Target.createTarget', { url: 'about:blank', browserContextId });
    for (let i = 0; i < 200 && !this.#pages.has(targetId); i++) await sleep(10);
    const sessionId = this.#pages.get(targetId);
    if (!sessionId) throw new Error('The browser opened no page.');
    return { sessionId, targetId, browserContextId };
  }

  #adopt({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    if (targetInfo.type === 'page') this.#pages.set(targetInfo.targetId, sessionId);
    // None is awaited: a target that waits to be started, above all a service worker, answers nothing before the last.
    const ignore = () => {};
    this.#bus.send('Network.configureDurableMessages', keptBytes, sessionId).catch(ignore);
    this.#bus.send('Network.enable', { ...keptBytes, maxPostDataSize }, sessionId).catch(ignore);
    this.#autoAttach(sessionId).catch(ignore);
    this.#bus.send('Runtime.runIfWaitingForDebugger', undefined, sessionId).catch(ignore);
  }

  async #autoAttach(sessionId?: SessionId): Promise<void> {
    const how = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: ofPages };
    await this.#bus.send('Target.setAutoAttach', how, sessionId);
  }
}
