import type { KeyboardEvent } from 'react';
import { expect, it } from 'vitest';
import { isClipboard, isOfInputMethod, keyInput } from './keyboard.ts';

type Held = Partial<Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>> & { isAltGraph?: boolean };

/** A key as browsers report it: UI Events, KeyboardEvent `key` (of the layout) and `code` (of the place). */
const press = (key: string, code: string, keyCode: number, { isAltGraph = false, ...held }: Held = {}) =>
  ({
    key,
    code,
    keyCode,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    repeat: false,
    getModifierState: (name: string) => name === 'AltGraph' && isAltGraph,
    ...held,
  }) as KeyboardEvent;

it.each([
  ['German ö', press('ö', 'Semicolon', 192), 'ö', 0],
  ['German Y, where a US keyboard has Z', press('y', 'KeyZ', 89), 'y', 0],
  ['German @ with AltGr', press('@', 'KeyQ', 81, { isAltGraph: true }), '@', 0],
  ['German @ with AltGr reported as Ctrl and Alt', press('@', 'KeyQ', 81, { ctrlKey: true, altKey: true }), '@', 0],
  ['German @ with Option on a Mac', press('@', 'KeyL', 76, { altKey: true }), '@', 0],
  ['Russian capital Ф', press('Ф', 'KeyA', 65, { shiftKey: true }), 'Ф', 8],
  ['French digit with Shift', press('1', 'Digit1', 49, { shiftKey: true }), '1', 8],
])('types %s', (_name, event, text, modifiers) => {
  expect(keyInput(event, 'down')).toMatchObject({ key: event.key, code: event.code, text, modifiers });
});

it('leaves a dead key to the browser, and types the character that it makes with the next key', () => {
  const ofBrowser = (event: KeyboardEvent) =>
    isOfInputMethod({ ...event, nativeEvent: { isComposing: false } } as never);
  const [dead, composed] = [press('Dead', 'Equal', 187), press('é', 'KeyE', 69)];

  expect([dead, composed].map(ofBrowser)).toEqual([true, false]);
  expect(keyInput(composed, 'down')).toMatchObject({ key: 'é', text: 'é', modifiers: 0 });
});

it('keeps shortcuts shortcuts in every layout', () => {
  expect(keyInput(press('f', 'KeyF', 70, { altKey: true }), 'down')).toMatchObject({ modifiers: 1 });
  expect(keyInput(press('ф', 'KeyA', 65, { ctrlKey: true }), 'down')).toMatchObject({ text: '', keyCode: 65 });
  expect(keyInput(press('a', 'KeyA', 65, { metaKey: true }), 'down')).toMatchObject({ text: '', modifiers: 2 });
  expect(isClipboard(press('с', 'KeyC', 67, { ctrlKey: true }))).toBe(true);
  expect(isClipboard(press('c', 'KeyI', 67, { ctrlKey: true }))).toBe(true);
  expect(isClipboard(press('j', 'KeyC', 74, { ctrlKey: true }))).toBe(false);
  expect(isClipboard(press('©', 'KeyC', 67, { altKey: true }))).toBe(false);
});
