import { z } from 'zod';
import type { Page } from '../page/page.ts';

/** The element that receives keyboard input. */
export interface Focus {
  /** The field hides typed text; `unknown` if it can't be inspected. */
  secrecy: 'plain' | 'secret' | 'unknown';
  /** Content of a secret field. */
  value: string;
  caret: { x: number; y: number; height: number } | null;
}

const Focus = z.object({
  secrecy: z.enum(['plain', 'secret', 'unknown']),
  value: z.string(),
  caret: z.object({ x: z.number(), y: z.number(), height: z.number() }).nullable(),
});
/**
 * `isOpaque`: a frame of another site, or an element that may have a closed shadow root (DOM §4.8), whose document is
 * at `left` and `top`.
 */
const Found = Focus.extend({ isOpaque: z.boolean(), left: z.number(), top: z.number() });

/** If a page doesn't answer in time, the focused field is assumed to be secret. */
const answerMs = 400;
/** Frames of other sites and closed shadow roots in each other. */
const deepest = 10;

/**
 * Asks the page what has the focus, and the frames of other sites and closed shadow roots in it: scripts can't look into
 * these from outside, the DevTools protocol can. Without an answer, whatever is typed counts as secret.
 */
export const focusOf = (page: Page, frames: readonly Page[]): Promise<Focus> =>
  focusIn({ page, left: 0, top: 0 }, frames, 0).catch((): Focus => ({ secrecy: 'unknown', value: '', caret: null }));

/** Where to look for the focus. */
interface Place {
  page: Page;
  /** `backendNodeId` of a closed shadow root. Absent: the page's document. */
  node?: number;
  /** Position of its document in the tab. */
  left: number;
  top: number;
}

async function focusIn(place: Place, frames: readonly Page[], depth: number): Promise<Focus> {
  const { page, node } = place;
  const options = { timeoutMs: answerMs, node };
  const { isOpaque, left, top, ...found } = await page.call(Found, focused, [place.left, place.top], options);
  if (!isOpaque) return found;
  const { frameId, shadowRoots = [] } = await page.describe(focusedElement, options);
  const inner = frames.find((one) => one.frameId === frameId);
  const closed = shadowRoots.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (depth < deepest && inner) {
    const at = found.caret ?? { x: left, y: top };
    return focusIn({ page: inner, left: at.x, top: at.y }, frames, depth + 1);
  }
  if (depth < deepest && closed) return focusIn({ page, node: closed.backendNodeId, left, top }, frames, depth + 1);
  return frameId !== undefined || closed ? { ...found, secrecy: 'unknown' } : found;
}

/** The selected text of the page or of the focused field, except in secret fields. */
export const selectionOf = (page: Page): Promise<string> =>
  page.call(z.string().max(200_000), selected, [], { timeoutMs: answerMs }).catch(() => '');

/* Runs in the page. */

/** Finds the focus in the shadow root that is `this`, otherwise in the document. */
function focused(this: unknown, startLeft: number, startTop: number) {
  let left = startLeft;
  let top = startTop;
  let here: Document | ShadowRoot = this === globalThis ? document : (this as ShadowRoot);
  for (;;) {
    const element: Element | null = here.activeElement;
    if (!element) return { secrecy: 'plain', value: '', caret: null, isOpaque: false, left, top };
    if (element.shadowRoot?.activeElement) {
      here = element.shadowRoot;
      continue;
    }
    const box = element.getBoundingClientRect();
    if (element instanceof HTMLIFrameElement || element.tagName === 'IFRAME' || element.tagName === 'FRAME') {
      const inner: Document | null = (element as HTMLIFrameElement).contentDocument;
      const caret = { x: left + box.left, y: top + box.top, height: 20 };
      if (!inner) return { secrecy: 'unknown', value: '', caret, isOpaque: true, left, top };
      left += box.left;
      top += box.top;
      here = inner;
      continue;
    }
    const isInput = element.tagName === 'INPUT';
    const style = getComputedStyle(element);
    // Some sites mask a text field by style alone.
    const isSecret =
      (isInput && (element as HTMLInputElement).type === 'password') ||
      /password|one-time-code|cc-(number|csc)/.test(element.getAttribute('autocomplete') ?? '') ||
      !['', 'none'].includes(style.getPropertyValue('-webkit-text-security'));
    const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0).getBoundingClientRect() : undefined;
    const isField = isInput || element.tagName === 'TEXTAREA';
    const at = !isField && range && range.height > 0 ? range : box;
    const caret = {
      x: left + (isField ? box.left + 4 : at.right),
      y: top + at.top,
      height: Math.min(at.height || 20, 40),
    };
    const isEditable = isField || (element as HTMLElement).isContentEditable;
    return {
      secrecy: isSecret ? 'secret' : 'plain',
      value: !isSecret ? '' : isField ? (element as HTMLInputElement).value : (element.textContent ?? ''),
      caret: isEditable ? caret : null,
      left,
      top,
      // An editable element and the body can have one too; these can't.
      isOpaque: !isField && !element.shadowRoot && !['HTML', 'SELECT', 'BUTTON', 'A'].includes(element.tagName),
    };
  }
}

/** The element that `focused` found. */
function focusedElement(this: unknown) {
  let here: Document | ShadowRoot = this === globalThis ? document : (this as ShadowRoot);
  for (;;) {
    const element: Element | null = here.activeElement;
    const inner: Document | ShadowRoot | null | undefined = element?.shadowRoot?.activeElement
      ? element.shadowRoot
      : (element as HTMLIFrameElement | null)?.contentDocument;
    if (!inner) return element;
    here = inner;
  }
}

function selected() {
  const element = document.activeElement;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element instanceof HTMLInputElement && element.type === 'password') return '';
    return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0);
  }
  return String(getSelection() ?? '').slice(0, 200_000);
}
