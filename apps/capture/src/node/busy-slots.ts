import { EventEmitter, once } from 'node:events';
import type { LeaseKind } from './service.ts';

/** The captures that run on a node: a live session takes the place of a page capture, but never of the last. */
export class BusySlots {
  readonly #most: number;
  readonly #running: Record<LeaseKind, number> = { page: 0, live: 0 };
  readonly #bell = new EventEmitter();

  /** @param most maximum concurrent captures while no session runs */
  constructor(most: number) {
    this.#most = most;
    this.#bell.setMaxListeners(0);
  }

  begin(kind: LeaseKind): void {
    this.#running[kind] += 1;
  }

  end(kind: LeaseKind): void {
    this.#running[kind] -= 1;
    this.#bell.emit('ended');
  }

  /** Waits until another page capture may begin, or until the signal. */
  async waitForPage(signal: AbortSignal): Promise<void> {
    while (!this.#hasRoom() && !signal.aborted) await once(this.#bell, 'ended', { signal }).catch(() => {});
  }

  #hasRoom(): boolean {
    const { page, live } = this.#running;
    return page < Math.max(1, this.#most - live);
  }
}
