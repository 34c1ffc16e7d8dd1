import type { JournalEntry } from '@proofkeep/bundle';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../report.ts';
import type { MatterContext } from './context.ts';
import { checkJournalTimes } from './times.ts';

const start = Date.parse('2026-11-20T08:00:00.000Z');
const hourMs = 3_600_000;
const system = { role: 'system', id: null, name: '' };

const entryAt = (seq: number, hours: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  v: 1,
  type: 'proofkeep-matter-journal',
  matter: 'GZ00000000000',
  seq,
  at: new Date(start + hours * hourMs).toISOString(),
  actor: { role: 'applicant', id: 'a', name: '王芳' },
  event: 'noted',
  detail: {},
  originSha256: null,
  previous: null,
  ...more,
});

function findingsOf(entries: JournalEntry[], stamps: MatterContext['stamps']) {
  const found: string[] = [];
  const note: MatterContext['note'] = (check, outcome, { detail, required = true } = {}) =>
    void found.push(
      `${outcome}${required ? '' : ' not required'} ${detail?.code ?? check}` satisfies Finding['detail'],
    );
  const empty = { bytes: new Uint8Array(), sha256: '' };
  checkJournalTimes({ entries: entries.map((entry) => ({ entry, ...empty })), stamps, note });
  return found;
}

const stampAt = (seq: number, hours: number) => ({ seq, at: new Date(start + hours * hourMs) });
/** Two entries, and a day and a half later the statement of an outage, with the first timestamp. */
const statedLate = (more: Partial<JournalEntry>, second = 1) =>
  findingsOf(
    [
      entryAt(1, 0),
      entryAt(2, second),
      entryAt(3, 36, { event: 'stamped-late', actor: system, detail: { from: 1, until: 2 }, ...more }),
    ],
    [stampAt(3, 36)],
  );

describe('entries without a timestamp for more than a day', () => {
  it('leave the required check open if the service stated the outage', () => {
    expect(statedLate({})).toEqual(['passed journal-times', 'not-checked journal-time-late']);
  });

  it.each<[string, Partial<JournalEntry>]>([
    ['a person states the outage', { actor: { role: 'applicant', id: 'a', name: '王芳' } }],
    ['a system with an id states the outage', { actor: { ...system, id: 'a' } }],
    ['the statement has no entries', { detail: {} }],
    ['the numbers are texts', { detail: { from: '1', until: '2' } }],
    ['the numbers are no integers', { detail: { from: 0.5, until: 2.5 } }],
    ['the statement ends before it begins', { detail: { from: 2, until: 1 } }],
    ['the statement goes on to its own entry', { detail: { from: 1, until: 3 } }],
    ['the statement goes on to later entries', { detail: { from: 1, until: 9_000_000 } }],
    ['the statement leaves one out', { detail: { from: 2, until: 2 } }],
  ])('fail the check if %s', (_what, more) => {
    expect(statedLate(more)).toEqual(['failed journal-time-unproven']);
  });

  it('are excused by a statement only if they were old enough when it was made', () => {
    const stated = (second: number) =>
      findingsOf(
        [
          entryAt(1, 0),
          entryAt(2, second),
          entryAt(3, 13, { event: 'stamped-late', actor: system, detail: { from: 1, until: 2 } }),
        ],
        [stampAt(3, 36.9)],
      );

    expect(stated(1.5)).toEqual(['passed journal-times', 'not-checked journal-time-late']);
    expect(stated(2.5)).toEqual(['failed journal-time-unproven']);
  });

  it('fail the check if they were new when the outage was stated', () => {
    const late = [
      entryAt(1, 0),
      entryAt(2, 1),
      entryAt(3, 2, { event: 'stamped-late', actor: system, detail: { from: 1, until: 2 } }),
    ];

    expect(findingsOf(late, [stampAt(3, 36)])).toEqual(['failed journal-time-unproven']);
  });
});

describe('the longest allowed journal', () => {
  it('is compared with a timestamp for each entry in a single pass', () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1);
    const before = performance.now();

    const found = findingsOf(
      numbers.map((seq) => entryAt(seq, seq / 100)),
      numbers.map((seq) => stampAt(seq, seq / 100)),
    );

    expect(found).toEqual(['passed journal-times']);
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
