import { expect, it } from 'vitest';
import { PageEvents } from './page-events.ts';

/** Events on a clock that the test controls. */
function givenEvents() {
  const recorded: Record<string, unknown>[] = [];
  const clock = { ms: 0 };
  const event = (kind: string, detail: Record<string, unknown> = {}) => {
    recorded.push({ kind, ...detail });
    return clock.ms;
  };
  const events = new PageEvents({ event, atMs: () => clock.ms });
  return { recorded, clock, events };
}

it('limits a page’s events in the record, and counts the omitted ones', () => {
  const { recorded, clock, events } = givenEvents();

  for (let i = 0; i < 10_000; i++) events.add('error', { text: `${i}` });
  const other = events.add('page', { url: 'https://a.example/' });
  clock.ms += 1_000;
  events.add('error', { text: 'later' });
  for (let i = 0; i < 7; i++) events.add('error', {});
  events.end();

  expect(other).toBe(0);
  expect(recorded.filter(({ kind }) => kind === 'error')).toHaveLength(55);
  expect(recorded.filter(({ kind }) => kind === 'omitted')).toEqual([
    { kind: 'omitted', of: 'error', count: 9_950 },
    { kind: 'omitted', of: 'error', count: 3 },
  ]);
});

it('cuts a long text and says so', () => {
  const { recorded, events } = givenEvents();

  events.add('page', { tab: 1, url: `https://a.example/${'x'.repeat(2 ** 20)}` });

  expect(recorded).toEqual([{ kind: 'page', tab: 1, url: expect.stringMatching(/^https.{2043}$/), cut: true }]);
});
