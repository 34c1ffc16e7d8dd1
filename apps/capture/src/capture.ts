import type { ClockSample } from '@proofkeep/bundle';
import type { CaptureEnvironment, CaptureEvent, CaptureJob, CaptureReport, Message } from '@proofkeep/contract';
import type { BrowserHandle } from './browser/host.ts';
import type { CaptureError } from './capture-error.ts';
import type { CaptureConfig } from './config.ts';
import type { EgressGuard } from './egress/guard.ts';
import { ActionLog } from './page/action-log.ts';
import type { Emulation } from './page/emulation.ts';
import type { FrameSessions } from './page/frames.ts';
import type { MainDocument } from './page/main-document.ts';
import type { Page } from './page/page.ts';
import type { RejectedCertificates } from './page/tls-errors.ts';
import type { FoundProduct } from './product/found-product.ts';
import { CookieSecrets } from './record/cookie-secrets.ts';
import type { Recorder, RecorderResult } from './record/recorder.ts';
import type { ArtifactSink } from './record/sink.ts';
import type { Ended, SessionRecord } from './session/session-record.ts';

/** A value that one step sets and later steps use. Reading it earlier is a bug in the order of steps. */
export class Owned<T> {
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
  /** Contains only the artifacts once the capture has ended. */
  workDir: string;
  /** Belongs to this capture alone and is removed at the end; contains the browser's folders. */
  folder: string;
  /** Incomplete bodies; inside `folder`. */
  tempDir: string;
  sink: ArtifactSink;
  emit: (event: CaptureEvent) => void;
  /** Aborted when a live session is to end in good order. */
  finishing?: AbortSignal;
}

/** State of a running capture: its job, its resources and its findings so far. */
export class Capture {
  readonly job: CaptureJob;
  readonly config: CaptureConfig;
  readonly workDir: string;
  readonly folder: string;
  readonly tempDir: string;
  readonly sink: ArtifactSink;
  readonly emit: (event: CaptureEvent) => void;
  readonly finishing: AbortSignal | undefined;
  readonly startedAt = new Date();
  readonly actions = new ActionLog();
  readonly secrets: CookieSecrets;

  /** The requested URL, as the browser parses it. */
  readonly url = new Owned<URL>('address');
  readonly egress = new Owned<EgressGuard>('egress proxy');
  readonly lease = new Owned<BrowserHandle>('browser');
  readonly recorder = new Owned<Recorder>('recorder');
  readonly emulation = new Owned<Emulation>('emulation');
  readonly page = new Owned<Page>('page');
  readonly frames = new Owned<FrameSessions>('frames');
  readonly document = new Owned<MainDocument>('document');
  readonly rejectedCertificates = new Owned<RejectedCertificates>('list of certificates');
  readonly record = new Owned<RecorderResult>('network record');
  /** Responses of the time servers when the browser started. */
  readonly timeBefore = new Owned<Promise<ClockSample[]>>('answer of time servers');

  readonly session = new Owned<SessionRecord>('session');

  /** How a live session ended; null before. */
  ending: Ended | null = null;
  /** Values of the network record that were replaced by digests. */
  withheld = 0;
  /** The network record of a live session was written again at the end. */
  isRecordRewritten = false;

  /**
   * Number, counted from 1, of the main frame's document that is captured; null while the page may still navigate to
   * another one.
   */
  keptDocument: number | null = null;
  environment: CaptureEnvironment | null = null;
  title: string | null = null;
  text: string | null = null;
  heightPx: number | null = null;
  /** Pages on the same host that the page links to, if they were requested. */
  links: string[] | null = null;
  /** Facts that the page states about a product, if requested. */
  product: FoundProduct | null = null;
  /** The pictures that make up the page, from top to bottom. */
  readonly tiles: { path: string; y: number; heightPx: number }[] = [];
  block: CaptureReport['block'] = null;
  /** A file that the site sent instead of a page. */
  download: { url: string; name: string } | null = null;
  /** Limits that the capture reached. */
  readonly limitsReached: Message[] = [];
  /** Number of lazy elements switched to eager loading. */
  madeEager = 0;
  /** Number of images loaded for other screen densities. */
  otherDensities = 0;
  /** Label of the consent button that was clicked. */
  consentPressed: string | null = null;
  /** Whether the page's scripts are stopped. */
  held = false;
  /** Why the page no longer responds; network recording continues. */
  pageLost: Message | null = null;

  /**
   * A fault of this machine, such as a full disk: the capture may lack more than the page did, so it is not delivered.
   */
  machineFault: CaptureError | null = null;

  readonly #interruption = new AbortController();

  constructor(options: CaptureOptions) {
    this.job = options.job;
    this.config = options.config;
    this.secrets = new CookieSecrets(options.job);
    this.workDir = options.workDir;
    this.folder = options.folder;
    this.tempDir = options.tempDir;
    this.sink = options.sink;
    this.emit = options.emit;
    this.finishing = options.finishing;
  }

  /** Keeps what was captured but marks the capture as incomplete. */
  reachLimit(said: Message): void {
    if (!this.limitsReached.some(({ name }) => name === said.name)) this.limitsReached.push(said);
  }

  /** Ends every step that needs the browser; the first reason wins. */
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
