import { canonicalText, deviceRecordingStart, type SegmentHeader } from '@proofkeep/bundle';
import { deviceLimits } from '@proofkeep/contract';
import { clockReading } from './clock.ts';
import { coveredTimes } from './covered-times.ts';
import { type OwnDevice, saveSegment } from './database.ts';
import { sha256, sign } from './keys.ts';

const segmentMs = 5_000;
const mostNotes = 60;
/** A shorter take may contain no picture at all. */
const leastTakeMs = 500;
/** The position counts as lost after this time without one. */
const positionLostMs = 60_000;

type Note = SegmentHeader['events'][number]['event'];
type Position = SegmentHeader['positions'][number];

/** A segment being recorded. */
interface Take {
  recorder: MediaRecorder;
  /** Its complete content, once it has stopped. */
  content: Promise<Blob>;
  fromMs: number;
  startedAt: string;
  positions: Position[];
  events: SegmentHeader['events'];
}

/** Why a recording ended by itself: it reached the maximum number of segments, or camera or storage failed. */
export type EndReason = 'full' | 'failed';

interface Listener {
  onSegment: (position: Position | null) => void;
  /** The recording ends; `stop` resolves when its last segment is stored. */
  onEnd: (reason: EndReason) => void;
}

/** The first media type that this browser records. */
const mediaTypes = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'] as const;

/**
 * Records in separately playable segments: the next recorder starts before the previous one stops, so that nothing
 * between two segments is lost. A segment is signed and stored in this browser as soon as it ends.
 */
export class Recording {
  readonly number = crypto.randomUUID();
  readonly #device: OwnDevice;
  readonly #stream: MediaStream;
  readonly #listener: Listener;
  readonly #beganAt = performance.now();
  readonly #ends = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #watch: number | undefined;
  #take: Take;
  #takes = 0;
  /** Number of stored segments. */
  #n = 0;
  #stopped: Promise<void> | undefined;
  #previous: Promise<string>;
  #positionAtMs = 0;

  constructor(device: OwnDevice, stream: MediaStream, listener: Listener) {
    this.#device = device;
    this.#stream = stream;
    this.#listener = listener;
    this.#previous = sha256(owned(deviceRecordingStart(device.key, this.number)));
    this.#take = this.#begin();
    this.#timer = setInterval(() => this.#next(), segmentMs);
    this.#watch = this.#watchPosition();
    this.#listen();
  }

  get elapsedMs(): number {
    return performance.now() - this.#beganAt;
  }

  /** Ends the recording. @returns once the last segment is signed and stored; rejects if one could not be stored */
  stop(): Promise<void> {
    this.#stopped ??= this.#finish();
    return this.#stopped;
  }

  async #finish(): Promise<void> {
    clearInterval(this.#timer);
    try {
      const shortMs = this.#take.fromMs + leastTakeMs - this.elapsedMs;
      if (shortMs > 0) await new Promise((resolve) => setTimeout(resolve, shortMs));
    } finally {
      this.#ends.abort();
      if (this.#watch !== undefined) navigator.geolocation.clearWatch(this.#watch);
      this.#rotate(true);
    }
    await this.#previous;
  }

  /** Ends the recording for a reason that the user must be shown; only the first one counts. */
  #end(reason: EndReason): void {
    if (this.#stopped) return;
    this.stop().catch(() => undefined);
    this.#listener.onEnd(reason);
  }

  #next(): void {
    if (this.#takes >= deviceLimits.segments) return this.#end('full');
    try {
      this.#rotate(false);
    } catch {
      // Nothing can be recorded from this stream any more.
      this.#end('failed');
    }
  }

  #begin(): Take {
    const mimeType = mediaTypes.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(this.#stream, { ...(mimeType && { mimeType }), videoBitsPerSecond: 1_500_000 });
    const content = contentOf(recorder);
    recorder.start();
    this.#takes++;
    const fromMs = Math.round(this.elapsedMs);
    return { recorder, content, fromMs, startedAt: new Date().toISOString(), positions: [], events: [] };
  }

  #rotate(isLast: boolean): void {
    const ended = this.#take;
    if (!isLast) this.#take = this.#begin();
    if (this.elapsedMs - this.#positionAtMs > positionLostMs) this.#note('position-lost', ended);
    const times = coveredTimes(ended, { toMs: Math.round(this.elapsedMs), endedAt: new Date().toISOString() });
    // A browser stops a recorder by itself when the camera is gone.
    if (ended.recorder.state !== 'inactive') ended.recorder.stop();
    // Segments are chained in order, even if a later one is complete first.
    this.#previous = this.#previous.then((previous) => this.#keep(ended, { ...times, previous, isLast }));
    this.#previous.catch(() => this.#end('failed'));
  }

  async #keep(
    { recorder, content: recorded, fromMs, startedAt, positions, events }: Take,
    o: Pick<SegmentHeader, 'previous' | 'toMs' | 'endedAt' | 'isLast'>,
  ): Promise<string> {
    const content = await recorded;
    // The service accepts no empty segment.
    if (content.size === 0) return o.previous;
    const n = this.#n + 1;
    const header = canonicalText({
      v: 1,
      type: 'proofkeep-segment',
      device: this.#device.key,
      recording: this.number,
      ...o,
      n,
      fromMs,
      startedAt,
      clock: clockReading(),
      positions,
      events,
      mediaType: mediaTypeOf(recorder),
      size: content.size,
      sha256: await sha256(await content.arrayBuffer()),
    } satisfies SegmentHeader);
    const signature = await sign(this.#device.privateKey, header);
    await saveSegment({ recording: this.number, n, header, signature, content });
    this.#n = n;
    this.#listener.onSegment(positions.at(-1) ?? null);
    return sha256(new TextEncoder().encode(header));
  }

  #note(event: Note, take = this.#take): void {
    if (take.events.length < mostNotes) take.events.push({ atMs: Math.round(this.elapsedMs), event });
  }

  #watchPosition(): number | undefined {
    return navigator.geolocation?.watchPosition(
      ({ coords }) => {
        this.#positionAtMs = this.elapsedMs;
        if (this.#take.positions.length < mostNotes) this.#take.positions.push(positionOf(coords, this.elapsedMs));
      },
      () => this.#note('position-lost'),
      { enableHighAccuracy: true },
    );
  }

  #listen(): void {
    const { signal } = this.#ends;
    const on = (target: EventTarget, name: string, event: () => Note) =>
      target.addEventListener(name, () => this.#note(event()), { signal });
    on(document, 'visibilitychange', () => (document.hidden ? 'hidden' : 'shown'));
    on(window, 'offline', () => 'offline');
    on(window, 'online', () => 'online');
    for (const track of this.#stream.getVideoTracks()) {
      on(track, 'mute', () => 'camera-stopped');
      on(track, 'ended', () => 'camera-stopped');
      on(track, 'unmute', () => 'camera-resumed');
    }
  }
}

/** Bytes with their own buffer, as WebCrypto requires. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Listens from the start: a recorder whose camera is gone delivers its content before `stop` is called. */
function contentOf(recorder: MediaRecorder): Promise<Blob> {
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  return new Promise((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(parts)), { once: true });
  });
}

const mediaTypeOf = ({ mimeType }: MediaRecorder): SegmentHeader['mediaType'] =>
  mimeType.startsWith('video/mp4') ? 'video/mp4' : 'video/webm';

const positionOf = (coords: GeolocationCoordinates, atMs: number): Position => ({
  atMs: Math.round(atMs),
  latitudeE7: Math.round(coords.latitude * 1e7),
  longitudeE7: Math.round(coords.longitude * 1e7),
  accuracyCm: Math.round(coords.accuracy * 100),
});
