import { createHash, type Hash } from 'node:crypto';
import { chunkBytes, type RecordingChunk, startBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import type { CaptureEvent, LiveEventKind } from '@proofkeep/contract';
import type { ArtifactSink, ArtifactWriter } from '../record/sink.ts';
import { blockStart, clusterStart, header } from './matroska.ts';
import { recordingFiles } from './recording-files.ts';

export interface RecordingOptions {
  ano: string;
  sink: ArtifactSink;
  size: { width: number; height: number };
  tool: string;
  /** Maximum length of a chunk. */
  chunkMs: number;
  /** The part of the network record written since the last call. */
  network: () => RecordingChunk['network'];
  emit: (event: Extract<CaptureEvent, { type: 'chunk' }>) => void;
  /** Called once if writing failed; nothing is recorded afterwards. */
  onFault: (error: unknown) => void;
}

/** The bytes of one file that belong to the current chunk. */
class Part {
  offset = 0;
  size = 0;
  #hash: Hash = createHash('sha256');
  readonly #writer: ArtifactWriter;

  constructor(writer: ArtifactWriter) {
    this.#writer = writer;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    this.#hash.update(bytes);
    await this.#writer.write(bytes);
  }

  /** Ends the part; the next one begins. */
  cut(): { offset: number; size: number; sha256: string } {
    const range = { offset: this.offset, size: this.size, sha256: this.#hash.digest('hex') };
    this.offset += this.size;
    this.size = 0;
    this.#hash = createHash('sha256');
    return range;
  }

  close = () => this.#writer.close();
}

/**
 * Writes a recording: frames in order of arrival into one Matroska file, events as lines, and every few seconds a chunk
 * that hashes both and is chained to the previous one (libs/bundle/src/recording.ts). Written bytes stay: a killed
 * process leaves files that end within a chunk.
 */
export class Recording {
  readonly startedAt = new Date();
  readonly counts = { frames: 0, events: 0, chunks: 0, bytes: 0 };
  lastEvent: LiveEventKind | '' = '';
  head: string;
  readonly #startMs = performance.now();
  readonly #o: RecordingOptions;
  readonly #video: Part;
  readonly #events: Part;
  readonly #chain: ArtifactWriter;
  /** Writes run in sequence. */
  #work: Promise<void> = Promise.resolve();
  #chunkFromMs = 0;
  #chunkFrames = 0;
  #clusterMs: number | null = null;
  #lastFrameMs = 0;
  #isOver = false;
  readonly #timer: NodeJS.Timeout;

  constructor(o: RecordingOptions) {
    this.#o = o;
    this.#video = new Part(o.sink.open('recording', recordingFiles.video, 'video/x-matroska'));
    this.#events = new Part(o.sink.open('events', recordingFiles.events, 'application/x-ndjson'));
    this.#chain = o.sink.open('chunks', 'chunks.jsonl', 'application/x-ndjson');
    this.head = sha256Hex(startBytes(o.ano, this.startedAt.toISOString()));
    this.#later(() => this.#video.write(header(o.size, this.startedAt, o.tool)));
    // A little early, so that a busy process stays within the bound.
    this.#timer = setInterval(() => this.#cut(), o.chunkMs * 0.9);
  }

  /** Whole milliseconds since the start. */
  atMs = (): number => Math.round(performance.now() - this.#startMs);

  /** @returns when it was recorded */
  frame(jpeg: Uint8Array): number {
    const atMs = Math.max(this.atMs(), this.#lastFrameMs);
    if (this.#isOver) return atMs;
    this.#lastFrameMs = atMs;
    this.counts.frames += 1;
    this.counts.bytes += jpeg.length;
    this.#chunkFrames += 1;
    const start = this.#clusterMs === null ? clusterStart(atMs) : Buffer.alloc(0);
    const clusterMs = (this.#clusterMs ??= atMs);
    this.#later(async () => {
      await this.#video.write(Buffer.concat([start, blockStart(jpeg.length, atMs, clusterMs)]));
      await this.#video.write(jpeg);
    });
    return atMs;
  }

  event(kind: LiveEventKind, detail: Record<string, unknown> = {}): number {
    const atMs = this.atMs();
    if (this.#isOver) return atMs;
    const line = `${JSON.stringify({ n: this.counts.events, atMs, kind, ...detail })}\n`;
    this.counts.events += 1;
    this.counts.bytes += line.length;
    this.lastEvent = kind;
    this.#later(() => this.#events.write(Buffer.from(line)));
    return atMs;
  }

  /** Ends the recording and completes its files. @returns its length in milliseconds */
  async end(): Promise<number> {
    clearInterval(this.#timer);
    const atMs = this.#cut();
    this.#isOver = true;
    await this.#work;
    await this.#video.close();
    await this.#events.close();
    await this.#chain.close();
    return atMs;
  }

  /** Ends the current chunk. @returns its end time */
  #cut(): number {
    const toMs = Math.max(this.atMs(), this.#lastFrameMs);
    if (this.#isOver) return toMs;
    const range = { n: this.counts.chunks, fromMs: this.#chunkFromMs, toMs, frames: this.#chunkFrames };
    this.counts.chunks += 1;
    this.#chunkFromMs = toMs;
    this.#chunkFrames = 0;
    this.#clusterMs = null;
    this.#later(async () => {
      const network = this.#o.network();
      const rest = {
        ...range,
        video: this.#video.cut(),
        events: this.#events.cut(),
        ...(network && { network }),
        previous: this.head,
      };
      this.head = sha256Hex(chunkBytes(rest));
      const chunk: RecordingChunk = { ...rest, head: this.head };
      await this.#chain.write(Buffer.from(`${JSON.stringify(chunk)}\n`));
      this.#o.emit({ type: 'chunk', ...chunk });
    });
    return toMs;
  }

  #later(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      if (!this.#isOver) this.#o.onFault(error);
      this.#isOver = true;
    });
  }
}
