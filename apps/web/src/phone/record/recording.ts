import { canonicalText, deviceRecordingStart, type SegmentHeader } from '@proofkeep/bundle';
import { clockReading } from './clock.ts';
import { type OwnDevice, saveSegment } from './database.ts';
import { sha256, sign } from './keys.ts';

const segmentMs = 5_000;
const mostNotes = 60;
/** Without a position for so long it counts as lost. */
const positionLostMs = 60_000;

type Note = SegmentHeader['events'][number]['event'];
type Position = SegmentHeader['positions'][number];

/** A segment under way. */
interface Take {
  recorder: MediaRecorder;
  fromMs: number;
  startedAt: string;
  positions: Position[];
  events: SegmentHeader['events'];
}

/** The first media type that this browser records. */
const mediaTypes = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'] as const;

/**
 * Records in segments that each play alone: the next recorder begins before the previous one stops, so that nothing between two
 * segments is lost. A segment is signed and kept in this browser as soon as it ends.
 */
export class Recording {
  readonly number = crypto.randomUUID();
  readonly #device: OwnDevice;
  readonly #stream: MediaStream;
  readonly #onSegment: (position: Position | null) => void;
  readonly #beganAt = performance.now();
  readonly #ends = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #watch: number | undefined;
  #take: Take;
  #n = 0;
  #previous: Promise<string>;
  #positionAtMs = 0;

  constructor(device: OwnDevice, stream: MediaStream, onSegment: (position: Position | null) => void) {
    this.#device = device;
    this.#stream = stream;
    this.#onSegment = onSegment;
    this.#previous = sha256(owned(deviceRecordingStart(device.key, this.number)));
    this.#take = this.#begin();
    this.#timer = setInterval(() => this.#rotate(false), segmentMs);
    this.#watch = this.#watchPosition();
    this.#listen();
  }

  get elapsedMs(): number {
    return performance.now() - this.#beganAt;
  }

  /** Ends the recording. @returns once the last segment is signed and kept */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ends.abort();
    if (this.#watch !== undefined) navigator.geolocation.clearWatch(this.#watch);
    this.#rotate(true);
    await this.#previous;
  }

  #begin(): Take {
    const mimeType = mediaTypes.find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(this.#stream, { ...(mimeType && { mimeType }), videoBitsPerSecond: 1_500_000 });
    recorder.start();
    const fromMs = Math.round(this.elapsedMs);
    return { recorder, fromMs, startedAt: new Date().toISOString(), positions: [], events: [] };
  }

  #rotate(isLast: boolean): void {
    const ended = this.#take;
    if (!isLast) this.#take = this.#begin();
    if (this.elapsedMs - this.#positionAtMs > positionLostMs) this.#note('position-lost', ended);
    const n = ++this.#n;
    const times = { toMs: Math.round(this.elapsedMs), endedAt: new Date().toISOString() };
    const content = contentOf(ended.recorder);
    // Segments are chained in their order, whichever is complete first.
    this.#previous = this.#previous.then(async (previous) =>
      this.#keep(ended, { ...times, n, previous, isLast }, await content),
    );
  }

  async #keep(
    { recorder, fromMs, startedAt, positions, events }: Take,
    o: Pick<SegmentHeader, 'n' | 'previous' | 'toMs' | 'endedAt' | 'isLast'>,
    content: Blob,
  ): Promise<string> {
    const header = canonicalText({
      v: 1,
      type: 'proofkeep-segment',
      device: this.#device.key,
      recording: this.number,
      ...o,
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
    await saveSegment({ recording: this.number, n: o.n, header, signature, content });
    this.#onSegment(positions.at(-1) ?? null);
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

/** Bytes with a buffer of their own, as WebCrypto takes them. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function contentOf(recorder: MediaRecorder): Promise<Blob> {
  return new Promise((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => resolve(data), { once: true });
    recorder.stop();
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
