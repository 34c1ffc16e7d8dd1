import type { Page } from '../page/page.ts';
import { type Focus, focusOf } from './focus.ts';
import { dispatch, isCommit, isTyping, type PageInput, recorded, typedBy } from './input.ts';
import type { Recording } from './recording.ts';
import { Secrets } from './secrets.ts';
import type { Tab } from './tabs.ts';

const mostQueued = 400;

export interface InputQueueHandlers {
  /** Whether the session has ended, so that nothing more reaches the page. */
  isOver(): boolean;
  /** The focus may have moved. */
  onFocus(): void;
  /** Frames of other sites in a tab. */
  framesOf(tab: Tab): readonly Page[];
}

/** Work that comes between two inputs, such as reading what the first has selected. */
interface Act {
  type: 'act';
  run: () => Promise<void>;
}

/** Forwards the inputs of one tab to its page, in order: a page that doesn't answer holds up no other tab. */
export class InputQueue {
  focus: Focus = { secrecy: 'plain', value: '', caret: null };
  /** Number of typed texts that the record has masked. */
  masked = 0;
  readonly #tab: Tab;
  readonly #recording: Recording;
  readonly #handlers: InputQueueHandlers;
  readonly #secrets = new Secrets();
  /** Texts typed into fields that can't be read. */
  readonly #unread = new Secrets();
  readonly #waiting: (PageInput | Act)[] = [];
  #isDispatching = false;
  #release: () => void = () => {};

  constructor(tab: Tab, recording: Recording, handlers: InputQueueHandlers) {
    this.#tab = tab;
    this.#recording = recording;
    this.#handlers = handlers;
  }

  /** Texts typed into password fields. */
  get secrets(): ReadonlySet<string> {
    return new Set([...this.#secrets.all, ...this.#unread.all]);
  }

  /** Runs once the page has all inputs so far, before it gets later ones. */
  act(run: () => Promise<void>): void {
    this.add({ type: 'act', run });
  }

  /** Skips a move that is followed by another one. */
  add(input: PageInput | Act): void {
    const last = this.#waiting.at(-1);
    if (isMove(last) && isMove(input) && last?.type === input.type) this.#waiting.pop();
    if (this.#waiting.length >= mostQueued) {
      this.#recording.event('input-lost', { tab: this.#tab.id, input: input.type });
      return;
    }
    this.#waiting.push(input);
    if (!this.#isDispatching) void this.#dispatchAll();
  }

  /** A page that opens a dialog doesn't answer until the dialog is closed. */
  release(): void {
    this.#release();
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  async #dispatchAll(): Promise<void> {
    this.#isDispatching = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      await (next.type === 'act' ? next.run() : this.#dispatchOne(next)).catch(() => {});
    this.#isDispatching = false;
  }

  async #dispatchOne(input: PageInput): Promise<void> {
    const tab = this.#tab;
    const types = isTyping(input);
    // Asked before the page gets the input: afterwards another field may have the focus.
    if (types) await this.#look();
    if (this.#handlers.isOver()) return;
    if (isCommit(input)) this.#settle();
    if (this.focus.secrecy === 'unknown') this.#unread.type(typedBy(input));
    const isMasked = types && this.focus.secrecy !== 'plain';
    if (isMasked && !(input.type === 'key' && input.action === 'up')) this.masked += 1;
    this.#recording.event(input.type, { tab: tab.id, ...recorded(input, isMasked) });
    const released = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    if (!tab.dialog) await Promise.race([dispatch(tab.page, input), released]);
    const mayMoveCaret = types || (input.type === 'mouse' && input.action === 'up') || input.type === 'key';
    if (!mayMoveCaret || tab.dialog) return;
    await this.#look();
    if (this.focus.secrecy === 'secret') this.#secrets.read(this.focus.value);
    else if (this.focus.secrecy === 'plain') this.#settle();
    this.#handlers.onFocus();
  }

  async #look(): Promise<void> {
    this.focus = await focusOf(this.#tab.page, this.#handlers.framesOf(this.#tab));
  }

  #settle(): void {
    this.#secrets.settle();
    this.#unread.settle();
  }
}

const isMove = (one: PageInput | Act | undefined): boolean =>
  (one?.type === 'mouse' || one?.type === 'touch') && one.action === 'move';
