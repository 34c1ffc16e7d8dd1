import type { LiveInput } from '@proofkeep/contract';
import type { Page } from '../page/page.ts';

type Of<Type extends LiveInput['type']> = Extract<LiveInput, { type: Type }>;
/** Input that a page receives. */
export type PageInput = Of<'mouse' | 'wheel' | 'touch' | 'key' | 'text' | 'compose'>;

const pageInputs: readonly LiveInput['type'][] = ['mouse', 'wheel', 'touch', 'key', 'text', 'compose'];
export const isPageInput = (input: LiveInput): input is PageInput => pageInputs.includes(input.type);

/** Whether an input puts text into the page. */
export const isTyping = (input: PageInput): boolean =>
  input.type === 'text' || input.type === 'compose' || (input.type === 'key' && isPrintable(input));

/** Text that an input puts into a field; null if it deletes the last character. */
export function typedBy(input: PageInput): string | null {
  if (input.type === 'text') return input.text;
  if (input.type !== 'key' || input.action === 'up') return '';
  return input.key === 'Backspace' ? null : isPrintable(input) ? input.text : '';
}

/** The Enter key submits typed text without revealing it. */
const isPrintable = ({ key, text }: Of<'key'>): boolean => key !== 'Enter' && ([...key].length === 1 || text !== '');

/** Whether an input may submit the text typed before: a click, a tap, Enter, or another field. */
export const isCommit = (input: PageInput): boolean =>
  (input.type === 'mouse' && input.action === 'up') ||
  (input.type === 'touch' && input.action === 'end') ||
  (input.type === 'key' && input.action === 'down' && (input.key === 'Enter' || input.key === 'Tab'));

const mouseTypes = { move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const;
const touchTypes = { start: 'touchStart', move: 'touchMove', end: 'touchEnd', cancel: 'touchCancel' } as const;

/** Sends an input to the page as if its user had made it. */
export async function dispatch(page: Page, input: PageInput): Promise<void> {
  switch (input.type) {
    case 'mouse': {
      const { action, x, y, button, buttons, clicks: clickCount, modifiers } = input;
      await page.send('Input.dispatchMouseEvent', {
        type: mouseTypes[action],
        x,
        y,
        button,
        buttons,
        clickCount,
        modifiers,
      });
      return;
    }
    case 'wheel': {
      const { x, y, dx: deltaX, dy: deltaY, modifiers } = input;
      await page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX, deltaY, modifiers });
      return;
    }
    case 'touch': {
      const { action, points: touchPoints } = input;
      // `touchEnd` lifts all fingers; one that a `touchMove` doesn't list is lifted alone.
      const type = action === 'end' && touchPoints.length > 0 ? 'touchMove' : touchTypes[action];
      await page.send('Input.dispatchTouchEvent', { type, touchPoints });
      return;
    }
    case 'key': {
      const { action, key, code, keyCode, text, modifiers, isRepeat: autoRepeat } = input;
      const common = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
      if (action === 'up') await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
      else if (text === '') await page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...common, autoRepeat });
      else
        await page.send('Input.dispatchKeyEvent', {
          type: 'keyDown',
          ...common,
          text,
          unmodifiedText: text,
          autoRepeat,
        });
      return;
    }
    case 'text':
      await page.send('Input.insertText', { text: input.text });
      return;
    case 'compose': {
      const { length } = input.text;
      await page.send('Input.imeSetComposition', { text: input.text, selectionStart: length, selectionEnd: length });
    }
  }
}

/** An input as recorded; with `isMasked`, without the typed text. */
export function recorded(input: PageInput, isMasked: boolean): Record<string, unknown> {
  const { type: _type, ...detail } = input;
  if (!isMasked) return detail;
  if (input.type === 'key') return { action: input.action, masked: true };
  if (input.type === 'text') return { via: input.via, masked: true };
  return { masked: true };
}
