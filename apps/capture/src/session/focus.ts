import { z } from 'zod';
import type { Page } from '../page/page.ts';

/** The element that receives the keyboard's input. */
export interface Focus {
  /** The field hides what is typed; or, as `unknown`, it is in a frame of another site. */
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

/** A page that doesn't say in time what has the focus is taken to hide it. */
const answerMs = 400;

/** Asks the page what has the focus. Without an answer, whatever is typed counts as secret. */
export const focusOf = (page: Page): Promise<Focus> =>
  page
    .call(Focus, focused, [], { timeoutMs: answerMs })
    .catch((): Focus => ({ secrecy: 'unknown', value: '', caret: null }));

/** The selected text of the page or of the focused field; never that of secret fields. */
export const selectionOf = (page: Page): Promise<string> =>
  page.call(z.string().max(200_000), selected, [], { timeoutMs: answerMs }).catch(() => '');

/* Runs in the page. */

function focused() {
  let left = 0;
  let top = 0;
  let here: Document | ShadowRoot = document;
  for (;;) {
    const element: Element | null = here.activeElement;
    if (!element) return { secrecy: 'plain', value: '', caret: null };
    if (element.shadowRoot?.activeElement) {
      here = element.shadowRoot;
      continue;
    }
    const box = element.getBoundingClientRect();
    if (element instanceof HTMLIFrameElement || element.tagName === 'IFRAME' || element.tagName === 'FRAME') {
      const inner: Document | null = (element as HTMLIFrameElement).contentDocument;
      if (!inner) return { secrecy: 'unknown', value: '', caret: { x: left + box.left, y: top + box.top, height: 20 } };
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
      value: isSecret && isField ? (element as HTMLInputElement).value : '',
      caret: isEditable ? caret : null,
    };
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
