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

/** The letter of a shortcut: layouts without Latin letters have it where a US keyboard has it. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toLowerCase();

/** Text is pasted and copied through messages of its own. */
export const isClipboard = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !isTypedWithAlt(event) && ['c', 'v', 'x'].includes(letterOf(event));

/**
 * Whether Alt takes part in typing a character, as AltGr with Q does for @ in a German layout: Windows reports AltGr as Ctrl and
 * Alt in some browsers, and Option types characters on a Mac.
 */
const isTypedWithAlt = (event: KeyboardEvent): boolean =>
  [...event.key].length === 1 &&
  (event.getModifierState('AltGraph') || (event.altKey && (event.ctrlKey || !/^[a-z\d ]$/i.test(event.key))));

/** A key as the session receives it. */
export function keyInput(event: KeyboardEvent, action: 'down' | 'up'): Input {
  const { key, code, keyCode, altKey, ctrlKey, metaKey, shiftKey, repeat: isRepeat } = event;
  const isWithAlt = isTypedWithAlt(event);
  const isText = [...key].length === 1 && (isWithAlt || (!ctrlKey && !metaKey));
  const text = action === 'up' ? '' : key === 'Enter' ? '\r' : isText ? key : '';
  // The remote browser runs on Linux: the shortcuts of a Mac's Command key are those of Ctrl there.
  const isCommand = metaKey && [...key].length === 1;
  // The remote browser types no character while it thinks that Ctrl or Alt is held.
  const held = isWithAlt ? { altKey: false, ctrlKey: false } : { altKey, ctrlKey: ctrlKey || isCommand };
  return {
    type: 'key',
    action,
    key,
    code,
    keyCode,
    text,
    modifiers: modifiersOf({ ...held, metaKey: metaKey && !isCommand, shiftKey }),
    isRepeat,
  };
}

/** A key that is pressed and released by a program. */
export const pressed = (key: string, keyCode: number): Input[] => [
  { type: 'key', action: 'down', key, code: key, keyCode },
  { type: 'key', action: 'up', key, code: key, keyCode },
];
