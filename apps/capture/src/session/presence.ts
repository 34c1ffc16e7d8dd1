import type { LiveEnd, SessionJob } from '@proofkeep/contract';
import type { Recording } from './recording.ts';

const lookMs = 250;

/** Tracks whether the user is present and active; ends an abandoned session, and one whose time is over. */
export class Presence {
  readonly #job: Pick<SessionJob, 'awayMs' | 'idleMs'>;
  readonly #recording: Recording;
  readonly #end: (because: LiveEnd) => void;
  #isThere = false;
  #awaySinceMs = performance.now();
  #inputAtMs = performance.now();

  constructor(job: Pick<SessionJob, 'awayMs' | 'idleMs'>, recording: Recording, end: (because: LiveEnd) => void) {
    this.#job = job;
    this.#recording = recording;
    this.#end = end;
  }

  set(is: boolean): void {
    if (this.#isThere === is) return;
    this.#isThere = is;
    this.#recording.event(is ? 'user-connected' : 'user-away');
    if (is) this.noteInput();
    else this.#awaySinceMs = performance.now();
  }

  noteInput(): void {
    this.#inputAtMs = performance.now();
  }

  /** @param wallMs the maximum length of the session. @returns a function that stops watching */
  watch(wallMs: () => number): () => void {
    const timer = setInterval(() => this.#look(wallMs()), lookMs);
    return () => clearInterval(timer);
  }

  #look(wallMs: number): void {
    const now = performance.now();
    if (this.#recording.atMs() >= wallMs) this.#end('time');
    else if (!this.#isThere && now - this.#awaySinceMs > this.#job.awayMs) this.#end('away');
    else if (this.#isThere && now - this.#inputAtMs > this.#job.idleMs) this.#end('idle');
  }
}
