import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CaptureEvent, type NodeEvent, renewMs } from '@proofkeep/contract';

/** Events within this time are sent together. */
const gatherMs = 250;
const batchSize = 500;

/** Sends the events of a capture to the service, in order, and renews its lease when there are none. */
export class EventSender {
  #unsent: NodeEvent[] = [];
  #count = 0;
  #sentUntil = -1;
  readonly #bell = new EventEmitter();

  constructor() {
    // Every file waits for its event to be sent.
    setMaxListeners(0, this.#bell);
  }

  /** Returns the event's number. Keeps only the newest progress. */
  add(event: CaptureEvent): number {
    if (event.type === 'progress') this.#unsent = this.#unsent.filter(({ event: { type } }) => type !== 'progress');
    const n = this.#count++;
    this.#unsent.push({ n, at: new Date().toISOString(), event });
    this.#bell.emit('added');
    return n;
  }

  /**
   * Resolves once the service has accepted the event of this number.
   * @throws AbortError once the signal is aborted
   */
  async waitUntilSent(n: number, signal: AbortSignal): Promise<void> {
    while (this.#sentUntil < n) await once(this.#bell, 'sent', { signal });
  }

  /**
   * Runs until the signal is aborted; `send` must resolve only once the service has accepted all its events.
   * @throws any error of `send`
   */
  async run(send: (events: readonly NodeEvent[]) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const batch = this.#unsent.splice(0, batchSize);
      await send(batch);
      this.#sentUntil = batch.at(-1)?.n ?? this.#sentUntil;
      this.#bell.emit('sent');
      await this.#pause(signal);
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    await sleep(gatherMs, undefined, { signal }).catch(() => {});
    if (this.#unsent.length > 0) return;
    const until = AbortSignal.any([signal, AbortSignal.timeout(renewMs - gatherMs)]);
    await once(this.#bell, 'added', { signal: until }).catch(() => {});
  }
}
