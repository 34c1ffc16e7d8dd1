import { type LiveTab, type LiveZoom, liveLimits } from '@proofkeep/contract';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import { type Emulation, emulateWindow } from '../page/emulation.ts';
import { Page } from '../page/page.ts';

export interface Dialog {
  kind: string;
  text: string;
  defaultText: string;
  url: string;
}

/** A page that the user can bring to the front. */
export interface Tab {
  readonly id: number;
  readonly page: Page;
  url: string;
  /** Loader id of its document; empty before the first one. */
  loaderId: string;
  title: string;
  isLoading: boolean;
  dialog: Dialog | null;
  zoom: LiveZoom;
}

/** A page's request for files. `page` is the page itself or a frame of another site in it. */
export interface FileChooser {
  page: Page;
  backendNodeId: number | undefined;
  isMultiple: boolean;
}

export interface TabHandlers {
  /** Tabs, titles, URLs or the front tab changed. */
  onChange(): void;
  /** A tab has a new main document. */
  onArrival(tab: Tab): void;
  /** A tab finished loading. */
  onLoad(): void;
  onOpen(tab: Tab): void;
  onClose(tab: Tab): void;
  onDialog(tab: Tab, dialog: Dialog): void;
  /** A script error, thrown or reported by a script. */
  onError(tab: Tab, text: string): void;
  /** The page asked for files of the user. */
  onFileChooser(tab: Tab, chooser: FileChooser): void;
  /** A frame of the front tab. */
  onFrame(jpeg: Buffer): void;
}

const quality = 70;
/** Chromium's limit is lower. */
const deepestFrame = 1_000;
/** Maximum length of an error text. */
const errorLength = 500;
/** Longer texts of a page are truncated, so that every state fits into one message (contract: `liveOutputBytes`). */
const mostShown = { url: 2_048, title: 256 };

/** The tabs of a session: every page of its browser context, in the order in which they were opened. One is in front. */
export class Tabs {
  readonly #bus: CdpBus;
  readonly #emulation: Emulation;
  readonly #handlers: TabHandlers;
  readonly #bySession = new Map<SessionId, Tab>();
  /** Frames of other sites, which are separate targets, with the session of their parent. */
  readonly #frames = new Map<SessionId, { page: Page; parent: SessionId }>();
  /** The browser context of the session; new tabs belong to it. */
  context: { browserContextId?: string } = {};
  #opened = 0;
  #front: Tab | null = null;
  #isOver = false;

  constructor(bus: CdpBus, emulation: Emulation, handlers: TabHandlers) {
    this.#bus = bus;
    this.#emulation = emulation;
    this.#handlers = handlers;
    this.#follow();
  }

  get front(): Tab | null {
    return this.#front;
  }

  get all(): Tab[] {
    return [...this.#bySession.values()];
  }

  /** Frames of other sites in a tab, however deep. */
  framesOf = (tab: Tab): Page[] =>
    [...this.#frames.values()].filter(({ parent }) => this.#tabAround(parent) === tab).map(({ page }) => page);

  find = (id: number): Tab | undefined => this.all.find((tab) => tab.id === id);

  shown(): LiveTab[] {
    return this.all.map(({ id, url, title, isLoading }) => ({
      id,
      url: url.slice(0, mostShown.url),
      title: title.slice(0, mostShown.title),
      isLoading,
      isActive: id === this.#front?.id,
    }));
  }

  /** Adds an already attached page. */
  async adopt(sessionId: SessionId, targetId: string): Promise<Tab> {
    const known = this.#bySession.get(sessionId);
    if (known) return known;
    const page = new Page(this.#bus, sessionId, targetId);
    const tab: Tab = {
      id: ++this.#opened,
      page,
      url: '',
      loaderId: '',
      title: '',
      isLoading: false,
      dialog: null,
      zoom: 1,
    };
    this.#bySession.set(sessionId, tab);
    const { mobile } = this.#emulation.deviceMetrics;
    const settings = [
      page.send('Page.enable'),
      page.send('Inspector.enable'),
      page.send('Runtime.enable'),
      page.send('Page.setInterceptFileChooserDialog', { enabled: true }),
      emulateWindow(page, this.#emulation),
      mobile ? page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }) : undefined,
    ];
    this.#handlers.onOpen(tab);
    await Promise.allSettled(settings);
    await this.bringToFront(tab);
    return tab;
  }

  async bringToFront(tab: Tab): Promise<void> {
    const before = this.#front;
    this.#front = tab;
    this.#handlers.onChange();
    if (before && before !== tab) await before.page.send('Page.stopScreencast').catch(() => {});
    if (this.#isOver || this.#front !== tab) return;
    await tab.page.send('Page.bringToFront').catch(() => {});
    await tab.page.send('Page.startScreencast', { format: 'jpeg', quality, everyNthFrame: 1 }).catch(() => {});
  }

  /** Zooms a page; its window keeps its size in screen pixels. */
  async zoom(tab: Tab, factor: LiveZoom): Promise<void> {
    tab.zoom = factor;
    const { width, height } = this.viewportOf(tab);
    const metrics = { ...this.#emulation.deviceMetrics, width, height, deviceScaleFactor: factor };
    await tab.page.send('Emulation.setDeviceMetricsOverride', metrics);
    this.#handlers.onChange();
  }

  /** Visible area of a tab, in CSS pixels. */
  viewportOf(tab: Tab | null): { width: number; height: number } {
    const { width, height } = this.#emulation.deviceMetrics;
    const zoom = tab?.zoom ?? 1;
    return { width: Math.round(width / zoom), height: Math.round(height / zoom) };
  }

  /** A current picture of a tab; null if it doesn't answer. */
  async picture(tab: Tab | null, format: 'jpeg' | 'png', timeoutMs = 5_000): Promise<Buffer | null> {
    const how = format === 'jpeg' ? { format, quality } : { format };
    const answer = await tab?.page.send('Page.captureScreenshot', how, timeoutMs).catch(() => null);
    return answer ? Buffer.from(answer.data, 'base64') : null;
  }

  end(): void {
    this.#isOver = true;
  }

  /** Follows its errors, and prevents the browser from opening a file chooser of this machine. */
  #adoptFrame(page: Page, parent: SessionId): void {
    this.#frames.set(page.sessionId, { page, parent });
    for (const sent of [
      page.send('Page.enable'),
      page.send('Runtime.enable'),
      page.send('Page.setInterceptFileChooserDialog', { enabled: true }),
    ])
      sent.catch(() => {});
  }

  /** The tab of a page or of a frame, however deep. */
  #tabAround(session: SessionId | undefined): Tab | undefined {
    let at = session;
    for (let depth = 0; at && depth < deepestFrame; depth++) {
      const tab = this.#bySession.get(at);
      if (tab) return tab;
      at = this.#frames.get(at)?.parent;
    }
    return undefined;
  }

  #follow(): void {
    const bus = this.#bus;
    const tabOf = (session: SessionId | undefined) => (session ? this.#bySession.get(session) : undefined);
    bus.on('Target.attachedToTarget', ({ targetInfo, sessionId, waitingForDebugger }, parent) => {
      if (targetInfo.type === 'iframe' && waitingForDebugger && parent && !this.#isOver)
        this.#adoptFrame(new Page(bus, sessionId, targetInfo.targetId), parent);
      // The recorder attaches to each target a second time; only the first attachment finds it paused.
      if (targetInfo.type !== 'page' || !waitingForDebugger || this.#isOver) return;
      if (this.#bySession.size < liveLimits.tabs) void this.adopt(sessionId, targetInfo.targetId);
      else void bus.send('Target.closeTarget', { targetId: targetInfo.targetId }).catch(() => {});
    });
    bus.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#frames.delete(sessionId);
      const tab = this.#bySession.get(sessionId);
      if (!tab || this.#isOver) return;
      this.#bySession.delete(sessionId);
      this.#handlers.onClose(tab);
      const next = this.all.at(-1);
      if (this.#front === tab) {
        this.#front = null;
        if (next) void this.bringToFront(next);
      }
      this.#handlers.onChange();
    });
    bus.on('Target.targetInfoChanged', ({ targetInfo }) => {
      const tab = this.all.find(({ page }) => page.frameId === targetInfo.targetId);
      if (!tab || tab.url === targetInfo.url) return;
      tab.url = targetInfo.url;
      this.#handlers.onChange();
    });
    bus.on('Page.frameNavigated', ({ frame }, session) => {
      const tab = tabOf(session);
      if (!tab || frame.parentId) return;
      tab.url = frame.unreachableUrl ?? frame.url;
      tab.loaderId = frame.loaderId;
      this.#handlers.onArrival(tab);
    });
    bus.on('Page.navigatedWithinDocument', ({ frameId, url }, session) => {
      const tab = tabOf(session);
      if (!tab || frameId !== tab.page.frameId) return;
      tab.url = url;
      this.#handlers.onArrival(tab);
    });
    const loading = (is: boolean) => (event: { frameId: string }, session: SessionId | undefined) => {
      const tab = tabOf(session);
      if (!tab || event.frameId !== tab.page.frameId) return;
      tab.isLoading = is;
      this.#handlers.onChange();
      if (!is) this.#handlers.onLoad();
    };
    bus.on('Page.frameStartedLoading', loading(true));
    bus.on('Page.frameStoppedLoading', loading(false));
    bus.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt = '', url }, session) => {
      const tab = this.#tabAround(session);
      // A dialog of a frame is also reported for the page; a page shows one at a time.
      if (!tab || tab.dialog) return;
      tab.dialog = {
        kind: type,
        text: message.slice(0, 2_000),
        defaultText: defaultPrompt.slice(0, 2_000),
        url: url.slice(0, mostShown.url),
      };
      this.#handlers.onDialog(tab, tab.dialog);
    });
    bus.on('Page.javascriptDialogClosed', (_event, session) => {
      const tab = this.#tabAround(session);
      if (tab) tab.dialog = null;
      this.#handlers.onChange();
    });
    bus.on('Page.fileChooserOpened', ({ backendNodeId, mode }, session) => {
      const tab = this.#tabAround(session);
      const page = session ? (this.#frames.get(session)?.page ?? tab?.page) : undefined;
      if (tab && page)
        this.#handlers.onFileChooser(tab, { page, backendNodeId, isMultiple: mode === 'selectMultiple' });
    });
    bus.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }, session) => {
      const tab = this.#tabAround(session);
      if (tab) this.#handlers.onError(tab, (exception?.description ?? text).slice(0, errorLength));
    });
    bus.on('Runtime.consoleAPICalled', ({ type, args }, session) => {
      const tab = this.#tabAround(session);
      if (!tab || (type !== 'error' && type !== 'assert')) return;
      const text = args.slice(0, 20).map(({ value, description }) => description ?? String(value));
      this.#handlers.onError(tab, text.join(' ').slice(0, errorLength));
    });
    bus.on('Page.screencastFrame', ({ data, sessionId: number }, session) => {
      // Acknowledged at once, so that a slow viewer never slows the recording down.
      bus.send('Page.screencastFrameAck', { sessionId: number }, session).catch(() => {});
      if (session === this.#front?.page.sessionId) this.#handlers.onFrame(Buffer.from(data, 'base64'));
    });
  }
}
