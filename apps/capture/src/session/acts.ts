import { type LiveInput, type LiveOutput, liveLimits, message } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';
import { go, navigate } from './address-bar.ts';
import { selectionOf } from './focus.ts';
import type { PageInput } from './input.ts';
import type { Recording } from './recording.ts';
import type { Snapshots } from './snapshots.ts';
import type { Tab, Tabs } from './tabs.ts';
import type { Uploads } from './uploads.ts';

interface ActsOptions {
  capture: Capture;
  recording: Recording;
  tabs: Tabs;
  snapshots: Snapshots;
  uploads: Uploads;
  send: (output: LiveOutput) => void;
  /** Tabs, titles or the pending question to the user changed. */
  onChange: () => void;
}

/** Actions on the browser itself: address bar, tabs, dialogs, screenshots, files. */
export class Acts {
  readonly #o: ActsOptions;

  constructor(o: ActsOptions) {
    this.#o = o;
  }

  async act(input: Exclude<LiveInput, PageInput>): Promise<void> {
    const { recording, tabs, uploads, send, onChange } = this.#o;
    const tab = tabs.front;
    switch (input.type) {
      case 'navigate':
        if (tab) await this.open(tab, input.url);
        return;
      case 'go':
        recording.event('go', { tab: tab?.id, to: input.to });
        if (tab) await go(tab, input.to);
        return;
      case 'new-tab':
        return this.openTab();
      case 'tab':
        return this.#actOnTab(input.action, input.tab);
      case 'dialog':
        if (tab?.dialog) await this.answer(tab, input.accept, input.text);
        return;
      case 'snapshot':
        if (tab) await this.#takeSnapshot(tab, input.note);
        return;
      case 'copy': {
        const text = tab ? await selectionOf(tab.page) : '';
        recording.event('copy', { tab: tab?.id, characters: text.length });
        return send({ type: 'copied', text });
      }
      case 'file':
        return this.#receive(input.name, input.sizeBytes);
      case 'choose':
        await uploads.choose(input.accept);
        return onChange();
      case 'zoom':
        recording.event('zoom', { tab: tab?.id, factor: input.factor });
        if (tab) await tabs.zoom(tab, input.factor);
    }
  }

  async open(tab: Tab, address: string): Promise<void> {
    const why = await navigate(this.#o.capture, this.#o.recording, tab, address);
    if (why) this.#o.send({ type: 'notice', message: why });
  }

  /** Opens a tab in the browser context of the session, whose tabs share cookies. */
  async openTab(): Promise<void> {
    const { capture, tabs } = this.#o;
    if (tabs.all.length >= liveLimits.tabs) return;
    await capture.lease.get().bus.send('Target.createTarget', { url: 'about:blank', ...tabs.context });
  }

  async answer(tab: Tab, accept: boolean, text: string): Promise<void> {
    const kind = tab.dialog?.kind;
    const prompt = kind === 'prompt' ? { text } : {};
    this.#o.recording.event('dialog-answered', { tab: tab.id, accept, ...prompt });
    await tab.page.send('Page.handleJavaScriptDialog', { accept, ...(kind === 'prompt' && { promptText: text }) });
  }

  async #actOnTab(action: 'select' | 'close', id: number): Promise<void> {
    const { recording, tabs, onChange } = this.#o;
    recording.event(`tab-${action}`, { tab: id });
    const chosen = tabs.find(id);
    if (!chosen) return;
    if (action === 'select') await tabs.bringToFront(chosen);
    else await chosen.page.bus.send('Target.closeTarget', { targetId: chosen.page.frameId });
    onChange();
  }

  async #receive(name: string, sizeBytes: number): Promise<void> {
    if (await this.#o.uploads.begin(name, sizeBytes)) return;
    const megabytes = liveLimits.uploadsBytes / 2 ** 20;
    this.#o.send({ type: 'notice', message: message('session.uploads-full', { name: name.slice(0, 100), megabytes }) });
  }

  async #takeSnapshot(tab: Tab, note: string): Promise<void> {
    const taken = await this.#o.snapshots.take(this.#o.tabs, tab, note);
    if (taken) this.#o.send({ type: 'snapshot', path: taken.path, note });
    else this.#o.send({ type: 'notice', message: message('session.snapshot-lost') });
  }
}
