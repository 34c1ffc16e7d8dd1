import type { Protocol } from 'devtools-protocol';
import type { SessionId } from '../browser/cdp.ts';
import type { Page } from './page.ts';

export interface Frame {
  sessionId: SessionId;
  frameId: string;
  url: string;
}

/** Tracks the sessions of the page's separate targets: frames of other sites, and workers. */
export class FrameSessions {
  readonly workers = new Set<SessionId>();
  readonly #page: Page;
  readonly #sessions = new Map<SessionId, SessionId>();

  constructor(page: Page) {
    this.#page = page;
    page.bus.on('Target.attachedToTarget', ({ targetInfo, sessionId }, parent) => {
      if (targetInfo.type === 'worker') this.workers.add(sessionId);
      if (targetInfo.type !== 'iframe' || !parent) return;
      this.#sessions.set(sessionId, parent);
      page.bus.send('Page.enable', {}, sessionId).catch(() => {});
    });
    page.bus.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#sessions.delete(sessionId);
      this.workers.delete(sessionId);
    });
  }

  /** Returns every frame of the page, the main one first; omits frames that vanish meanwhile. */
  async list(): Promise<Frame[]> {
    const ofPage = [this.#page.sessionId, ...[...this.#sessions.keys()].filter((session) => this.#belongs(session))];
    const trees = await Promise.all(
      ofPage.map((sessionId) =>
        this.#page.bus.send('Page.getFrameTree', undefined, sessionId, 3_000).then(
          ({ frameTree }) => flatten(frameTree).map(({ id, url }) => ({ sessionId, frameId: id, url })),
          () => [],
        ),
      ),
    );
    return trees.flat();
  }

  /** Excludes frames of windows that the page opened. */
  #belongs(session: SessionId): boolean {
    const parent = this.#sessions.get(session);
    return parent === this.#page.sessionId || (parent !== undefined && this.#belongs(parent));
  }
}

function flatten(tree: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return [tree.frame, ...(tree.childFrames ?? []).flatMap(flatten)];
}
