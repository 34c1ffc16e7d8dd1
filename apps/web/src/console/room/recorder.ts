import { calls, videoRoomLimits } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { type KeptRecording, keepChunk, keepRecording } from './kept-chunks.ts';
import { finishSent, forgetClosed, isClosed, lockOf, sendChunk, sha256Of } from './send-chunks.ts';

/** Safari records only MP4. */
const types = [
  ['video/webm;codecs=vp8,opus', 'video/webm'],
  ['video/webm', 'video/webm'],
  ['video/mp4', 'video/mp4'],
] as const;
const supportedType = () => types.find(([mime]) => MediaRecorder.isTypeSupported(mime));
/** Whether this browser can record a type that the service accepts. */
export const canRecord = (): boolean => typeof MediaRecorder !== 'undefined' && supportedType() !== undefined;
const bits = { videoBitsPerSecond: 400_000, audioBitsPerSecond: 32_000 };
const retryMs = 2_000;
/** A stopped recorder delivers its last piece shortly afterwards. */
const lastPieceMs = 300;
/** After leaving, sending continues for at most this long; a later visit sends the rest. */
const closingMs = 30_000;

export interface RecorderState {
  /** People who are being recorded. */
  running: readonly string[];
  /** People who are present but not being recorded at the moment. */
  missing: readonly string[];
  /** Recorded pieces that have not been sent yet. */
  unsent: number;
  /** Recording or sending failed and is being retried. */
  hasProblem: boolean;
}

interface Recording extends KeptRecording {
  unsent: number;
  /** The service accepts no more pieces of it. */
  isClosed: boolean;
  /** Releases the lock, so that other windows can send the remaining pieces. */
  release: () => void;
}

interface Running {
  recorder: MediaRecorder;
  stream: MediaStream;
  recording: Recording;
  startedAt: number;
}

/** Records each person in a room separately, in pieces that are stored in the browser until the service has them. */
export class SessionRecorder {
  readonly #matterId: string;
  readonly #onChange: (state: RecorderState) => void;
  readonly #running = new Map<string, Running>();
  readonly #wanted = new Map<string, MediaStream>();
  readonly #aborting = new AbortController();
  /** Sends in order: pieces of all recordings share one queue. */
  #sending: Promise<unknown> = Promise.resolve();
  #keeping: Promise<unknown> = Promise.resolve();
  #unsent = 0;
  #hasProblem = false;
  #isFinished = false;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor(matterId: string, onChange: (state: RecorderState) => void) {
    this.#matterId = matterId;
    this.#onChange = onChange;
  }

  /** The recording of the notary's own picture, to which times of answers refer; null before it runs. */
  get own(): { recordingId: string; recordedMs: number } | null {
    const found = this.#running.get('notary');
    if (!found) return null;
    return { recordingId: found.recording.id, recordedMs: Math.round(performance.now() - found.startedAt) };
  }

  /** Records exactly these people; a person who rejoins gets a new recording. */
  record(streams: ReadonlyMap<string, MediaStream>): void {
    if (this.#isFinished) return;
    clearTimeout(this.#closing);
    for (const [personId, { stream }] of this.#running) if (streams.get(personId) !== stream) this.#stop(personId);
    for (const personId of this.#wanted.keys()) if (!streams.has(personId)) this.#wanted.delete(personId);
    for (const [personId, stream] of streams) {
      if (this.#wanted.get(personId) === stream) continue;
      this.#wanted.set(personId, stream);
      void this.#begin(personId, stream);
    }
  }

  /** Ends all recordings. Resolves once the service has every piece and has finished or refused each recording. */
  async finish(): Promise<void> {
    this.record(new Map());
    this.#isFinished = true;
    await new Promise((resolve) => setTimeout(resolve, lastPieceMs));
    let last: Promise<unknown> | null = null;
    while (last !== this.#sending) {
      last = this.#sending;
      await last;
    }
  }

  close(): void {
    this.record(new Map());
    this.#closing = setTimeout(() => this.#aborting.abort(), closingMs);
  }

  async #begin(personId: string, stream: MediaStream): Promise<void> {
    const isWanted = () => this.#wanted.get(personId) === stream;
    await tracksOf(stream);
    const type = supportedType();
    if (!type) return this.#fail();
    const [mimeType, mediaType] = type;
    while (isWanted()) {
      try {
        if (!stream.active) throw new Error('Nothing arrives from this person.');
        const { recordingId, head } = await ask(calls.consoleVideoRooms.beginRecording, {
          id: this.#matterId,
          personId,
          mediaType,
        });
        if (isWanted()) this.#start(personId, { stream, mimeType, recordingId, head });
        return;
      } catch {
        this.#fail();
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  #start(personId: string, o: { stream: MediaStream; mimeType: string; recordingId: string; head: string }): void {
    const { stream, mimeType, recordingId, head } = o;
    const recording: Recording = {
      id: recordingId,
      matterId: this.#matterId,
      startHead: head,
      digests: [],
      unsent: 0,
      isClosed: false,
      release: () => {},
    };
    const done = new Promise<void>((resolve) => Object.assign(recording, { release: resolve }));
    void navigator.locks.request(lockOf(recordingId), () => done);
    const recorder = new MediaRecorder(stream, { mimeType, ...bits });
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) this.#take(recording, data);
    });
    recorder.addEventListener('stop', () => {
      const isUnexpected = this.#running.get(personId)?.recorder === recorder;
      if (isUnexpected) {
        this.#running.delete(personId);
        this.#fail();
        setTimeout(() => void this.#begin(personId, stream), retryMs);
      }
      this.#queue(recording, async () => {
        // The next visit sends the rest and finishes the recording.
        if (recording.unsent === 0) await finishSent(recording, this.#aborting.signal);
      });
      void this.#sending.then(recording.release);
      this.#publish();
    });
    recorder.addEventListener('error', () => this.#fail());
    recorder.start(videoRoomLimits.chunkSeconds * 1_000);
    this.#running.set(personId, { recorder, stream, recording, startedAt: performance.now() });
    this.#hasProblem = false;
    this.#publish();
  }

  #stop(personId: string): void {
    const running = this.#running.get(personId);
    this.#running.delete(personId);
    if (running && running.recorder.state !== 'inactive') running.recorder.stop();
    this.#publish();
  }

  /** Stores a piece before it is sent, so that closing the window or losing the network loses no stored piece. */
  #take(recording: Recording, content: Blob): void {
    if (recording.isClosed) return;
    this.#count(recording, 1);
    const kept = this.#keep(recording, content);
    this.#queue(recording, async () => {
      await sendChunk(recording, await kept, this.#aborting.signal);
      this.#hasProblem = false;
      this.#count(recording, -1);
    });
  }

  /** @returns the index of the piece */
  #keep({ id, matterId, startHead, digests }: Recording, content: Blob): Promise<number> {
    const keeping = this.#keeping.then(async () => {
      const sha256 = await sha256Of(await content.arrayBuffer());
      const at = digests.length;
      await keepChunk({ recordingId: id, at, content });
      digests.push(sha256);
      await keepRecording({ id, matterId, startHead, digests });
      return at;
    });
    this.#keeping = keeping.catch(() => {});
    return keeping;
  }

  #queue(recording: Recording, work: () => Promise<void>): void {
    this.#sending = this.#sending
      .then(() => (recording.isClosed ? forgetClosed(recording.id) : work()))
      .catch((error) => (isClosed(error) ? this.#replace(recording) : this.#fail()));
  }

  /** Starts a new recording of a person whose recording the service has closed. */
  async #replace(recording: Recording): Promise<void> {
    recording.isClosed = true;
    this.#count(recording, -recording.unsent);
    this.#fail();
    await forgetClosed(recording.id).catch(() => {});
    for (const [personId, { recording: one, stream }] of this.#running) {
      if (one !== recording) continue;
      this.#stop(personId);
      void this.#begin(personId, stream);
    }
  }

  #count(recording: Recording, pieces: number): void {
    recording.unsent += pieces;
    this.#unsent += pieces;
    this.#publish();
  }

  #fail(): void {
    this.#hasProblem = true;
    this.#publish();
  }

  #publish(): void {
    this.#onChange({
      running: [...this.#running.keys()],
      missing: [...this.#wanted.keys()].filter((personId) => !this.#running.has(personId)),
      unsent: this.#unsent,
      hasProblem: this.#hasProblem,
    });
  }
}

const longestTrackMs = 2_000;

/** Picture and sound arrive separately, and adding a track to a stream stops its recorder. */
async function tracksOf(stream: MediaStream): Promise<void> {
  const isWhole = () => stream.getVideoTracks().length > 0 && stream.getAudioTracks().length > 0;
  const until = performance.now() + longestTrackMs;
  while (!isWhole() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}
