import type { KeyboardEvent } from 'react';
import type { Input } from './connection.ts';

interface Modified {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** Bit field of the DevTools protocol. */
export const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: Modified): number =>
  Number(altKey) + 2 * Number(ctrlKey) + 4 * Number(metaKey) + 8 * Number(shiftKey);

/** Keys handled by input methods, and keys of on-screen keyboards, which arrive as text. */
export const isOfInputMethod = ({ nativeEvent, key, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229 || key === 'Process' || key === 'Unidentified' || key === 'Dead';

/** Keys that leave the picture, so that keyboard users aren't trapped (WCAG 2.2, 2.1.2). */
export const isWayOut = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'Escape' && shiftKey;

/** Text is pasted and copied through messages of its own. */
export const isClipboard = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && ['c', 'v', 'x'].includes(key.toLowerCase());

/** A key as the session receives it. */
export function keyInput(event: KeyboardEvent, action: 'down' | 'up'): Input {
  const { key, code, keyCode, ctrlKey, metaKey, repeat: isRepeat } = event;
  const isText = [...key].length === 1 && !ctrlKey && !metaKey;
  const text = action === 'up' ? '' : key === 'Enter' ? '\r' : isText ? key : '';
  return { type: 'key', action, key, code, keyCode, text, modifiers: modifiersOf(event), isRepeat };
}

/** A key that is pressed and released by a program. */
export const pressed = (key: string, keyCode: number): Input[] => [
  { type: 'key', action: 'down', key, code: key, keyCode },
  { type: 'key', action: 'up', key, code: key, keyCode },
];
