import { InputQueue, type InputQueueHandlers } from './input-queue.ts';
import type { Recording } from './recording.ts';
import type { Tab } from './tabs.ts';

/** The inputs of all tabs, with one queue for each. */
export class InputQueues {
  readonly #recording: Recording;
  readonly #handlers: InputQueueHandlers;
  readonly #byTab = new Map<Tab, InputQueue>();
  /** Texts typed into password fields of closed tabs. */
  readonly #typed = new Set<string>();
  #masked = 0;

  constructor(recording: Recording, handlers: InputQueueHandlers) {
    this.#recording = recording;
    this.#handlers = handlers;
  }

  /** Number of typed texts that the record has masked. */
  get masked(): number {
    return [...this.#byTab.values()].reduce((sum, queue) => sum + queue.masked, this.#masked);
  }

  /** Texts typed into password fields. */
  get secrets(): ReadonlySet<string> {
    return new Set([...this.#typed, ...[...this.#byTab.values()].flatMap((queue) => [...queue.secrets])]);
  }

  of(tab: Tab): InputQueue {
    const known = this.#byTab.get(tab);
    if (known) return known;
    const queue = new InputQueue(tab, this.#recording, this.#handlers);
    this.#byTab.set(tab, queue);
    return queue;
  }

  /** The tab was closed. */
  close(tab: Tab): void {
    const queue = this.#byTab.get(tab);
    if (!queue) return;
    this.#byTab.delete(tab);
    queue.clear();
    queue.release();
    for (const secret of queue.secrets) this.#typed.add(secret);
    this.#masked += queue.masked;
  }

  /** Drops every input that has not reached a page. */
  clear(): void {
    for (const queue of this.#byTab.values()) queue.clear();
  }
}
