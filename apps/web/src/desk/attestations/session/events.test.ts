import { expect, it } from 'vitest';
import { shownEvents } from './events.ts';

const lines = (...events: object[]) =>
  events.map((event, n) => `${JSON.stringify({ n, atMs: n * 100, ...event })}\n`).join('');
const key = (name: string, o: object = {}) => ({
  kind: 'key',
  action: 'down',
  key: name,
  text: name.length === 1 ? name : '',
  ...o,
});

it('shows typed keys as the resulting text', () => {
  const { events, more } = shownEvents(
    lines(
      { kind: 'mouse', action: 'move', x: 1, y: 2 },
      { kind: 'mouse', action: 'down', x: 10, y: 20 },
      { kind: 'mouse', action: 'up', x: 10, y: 20 },
      key('h'),
      key('x'),
      key('Backspace'),
      key('i'),
      { kind: 'compose', text: 'ni' },
      { kind: 'text', text: ' 你好', via: 'ime' },
      key('Enter', { text: '\r' }),
      key('', { key: undefined, masked: true }),
      key('', { key: undefined, masked: true }),
      { kind: 'title', title: 'hidden' },
      { kind: 'dialog-answered', accept: true },
      { kind: 'wheel', x: 1, y: 1, dx: 0, dy: 120 },
      { kind: 'wheel', x: 1, y: 1, dx: 0, dy: 120 },
      { kind: 'download-lost', name: 'contract.pdf', why: 'canceled' },
      { kind: 'input-lost', tab: 1, input: 'key' },
      { kind: 'input-lost', tab: 1, input: 'key' },
    ),
  );

  expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['click', '10, 20'],
    ['typed', 'hi 你好'],
    ['pressed', 'Enter'],
    ['masked', ''],
    ['dialog-accepted', ''],
    ['scrolled', ''],
    ['download-lost', 'contract.pdf'],
    ['input-lost', ''],
  ]);
  expect(more).toBe(0);
});

it('counts the events beyond those shown', () => {
  const clicks = Array.from({ length: 3_005 }, (_, x) => ({ kind: 'mouse', action: 'down', x, y: 1 }));

  const { events, more } = shownEvents(lines(...clicks, { kind: 'title', title: 'hidden' }));

  expect([events.length, more]).toEqual([3_000, 5]);
});
