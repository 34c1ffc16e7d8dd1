import { join } from 'node:path';
import type { Artifact, CaptureEvent, LeaseOffer } from '@proofkeep/contract';
import type { EventSender } from './event-sender.ts';
import { limitConcurrency } from './retry.ts';
import type { Service } from './service.ts';

const uploadsAtOnce = 2;
/** Files of a live session that arrive while it runs. */
const early: ReadonlySet<Artifact['kind']> = new Set(['download', 'snapshot', 'certificates']);

interface HandInOptions {
  offer: LeaseOffer;
  service: Service;
  sender: EventSender;
  /** Where the capture writes its files. */
  workDir: string;
  signal: AbortSignal;
  /** Repeats a request while the service is away. */
  ask: (once: () => Promise<void>) => Promise<void>;
  onFault: (error: unknown) => void;
}

/**
 * Uploads what a capture produces. If the node of a live session is lost, the service makes evidence of what has
 * arrived, so chunks arrive in order, the complete files after the last chunk, and the report after everything else.
 */
export class HandIn {
  readonly #o: HandInOptions;
  readonly #inTurn = limitConcurrency(uploadsAtOnce);
  readonly #uploads: Promise<void>[] = [];
  #chunks: Promise<void> = Promise.resolve();
  #report: (() => Promise<void>) | undefined;

  constructor(o: HandInOptions) {
    this.#o = o;
  }

  /** @param n number of the event that announces the file */
  add(artifact: Artifact, n: number): void {
    const { offer, service, workDir, signal, onFault } = this.#o;
    const isSession = offer.job.session !== undefined;
    const file = join(workDir, artifact.path);
    const upload = () => this.#announced(n, () => service.handIn(offer, artifact, file, signal));
    if (isSession && artifact.kind === 'report') {
      this.#report = upload;
      return;
    }
    const before = isSession && !early.has(artifact.kind) ? this.#chunks : Promise.resolve();
    this.#uploads.push(before.then(() => this.#inTurn(upload)).catch(onFault));
  }

  /** @param n number of the event that announces the chunk */
  addChunk(chunk: Extract<CaptureEvent, { type: 'chunk' }>, n: number): void {
    const { offer, service, workDir, signal, onFault } = this.#o;
    this.#chunks = this.#chunks
      .then(() => this.#announced(n, () => service.sendChunk(offer, chunk, workDir, signal)))
      .catch(onFault);
  }

  /** Waits for everything but the report of a live session. */
  async idle(): Promise<void> {
    await this.#chunks;
    await Promise.all(this.#uploads);
  }

  /** Uploads the rest. */
  async finish(): Promise<void> {
    await this.idle();
    this.#o.signal.throwIfAborted();
    await this.#report?.();
  }

  async #announced(n: number, upload: () => Promise<void>): Promise<void> {
    const { sender, signal, ask } = this.#o;
    await sender.waitUntilSent(n, signal);
    await ask(upload);
  }
}
