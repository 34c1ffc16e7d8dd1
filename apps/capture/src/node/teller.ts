import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CaptureEvent, type NodeEvent, renewMs } from '@proofkeep/contract';

/** What happens within this time is told together. */
const gatherMs = 250;
const batchSize = 500;

/** Tells the service what happens in a capture, in order, and renews its lease when nothing does. */
export class Teller {
  #untold: NodeEvent[] = [];
  #count = 0;
  #told = -1;
  readonly #bell = new EventEmitter();

  constructor() {
    // Every file waits until it was told.
    setMaxListeners(0, this.#bell);
  }

  /** Returns the event's number. Of the progress only the newest is worth telling. */
  add(event: CaptureEvent): number {
    if (event.type === 'progress') this.#untold = this.#untold.filter(({ event: { type } }) => type !== 'progress');
    const n = this.#count++;
    this.#untold.push({ n, at: new Date().toISOString(), event });
    this.#bell.emit('added');
    return n;
  }

  /** Resolves once the event of this number was told; throws AbortError once the signal says so. */
  async told(n: number, signal: AbortSignal): Promise<void> {
    while (this.#told < n) await once(this.#bell, 'told', { signal });
  }

  /** Goes on until the signal; `send` has to come back only when all was told. @throws whatever `send` throws */
  async run(send: (events: readonly NodeEvent[]) => Promise<void>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const batch = this.#untold.splice(0, batchSize);
      await send(batch);
      this.#told = batch.at(-1)?.n ?? this.#told;
      this.#bell.emit('told');
      await this.#pause(signal);
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    await sleep(gatherMs, undefined, { signal }).catch(() => {});
    if (this.#untold.length > 0) return;
    const until = AbortSignal.any([signal, AbortSignal.timeout(renewMs - gatherMs)]);
    await once(this.#bell, 'added', { signal: until }).catch(() => {});
  }
}
