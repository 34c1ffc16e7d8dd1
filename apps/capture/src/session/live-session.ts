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
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { proxyError } from '../page/navigation-error.ts';
import { tool } from '../tool.ts';
import { Control } from './control.ts';
import { keepDownloads } from './downloads.ts';
import { type Focus, focusOf, selectionOf } from './focus.ts';
import { dispatch, isCommit, isPageInput, isTyping, type PageInput, recorded } from './input.ts';
import { Recording } from './recording.ts';
import { Secrets } from './secrets.ts';
import type { Ended, SessionRecord } from './session-record.ts';
import { type Tab, Tabs } from './tabs.ts';

/** The artifact limit of the service (contract: nodes), with room for the rest of a chunk. */
const mostBytes = 960 * 2 ** 20;
const stateMs = 1_000;
/** Changes within this time are told once. */
const gatherMs = 60;
const mostQueued = 400;
/** Entries of one kind in the report; the events have all of them. */
const mostListed = 500;
/** An open dialog blocks its page, so it is dismissed after this time without an answer. */
const dialogMs = 120_000;
const lookMs = 250;
const titleMs = 2_000;

/** A running session: passes on what its user does and records it, until it ends. */
export class LiveSession implements SessionRecord {
  readonly recording: Recording;
  readonly pages: VisitedPage[] = [];
  readonly downloads: SessionDownload[] = [];
  readonly snapshots: SessionSnapshot[] = [];
  masked = 0;
  /** The newest picture. */
  lastFrame: Buffer | null = null;
  isFull = false;
  readonly #secrets = new Secrets();
  readonly #capture: Capture;
  readonly #job: SessionJob;
  readonly #tabs: Tabs;
  readonly #control: Control | null;
  /** Inputs with the tab that was in front when they came. */
  readonly #queue: { tab: Tab; input: PageInput }[] = [];
  #isDispatching = false;
  #focus: Focus = { secrecy: 'plain', value: '', caret: null };
  #wallMs: number;
  #isOver = false;
  #isPresent = false;
  #awaySinceMs = performance.now();
  #inputAtMs = performance.now();
  #history = { canGoBack: false, canGoForward: false };
  #changeTimer: NodeJS.Timeout | undefined;
  readonly #end: (because: LiveEnd) => void;
  readonly #ended: Promise<LiveEnd>;
  #releaseDispatch: () => void = () => {};

  constructor(capture: Capture, job: SessionJob) {
    this.#capture = capture;
    this.#job = job;
    this.#wallMs = job.wallMs;
    const { promise, resolve } = Promise.withResolvers<LiveEnd>();
    this.#ended = promise;
    // What isn't recorded may not be done either.
    this.#end = (because) => {
      this.#isOver = true;
      this.#queue.length = 0;
      resolve(because);
    };
    this.recording = new Recording({
      ano: capture.job.captureId,
      sink: capture.sink,
      size: capture.job.viewport,
      tool: `${tool.name} ${tool.version}`,
      chunkMs: liveLimits.chunkMs,
      emit: capture.emit,
      onFault: (error) => {
        capture.machineFault ??= new CaptureError('INTERNAL', message('recording.lost'), { cause: error });
        this.#end('browser');
      },
    });
    const { bus } = capture.lease.get();
    this.#tabs = new Tabs(bus, capture.emulation.get(), {
      onChange: () => this.#tellSoon(),
      onArrival: (tab) => this.#arrived(tab),
      onLoad: () => void this.#readHistory(),
      onOpen: ({ id }) => this.recording.event('tab-opened', { tab: id }),
      onClose: ({ id }) => this.#closed(id),
      onDialog: (tab, { kind, text }) => {
        this.recording.event('dialog', { tab: tab.id, dialog: kind, text });
        this.#releaseDispatch();
        setTimeout(() => tab.dialog && void this.#answer(tab, false, ''), dialogMs).unref();
        this.#tellSoon();
      },
      onConsole: (tab, text) => this.recording.event('error', { tab: tab.id, text }),
      onFileChooser: (tab) => {
        capture.actions.add('file-chooser');
        this.recording.event('file-chooser', { tab: tab.id, answer: 'closed' });
        this.#tell({ type: 'notice', message: message('session.no-upload') });
      },
      onFrame: (jpeg) => this.#show(jpeg),
    });
    this.#control =
      job.control === undefined
        ? null
        : new Control(job.control, {
            onInput: (input) => this.input(input),
            onOrder: (order) => this.order(order),
            onAway: () => this.#setPresent(false),
          });
  }

  get secrets(): ReadonlySet<string> {
    return this.#secrets.all;
  }

  /** Runs until the session ends. */
  async run(): Promise<Ended> {
    const capture = this.#capture;
    const { bus, exited } = capture.lease.get();
    void exited.then(() => this.#end('browser'));
    capture.interrupted.addEventListener('abort', () => this.#end('browser'), { once: true });
    if (capture.interruption) this.#end('browser');
    await this.#begin();
    const looking = setInterval(() => this.#look(), lookMs);
    const telling = setInterval(() => {
      void this.#readHistory();
      this.#tellState();
    }, stateMs);
    const because = await this.#ended;
    clearInterval(looking);
    clearInterval(telling);
    // The last picture, so that the recording is as long as the session.
    const last = because === 'browser' ? null : await this.#tabs.picture('jpeg');
    this.#tabs.end();
    if (last) this.#show(last);
    this.recording.event('ended', { because });
    for (const { page } of this.#tabs.all) bus.send('Page.stopScreencast', undefined, page.sessionId).catch(() => {});
    const durationMs = await this.recording.end();
    this.#tell({ type: 'ended', because });
    clearTimeout(this.#changeTimer);
    return { because, durationMs };
  }

  close(): void {
    this.#control?.close();
  }

  async #begin(): Promise<void> {
    const capture = this.#capture;
    const { bus, profileDir } = capture.lease.get();
    const { sessionId, frameId } = capture.page.get();
    await bus.send('Target.setDiscoverTargets', { discover: true });
    const { targetInfo } = await bus.send('Target.getTargetInfo', { targetId: frameId });
    const { browserContextId } = targetInfo;
    // Nothing is granted, so no page can ask for anything.
    await bus.send('Browser.grantPermissions', { permissions: [], ...(browserContextId && { browserContextId }) });
    keepDownloads(bus, capture.sink, {
      downloadDir: profileDir,
      onBegin: (name, url) => this.recording.event('download-began', { name, url }),
      onDone: (download) => {
        const atMs = this.recording.event('download', { ...download });
        if (this.downloads.length < mostListed) this.downloads.push({ atMs, ...download });
        this.#tell({ type: 'download', name: download.name });
      },
      onFault: (name, why) => this.recording.event('download-lost', { name, why }),
    });
    const tab = await this.#tabs.adopt(sessionId, frameId);
    const first = await this.#tabs.picture('jpeg');
    if (first) this.#show(first);
    const { href } = capture.url.get();
    if (href !== 'about:blank') void this.#navigate(tab, href);
  }

  order(order: LiveOrder): void {
    if (order.type === 'present') this.#setPresent(order.is);
    else if (order.type === 'wall') {
      if (order.wallMs === this.#wallMs) return;
      this.#wallMs = order.wallMs;
      this.recording.event('extended', { wallMs: order.wallMs });
      this.#tellSoon();
    } else {
      this.isFull = order.isFull;
      this.#end('stopped');
    }
  }

  input(input: LiveInput): void {
    if (input.type === 'ping') return this.#tell({ type: 'pong', at: input.at });
    if (input.type === 'ack' || this.#isOver) return;
    this.#inputAtMs = performance.now();
    if (isPageInput(input)) this.#enqueue(input);
    else void this.#act(input).catch(() => {});
  }

  async #act(input: Exclude<LiveInput, PageInput>): Promise<void> {
    const tab = this.#tabs.front;
    switch (input.type) {
      case 'navigate':
        if (tab) await this.#navigate(tab, input.url);
        return;
      case 'go':
        this.recording.event('go', { tab: tab?.id, to: input.to });
        if (tab) await this.#go(tab, input.to);
        return;
      case 'new-tab':
        return this.#newTab();
      case 'tab': {
        const chosen = this.#tabs.find(input.tab);
        this.recording.event(`tab-${input.action}`, { tab: input.tab });
        if (!chosen) return;
        if (input.action === 'select') await this.#tabs.bringToFront(chosen);
        else await chosen.page.bus.send('Target.closeTarget', { targetId: chosen.page.frameId });
        return this.#readHistory();
      }
      case 'dialog':
        if (tab?.dialog) await this.#answer(tab, input.accept, input.text);
        return;
      case 'snapshot':
        return this.#snapshot(input.note);
      case 'copy': {
        const text = tab ? await selectionOf(tab.page) : '';
        this.recording.event('copy', { tab: tab?.id, characters: text.length });
        this.#tell({ type: 'copied', text });
      }
    }
  }

  async #navigate(tab: Tab, address: string): Promise<void> {
    const { egressAllow } = this.#capture.job;
    // As browsers do: a name without a scheme is a web address.
    const isBare = !/^[a-z][a-z0-9+.-]*:/i.test(address) || /^[^/:]+:\d+(\/|$)/.test(address);
    const checked = checkUrl(isBare ? `https://${address}` : address, parseAllowed(egressAllow));
    if (!checked.ok) {
      this.recording.event('refused', { tab: tab.id, url: address, why: checked.message.text });
      return this.#tell({ type: 'notice', message: checked.message });
    }
    const { href } = checked.url;
    this.recording.event('navigate', { tab: tab.id, url: href });
    const before = this.#capture.egress.get().connections().length;
    const answer = await tab.page.send('Page.navigate', { url: href }, 60_000).catch(() => null);
    const isRefused = this.#capture.egress
      .get()
      .connections()
      .slice(before)
      .some(({ verdict, host }) => verdict === 'refused' && href.includes(host));
    const error = answer?.errorText || isRefused ? proxyError(this.#capture) : null;
    if (!error) return;
    this.recording.event('refused', { tab: tab.id, url: href, why: error.said.text });
    this.#tell({ type: 'notice', message: error.said });
  }

  async #go({ page }: Tab, to: 'back' | 'forward' | 'reload' | 'stop'): Promise<void> {
    if (to === 'reload') await page.send('Page.reload');
    else if (to === 'stop') await page.send('Page.stopLoading');
    else {
      const { currentIndex, entries } = await page.send('Page.getNavigationHistory');
      const entry = entries[currentIndex + (to === 'back' ? -1 : 1)];
      if (entry) await page.send('Page.navigateToHistoryEntry', { entryId: entry.id });
    }
  }

  async #newTab(): Promise<void> {
    if (this.#tabs.all.length >= liveLimits.tabs) return;
    const { bus } = this.#capture.lease.get();
    const { targetInfo } = await bus
      .send('Target.getTargetInfo', { targetId: this.#capture.page.get().frameId })
      .catch(() => ({ targetInfo: undefined }));
    const browserContextId = targetInfo?.browserContextId ?? this.#contextId;
    this.#contextId = browserContextId;
    await bus.send('Target.createTarget', { url: 'about:blank', ...(browserContextId && { browserContextId }) });
  }

  #contextId: string | undefined;

  async #answer(tab: Tab, accept: boolean, text: string): Promise<void> {
    const kind = tab.dialog?.kind;
    this.recording.event('dialog-answered', { tab: tab.id, accept, ...(kind === 'prompt' && { text }) });
    await tab.page.send('Page.handleJavaScriptDialog', { accept, ...(kind === 'prompt' && { promptText: text }) });
  }

  async #snapshot(note: string): Promise<void> {
    const png = await this.#tabs.picture('png', 10_000);
    if (!png || this.snapshots.length >= mostListed) return;
    const path = `snapshots/${String(this.snapshots.length + 1).padStart(4, '0')}.png`;
    const atMs = this.recording.event('snapshot', { tab: this.#tabs.front?.id, path, note });
    this.snapshots.push({ atMs, path, note, url: this.#tabs.front?.url ?? '' });
    await this.#capture.sink.put('snapshot', path, 'image/png', png);
    this.#tell({ type: 'snapshot', path, note });
  }

  /** Inputs reach the page in order. A move that another one follows is left out. */
  #enqueue(input: PageInput): void {
    const tab = this.#tabs.front;
    if (!tab) return;
    const last = this.#queue.at(-1)?.input;
    const isMove = (one: PageInput | undefined) =>
      (one?.type === 'mouse' || one?.type === 'touch') && one.action === 'move';
    if (isMove(last) && isMove(input) && last?.type === input.type) this.#queue.pop();
    if (this.#queue.length >= mostQueued) {
      this.recording.event('input-lost', { input: input.type });
      return;
    }
    this.#queue.push({ tab, input });
    if (!this.#isDispatching) void this.#dispatchAll();
  }

  async #dispatchAll(): Promise<void> {
    this.#isDispatching = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift())
      await this.#dispatchOne(next.tab, next.input).catch(() => {});
    this.#isDispatching = false;
  }

  async #dispatchOne(tab: Tab, input: PageInput): Promise<void> {
    const types = isTyping(input);
    // Asked before the page learns of it: afterwards another field may have the focus.
    if (types) this.#focus = await focusOf(tab.page);
    if (this.#isOver) return;
    if (isCommit(input)) this.#secrets.settle();
    const isMasked = types && this.#focus.secrecy !== 'plain';
    if (isMasked && !(input.type === 'key' && input.action === 'up')) this.masked += 1;
    this.recording.event(input.type, { tab: tab.id, ...recorded(input, isMasked) });
    // A page that opens a dialog doesn't answer until it is closed.
    const released = new Promise<void>((resolve) => {
      this.#releaseDispatch = resolve;
    });
    if (!tab.dialog) await Promise.race([dispatch(tab.page, input), released]);
    const mayMoveCaret = types || (input.type === 'mouse' && input.action === 'up') || input.type === 'key';
    if (!mayMoveCaret || tab.dialog) return;
    this.#focus = await focusOf(tab.page);
    if (this.#focus.secrecy === 'secret') this.#secrets.read(this.#focus.value);
    else if (this.#focus.secrecy === 'plain') this.#secrets.settle();
    this.#tellSoon();
  }

  #arrived(tab: Tab): void {
    void this.#readHistory();
    this.#tellSoon();
    if (tab.url === 'about:blank') return;
    const atMs = this.recording.event('page', { tab: tab.id, url: tab.url });
    const page: VisitedPage = { atMs, tab: tab.id, url: tab.url.slice(0, 8192), title: '' };
    if (this.pages.length < mostListed) this.pages.push(page);
  }

  #closed(id: number): void {
    this.recording.event('tab-closed', { tab: id });
    if (this.#tabs.all.length === 0) void this.#newTab().catch(() => {});
  }

  /** Reads title and history of the front tab: events tell of neither. */
  async #readHistory(): Promise<void> {
    const tab = this.#tabs.front;
    if (!tab || tab.dialog) return;
    const history = await tab.page.send('Page.getNavigationHistory', undefined, titleMs).catch(() => null);
    if (!history) return;
    const { currentIndex, entries } = history;
    const title = entries[currentIndex]?.title.slice(0, 500) ?? '';
    const canGoBack = currentIndex > 0;
    const canGoForward = currentIndex < entries.length - 1;
    const isSame = this.#history.canGoBack === canGoBack && this.#history.canGoForward === canGoForward;
    if (isSame && tab.title === title) return;
    tab.title = title;
    this.#history = { canGoBack, canGoForward };
    const page = this.pages.findLast((one) => one.tab === tab.id);
    if (page?.url === tab.url) page.title = title;
    this.#tellSoon();
  }

  #show(jpeg: Buffer): void {
    this.lastFrame = jpeg;
    const atMs = this.recording.frame(jpeg);
    const { viewport } = this.#capture.job;
    this.#control?.show({ number: this.recording.counts.frames, atMs, ...viewport, jpeg });
    if (this.recording.counts.bytes > mostBytes) this.#end('size');
  }

  #setPresent(is: boolean): void {
    if (this.#isPresent && !is) this.#awaySinceMs = performance.now();
    if (this.#isPresent !== is) this.recording.event(is ? 'user-connected' : 'user-away');
    this.#isPresent = is;
    if (is) {
      this.#inputAtMs = performance.now();
      this.#tellSoon();
    }
  }

  #look(): void {
    const now = performance.now();
    if (this.recording.atMs() >= this.#wallMs) this.#end('time');
    else if (!this.#isPresent && now - this.#awaySinceMs > this.#job.awayMs) this.#end('away');
    else if (this.#isPresent && now - this.#inputAtMs > this.#job.idleMs) this.#end('idle');
  }

  #tell(output: LiveOutput): void {
    this.#control?.send(output);
  }

  #tellSoon(): void {
    this.#changeTimer ??= setTimeout(() => {
      this.#changeTimer = undefined;
      this.#tellState();
    }, gatherMs);
  }

  #tellState(): void {
    const { frames, events, chunks, bytes } = this.recording.counts;
    this.#tell({
      type: 'state',
      atMs: this.recording.atMs(),
      wallMs: this.#wallMs,
      viewport: this.#capture.job.viewport,
      tabs: this.#tabs.shown(),
      ...this.#history,
      dialog: this.#tabs.front?.dialog ?? null,
      caret: this.#focus.caret,
      isMasked: this.#focus.secrecy !== 'plain',
      recorded: { frames, events, chunks, bytes, last: this.recording.lastEvent },
    });
  }
}
