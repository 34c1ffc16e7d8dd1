import { calls } from '@proofkeep/contract';
import { isApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { countByRecording, loadSegments, removeRecording, removeSegment } from './database.ts';
import { isCurrent } from './shell/current.ts';

/** Maximum number of headers in one announcement. */
const atOnce = 20;
const retryMs = 3_000;
/** Interval at which an outdated page asks again; until it is reloaded, a server of its own build may answer. */
const outdatedMs = 15_000;

/** Codes by which the service refuses a recording for good; any other failure may be temporary. */
const refusedForGood = [
  'RECORDING_CLOSED',
  'SEGMENT_CHAIN',
  'SEGMENT_INVALID',
  'SEGMENT_DIFFERS',
  'DEVICE_SIGNATURE',
  'INPUT_INVALID',
] as const;

/** Segments that are still on the phone. */
export interface UploadState {
  /** Number of segments to be sent. */
  pending: number;
  /** Segments of recordings that the service refuses for good: closed or deleted there, or invalid. */
  refused: number;
  /** `unbound`: the service accepts nothing from this device. `outdated`: the service has a newer page. */
  state: 'idle' | 'sending' | 'waiting' | 'unbound' | 'outdated';
}

/** Name of the words on what was sent; null: not counted yet. */
export function sentWords(upload: UploadState | null): UploadState['state'] | 'counting' | 'allSent' | 'othersSent' {
  if (upload === null) return 'counting';
  if (upload.pending > 0) return upload.state;
  return upload.refused > 0 ? 'othersSent' : 'allSent';
}

/**
 * Sends each recording's segments in order until none is left, and again when there are new ones or the network is
 * back. A recording that is refused for good doesn't hold up the others.
 */
export class Uploader {
  readonly #deviceId: string;
  readonly #onState: (state: UploadState) => void;
  readonly #refused = new Set<string>();
  #isRunning = false;
  /** Whether the service served this page's build since it was last unreachable. */
  #isCurrent = false;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deviceId: string, onState: (state: UploadState) => void) {
    this.#deviceId = deviceId;
    this.#onState = onState;
    addEventListener('online', this.#wakeOnline);
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
    removeEventListener('online', this.#wakeOnline);
  }

  #wakeOnline = (): void => {
    this.#isCurrent = false;
    this.wake();
  };

  /** Removes only what the service refused. */
  async deleteRefused(): Promise<void> {
    for (const recording of this.#refused) await removeRecording(recording);
    this.#refused.clear();
    this.wake();
  }

  async #sendAll(): Promise<void> {
    try {
      for (;;) {
        const next = [...(await countByRecording()).keys()].find((recording) => !this.#refused.has(recording));
        await this.#say(next === undefined ? 'idle' : 'sending');
        if (next === undefined || this.#isStopped) return;
        this.#isCurrent ||= await isCurrent();
        if (!this.#isCurrent) {
          await this.#say('outdated');
          this.#wakeAfter(outdatedMs);
          return;
        }
        await this.#sendSome(next);
      }
    } catch (error) {
      if (isApiError(error, 'DEVICE_UNBOUND')) return this.#say('unbound');
      this.#isCurrent = false;
      await this.#say('waiting');
      this.#wakeAfter(retryMs);
    }
  }

  #wakeAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(this.wake, ms);
  }

  async #sendSome(recording: string): Promise<void> {
    try {
      await this.#send(await loadSegments(recording, atOnce));
    } catch (error) {
      if (!refusedForGood.some((code) => isApiError(error, code))) throw error;
      this.#refused.add(recording);
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
      // Removes only what the service has acknowledged.
      await removeSegment(segment);
      await this.#say('sending');
    }
  }

  async #say(state: UploadState['state']): Promise<void> {
    const [counts, here] = [{ pending: 0, refused: 0 }, await countByRecording()];
    for (const [recording, count] of here) counts[this.#refused.has(recording) ? 'refused' : 'pending'] += count;
    if (!this.#isStopped) this.#onState({ ...counts, state });
  }
}
