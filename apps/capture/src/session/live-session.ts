import { join } from 'node:path';
import {
  type LiveEnd,
  type LiveInput,
  type LiveOrder,
  type LiveOutput,
  liveLimits,
  message,
  type SessionDownload,
  type SessionJob,
  type SessionSnapshot,
  type VisitedPage,
} from '@proofkeep/contract';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { noteStartClock } from '../record/clock.ts';
import { originOf } from '../record/warc-origin.ts';
import { reportOfBegun } from '../report.ts';
import { tool } from '../tool.ts';
import { Acts } from './acts.ts';
import { Control } from './control.ts';
import { keepDownloads } from './downloads.ts';
import { isPageInput } from './input.ts';
import { InputQueues } from './input-queues.ts';
import { NetworkParts } from './network-parts.ts';
import { PageEvents } from './page-events.ts';
import { Presence } from './presence.ts';
import { Recording } from './recording.ts';
import type { Ended, SessionRecord } from './session-record.ts';
import { Snapshots } from './snapshots.ts';
import { Tabs } from './tabs.ts';
import { Uploads } from './uploads.ts';
import { Visits } from './visits.ts';

/** The service's artifact limit (contract: nodes), minus space for the rest of a chunk. */
const mostBytes = 960 * 2 ** 20;
const stateMs = 1_000;
/** Changes within this time are reported once. */
const gatherMs = 60;
/** Maximum number of entries of one kind in the report; the events have all of them. */
const mostListed = 500;
/** An open dialog blocks its page, so it is dismissed after this time without an answer. */
const dialogMs = 120_000;

/** A running session: forwards the user's input and records it, until the session ends. */
export class LiveSession implements SessionRecord {
  readonly recording: Recording;
  readonly downloads: SessionDownload[] = [];
  /** The newest picture. */
  lastFrame: Buffer | null = null;
  isFull = false;
  readonly #capture: Capture;
  readonly #events: PageEvents;
  readonly #tabs: Tabs;
  readonly #visits: Visits;
  readonly #snapshots: Snapshots;
  readonly #uploads: Uploads;
  readonly #presence: Presence;
  readonly network: NetworkParts;
  readonly #control: Control | null;
  readonly #queues: InputQueues;
  readonly #acts: Acts;
  #wallMs: number;
  #isOver = false;
  #changeTimer: NodeJS.Timeout | undefined;
  readonly #end: (because: LiveEnd) => void;
  readonly #ended: Promise<LiveEnd>;

  constructor(capture: Capture, job: SessionJob) {
    this.#capture = capture;
    this.#wallMs = job.wallMs;
    const { promise, resolve } = Promise.withResolvers<LiveEnd>();
    this.#ended = promise;
    // Actions that can't be recorded aren't allowed.
    this.#end = (because) => {
      this.#isOver = true;
      this.#queues.clear();
      resolve(because);
    };
    this.network = new NetworkParts({
      recorder: capture.recorder.get(),
      sink: capture.sink,
      connections: () => capture.egress.get().connections(),
      workDir: capture.workDir,
      tempDir: capture.tempDir,
      origin: originOf(capture),
      secrets: () => this.secrets,
    });
    this.recording = new Recording({
      ano: capture.job.captureId,
      sink: capture.sink,
      size: capture.job.viewport,
      tool: `${tool.name} ${tool.version}`,
      chunkMs: liveLimits.chunkMs,
      network: () => this.network.cut(),
      emit: capture.emit,
      onFault: (error) => {
        capture.machineFault ??= new CaptureError('INTERNAL', message('recording.lost'), { cause: error });
        this.#end('browser');
      },
    });
    this.#events = new PageEvents(this.recording);
    this.#visits = new Visits(this.#events, capture.sink);
    this.#snapshots = new Snapshots(this.recording, capture.sink);
    this.#uploads = new Uploads(join(capture.folder, 'uploads'), this.recording);
    this.#presence = new Presence(job, this.recording, this.#end);
    this.#queues = new InputQueues(this.recording, {
      isOver: () => this.#isOver,
      onFocus: () => this.#sendStateSoon(),
      framesOf: (tab) => this.#tabs.framesOf(tab),
    });
    this.#tabs = this.#openTabs();
    this.#acts = new Acts({
      capture,
      recording: this.recording,
      tabs: this.#tabs,
      snapshots: this.#snapshots,
      uploads: this.#uploads,
      send: (output) => this.#send(output),
      onChange: () => {
        void this.#readHistory();
        this.#sendStateSoon();
      },
    });
    this.#control =
      job.control === undefined
        ? null
        : new Control(job.control, {
            onInput: (input) => this.input(input),
            onPiece: (bytes) => void this.#receive(bytes),
            onOrder: (order) => this.order(order),
            onAway: () => this.#presence.set(false),
          });
  }

  get pages(): VisitedPage[] {
    return this.#visits.pages;
  }

  get morePages(): number {
    return this.#visits.more;
  }

  get snapshots(): SessionSnapshot[] {
    return this.#snapshots.all;
  }

  get masked(): number {
    return this.#queues.masked;
  }

  get secrets(): ReadonlySet<string> {
    return this.#queues.secrets;
  }

  /** Runs until the session ends. */
  async run(): Promise<Ended> {
    const capture = this.#capture;
    const { bus, exited } = capture.lease.get();
    void exited.then(() => this.#end('browser'));
    capture.interrupted.addEventListener('abort', () => this.#end('browser'), { once: true });
    if (capture.interruption) this.#end('browser');
    capture.finishing?.addEventListener('abort', () => this.#end('node'), { once: true });
    if (capture.finishing?.aborted) this.#end('node');
    await this.#begin();
    const unwatched = this.#presence.watch(() => this.#wallMs);
    const stateTimer = setInterval(() => {
      void this.#readHistory();
      this.#sendState();
    }, stateMs);
    const because = await this.#ended;
    unwatched();
    clearInterval(stateTimer);
    // Adds the last picture, so that the recording is as long as the session.
    const last = because === 'browser' ? null : await this.#tabs.picture(this.#tabs.front, 'jpeg');
    this.#tabs.end();
    if (last) this.#show(last);
    this.#events.end();
    this.recording.event('ended', { because });
    for (const { page } of this.#tabs.all) bus.send('Page.stopScreencast', undefined, page.sessionId).catch(() => {});
    await this.network.end();
    const durationMs = await this.recording.end();
    this.#send({ type: 'ended', because });
    clearTimeout(this.#changeTimer);
    return { because, durationMs };
  }

  close(): void {
    this.#control?.close();
  }

  order(order: LiveOrder): void {
    if (order.type === 'present') {
      this.#presence.set(order.is);
      if (order.is) this.#sendStateSoon();
    } else if (order.type === 'wall') {
      if (order.wallMs === this.#wallMs) return;
      this.#wallMs = order.wallMs;
      this.recording.event('extended', { wallMs: order.wallMs });
      this.#sendStateSoon();
    } else {
      this.isFull = order.isFull;
      this.#end('stopped');
    }
  }

  input(input: LiveInput): void {
    if (input.type === 'ping') return this.#send({ type: 'pong', at: input.at });
    if (input.type === 'ack' || this.#isOver) return;
    this.#presence.noteInput();
    const { front } = this.#tabs;
    if (isPageInput(input)) {
      if (front) this.#queues.of(front).add(input);
    } else if (input.type === 'copy' && front) this.#queues.of(front).act(() => this.#acts.act(input));
    else void this.#acts.act(input).catch(() => {});
  }

  async #begin(): Promise<void> {
    const capture = this.#capture;
    const { bus, profileDir } = capture.lease.get();
    const { sessionId, frameId } = capture.page.get();
    await bus.send('Target.setDiscoverTargets', { discover: true });
    const { targetInfo } = await bus.send('Target.getTargetInfo', { targetId: frameId });
    const { browserContextId } = targetInfo;
    if (browserContextId) this.#tabs.context = { browserContextId };
    // Grants no permissions, so pages can't ask for any.
    await bus.send('Browser.grantPermissions', { permissions: [], ...this.#tabs.context });
    keepDownloads(bus, capture.sink, {
      downloadDir: profileDir,
      onBegin: (name, url) => this.#events.add('download-began', { name, url }),
      onDone: (download) => {
        const atMs = this.recording.event('download', { ...download });
        if (this.downloads.length < mostListed) this.downloads.push({ atMs, ...download });
        this.#send({ type: 'download', name: download.name });
      },
      onFault: (name, why) => {
        if (this.#events.add('download-lost', { name, why }) === null) return;
        this.#send({ type: 'notice', message: message('session.download-lost', { name: name.slice(0, 100) }) });
      },
    });
    const tab = await this.#tabs.adopt(sessionId, frameId);
    const emitBegun = (clock: string | null) =>
      capture.emit({ type: 'begun', report: reportOfBegun(capture, this.recording.startedAt), clock });
    emitBegun(null);
    void capture.timeBefore.peek()?.then((before) => {
      if (!this.#isOver) emitBegun(noteStartClock(capture, before));
    });
    const first = await this.#tabs.picture(tab, 'jpeg');
    if (first) this.#show(first);
    const { href } = capture.url.get();
    if (href !== 'about:blank') void this.#acts.open(tab, href);
  }

  #openTabs(): Tabs {
    const { bus } = this.#capture.lease.get();
    return new Tabs(bus, this.#capture.emulation.get(), {
      onChange: () => this.#sendStateSoon(),
      onArrival: (tab) => {
        this.#visits.arrived(tab);
        void this.#readHistory();
        this.#sendStateSoon();
      },
      onLoad: () => void this.#readHistory(),
      onOpen: ({ id }) => this.#events.add('tab-opened', { tab: id }),
      onClose: (tab) => {
        this.#events.add('tab-closed', { tab: tab.id });
        this.#queues.close(tab);
        if (this.#tabs.all.length === 0) void this.#acts.openTab().catch(() => {});
      },
      onDialog: (tab, { kind, text }) => {
        this.#events.add('dialog', { tab: tab.id, dialog: kind, text });
        this.#queues.of(tab).release();
        const { dialog } = tab;
        setTimeout(() => tab.dialog === dialog && void this.#acts.answer(tab, false, ''), dialogMs).unref();
        this.#sendStateSoon();
      },
      onError: (tab, text) => this.#events.add('error', { tab: tab.id, text }),
      onFileChooser: (tab, { page, backendNodeId, isMultiple }) => {
        if (backendNodeId === undefined) return;
        this.#events.add('file-chooser', { tab: tab.id });
        this.#uploads.ask({ tab, page, backendNodeId, isMultiple });
        this.#sendStateSoon();
      },
      onFrame: (jpeg) => this.#show(jpeg),
    });
  }

  async #receive(bytes: Uint8Array): Promise<void> {
    if (this.#isOver) return;
    this.#presence.noteInput();
    await this.#uploads.piece(bytes);
    this.#send({ type: 'received', bytes: bytes.length });
  }

  async #readHistory(): Promise<void> {
    if (await this.#visits.read(this.#tabs.front)) this.#sendStateSoon();
  }

  #show(jpeg: Buffer): void {
    this.lastFrame = jpeg;
    const atMs = this.recording.frame(jpeg);
    const { viewport } = this.#capture.job;
    this.#control?.show({ number: this.recording.counts.frames, atMs, ...viewport, jpeg });
    if (this.recording.counts.bytes > mostBytes) this.#end('size');
  }

  #send(output: LiveOutput): void {
    this.#control?.send(output);
  }

  #sendStateSoon(): void {
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.#sendState();
    }, gatherMs);
  }

  #sendState(): void {
    const { frames, events, chunks, bytes } = this.recording.counts;
    const { front } = this.#tabs;
    const focus = front ? this.#queues.of(front).focus : null;
    const { chooser } = this.#uploads;
    this.#send({
      type: 'state',
      atMs: this.recording.atMs(),
      wallMs: this.#wallMs,
      viewport: this.#tabs.viewportOf(front),
      zoom: front?.zoom ?? 1,
      chooser: chooser && chooser.tab === front ? { isMultiple: chooser.isMultiple } : null,
      tabs: this.#tabs.shown(),
      ...this.#visits.history,
      dialog: front?.dialog ?? null,
      caret: focus?.caret ?? null,
      isMasked: focus !== null && focus.secrecy !== 'plain',
      recorded: { frames, events, chunks, bytes, last: this.recording.lastEvent },
    });
  }
}
