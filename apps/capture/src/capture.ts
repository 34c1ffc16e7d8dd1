import type { ClockSample } from '@proofkeep/bundle';
import type { CaptureEnvironment, CaptureEvent, CaptureJob, CaptureReport, Said } from '@proofkeep/contract';
import type { BrowserLease } from './browser/host.ts';
import type { CaptureError } from './capture-error.ts';
import type { CaptureConfig } from './config.ts';
import type { EgressGuard } from './egress/guard.ts';
import { ActionLog } from './page/action-log.ts';
import type { Emulation } from './page/emulation.ts';
import type { FrameSessions } from './page/frames.ts';
import type { MainDocument } from './page/main-document.ts';
import type { Page } from './page/page.ts';
import type { RejectedCertificates } from './page/tls-errors.ts';
import type { Recorder, RecorderResult } from './record/recorder.ts';
import type { ArtifactSink } from './record/sink.ts';

/** Something that one step brings and later steps use; reading it before is a fault of the order of steps. */
export class Held<T> {
  #value: T | undefined;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  get there(): boolean {
    return this.#value !== undefined;
  }

  get(): T {
    if (this.#value === undefined) throw new Error(`There is no ${this.#name} yet.`);
    return this.#value;
  }

  peek(): T | undefined {
    return this.#value;
  }

  set(value: T): T {
    this.#value = value;
    return value;
  }
}

export interface CaptureOptions {
  job: CaptureJob;
  config: CaptureConfig;
  /** Holds the artifacts and nothing else when the capture has ended. */
  workDir: string;
  /** Of this capture alone, removed at the end; the browser's folders are made in it. */
  folder: string;
  /** Unfinished bodies; inside of `folder`. */
  tempDir: string;
  sink: ArtifactSink;
  emit: (event: CaptureEvent) => void;
}

/** One capture under way: what was asked, what stands, and what is known so far. */
export class Capture {
  readonly job: CaptureJob;
  readonly config: CaptureConfig;
  readonly workDir: string;
  readonly folder: string;
  readonly tempDir: string;
  readonly sink: ArtifactSink;
  readonly emit: (event: CaptureEvent) => void;
  readonly startedAt = new Date();
  readonly actions = new ActionLog();

  /** The address asked for, as the browser parses it. */
  readonly url = new Held<URL>('address');
  readonly egress = new Held<EgressGuard>('egress proxy');
  readonly lease = new Held<BrowserLease>('browser');
  readonly recorder = new Held<Recorder>('recorder');
  readonly emulation = new Held<Emulation>('emulation');
  readonly page = new Held<Page>('page');
  readonly frames = new Held<FrameSessions>('frames');
  readonly document = new Held<MainDocument>('document');
  readonly rejectedCertificates = new Held<RejectedCertificates>('list of certificates');
  readonly record = new Held<RecorderResult>('network record');
  /** What time servers answered when the browser was started. */
  readonly timeBefore = new Held<Promise<ClockSample[]>>('answer of time servers');

  /** Which document of the main frame, counted from 1, is captured and no longer left; null while it may still go on. */
  keptDocument: number | null = null;
  environment: CaptureEnvironment | null = null;
  title: string | null = null;
  text: string | null = null;
  heightPx: number | null = null;
  /** The pictures that make up the page, from the top down. */
  readonly tiles: { path: string; y: number; heightPx: number }[] = [];
  block: CaptureReport['block'] = null;
  /** A file the site gave in place of the page. */
  download: { url: string; name: string } | null = null;
  /** Bounds of the whole capture that were reached. */
  readonly limitsReached: Said[] = [];
  /** Lazy elements made to load at once. */
  madeEager = 0;
  /** Label of the consent button that was pressed. */
  consentPressed: string | null = null;
  /** No script of the page runs any more. */
  held = false;
  /** Why the page can no longer be asked anything; the record of the network goes on. */
  pageLost: Said | null = null;

  readonly #interruption = new AbortController();

  constructor(options: CaptureOptions) {
    this.job = options.job;
    this.config = options.config;
    this.workDir = options.workDir;
    this.folder = options.folder;
    this.tempDir = options.tempDir;
    this.sink = options.sink;
    this.emit = options.emit;
  }

  /** What came is kept, but the capture is not complete. */
  reachLimit(said: Said): void {
    if (!this.limitsReached.some(({ name }) => name === said.name)) this.limitsReached.push(said);
  }

  /** Ends every step that needs the browser; the first reason stays. */
  interrupt(error: CaptureError): void {
    if (!this.#interruption.signal.aborted) this.#interruption.abort(error);
  }

  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  get interruption(): CaptureError | undefined {
    return this.#interruption.signal.reason as CaptureError | undefined;
  }
}
