import { calls } from '@proofkeep/contract';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { countSegments, loadSegments, removeSegment } from './database.ts';

/** Headers in one announcement. */
const atOnce = 20;
const retryMs = 3_000;

/** What is still to be sent. */
export interface UploadState {
  pending: number;
  /** `closed`: the recording was paid for or deleted meanwhile; `unbound`: the service takes nothing from this device. */
  state: 'idle' | 'sending' | 'waiting' | 'closed' | 'unbound';
}

/** Sends segments in order until none is left, and again when there are new ones or the network is back. */
export class Uploader {
  readonly #deviceId: string;
  readonly #onState: (state: UploadState) => void;
  #isRunning = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deviceId: string, onState: (state: UploadState) => void) {
    this.#deviceId = deviceId;
    this.#onState = onState;
    addEventListener('online', this.wake);
  }

  wake = (): void => {
    clearTimeout(this.#timer);
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    void this.#sendAll().finally(() => {
      this.#isRunning = false;
    });
  };

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.wake);
  }

  async #sendAll(): Promise<void> {
    try {
      for (;;) {
        const segments = await loadSegments(atOnce);
        await this.#say(segments.length > 0 ? 'sending' : 'idle');
        if (segments.length === 0 || this.#isStopped) return;
        await this.#send(segments);
      }
    } catch (error) {
      if (isApiError(error, 'RECORDING_CLOSED')) return this.#say('closed');
      if (isApiError(error, 'DEVICE_UNBOUND')) return this.#say('unbound');
      await this.#say('waiting');
      if (!this.#isStopped) this.#timer = setTimeout(this.wake, retryMs);
    }
  }

  async #send(segments: Awaited<ReturnType<typeof loadSegments>>): Promise<void> {
    const id = this.#deviceId;
    const signed = segments.map(({ header, signature }) => ({ header, signature }));
    const { list } = await ask(calls.enforcer.announceSegments, { id, segments: signed });
    for (const [i, segment] of segments.entries()) {
      const { recording, n, content } = segment;
      if (!list[i]?.isStored) {
        const file = new File([content], 'segment');
        await ask(calls.enforcer.uploadSegment, { id, recording, n }, { file });
      }
      // Only what the service acknowledged is removed here.
      await removeSegment(segment);
      await this.#say('sending');
    }
  }

  async #say(state: UploadState['state']): Promise<void> {
    if (!this.#isStopped) this.#onState({ pending: await countSegments(), state });
  }
}
