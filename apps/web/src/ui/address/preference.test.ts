import { beforeEach, expect, it, vi } from 'vitest';
import { preference } from './preference.ts';

let system: 'light' | 'dark';
let turn: () => void;
const open = () =>
  preference(
    'bq-theme',
    ['light', 'dark'],
    () => system,
    (changed) => {
      turn = changed;
    },
  );

beforeEach(() => {
  system = 'light';
  vi.stubGlobal('document', { cookie: '' });
});

it('notifies its listeners when the system’s setting changes', () => {
  const mode = open();
  const listener = vi.fn<() => void>();
  mode.onChange(listener);

  system = 'dark';
  turn();

  expect(listener).toHaveBeenCalledTimes(1);
  expect(mode.get()).toBe('dark');
});

it('keeps what the user chose', () => {
  const mode = open();
  mode.set('light');
  const listener = vi.fn<() => void>();
  mode.onChange(listener);

  system = 'dark';
  turn();

  expect(listener).not.toHaveBeenCalled();
  expect(mode.get()).toBe('light');
  expect(document.cookie).toContain('bq-theme=light');
});
