import type { JournalEntry } from '@proofkeep/bundle';
import { expect, it } from 'vitest';
import { wordsIn } from '../words.ts';
import type { MatterContext } from './context.ts';
import { withheldOf } from './withheld.ts';

/** Context of a journal with these events; only what is counted is filled in. */
const journalOf = (...events: [event: string, detail: JournalEntry['detail']][]) =>
  ({
    entries: events.map(([event, detail]) => ({ entry: { event, detail, originSha256: null } })),
    manifest: { parts: [] },
    zip: { entries: new Map() },
  }) as unknown as MatterContext;

it('counts each finished recording of a session or statement as withheld, and says so', () => {
  const withheld = withheldOf(
    journalOf(
      ['step-finished', { partyId: 'a', step: 'objective-video', sha256: '0'.repeat(64) }],
      ['room-opened', { room: 'r' }],
      ['recording-head', { recordingId: '1', chunks: 60, head: '1'.repeat(64) }],
      ['recording-finished', { recordingId: '1', partyId: null, sha256: '1'.repeat(64), isComplete: true }],
      ['recording-finished', { recordingId: '2', partyId: 'a', sha256: '2'.repeat(64), isComplete: false }],
      ['room-ended', { room: 'r' }],
    ),
  );

  expect(withheld).toMatchObject({ recordings: 3, pictures: 0, handwriting: 0, consents: 0, origins: 0 });
  expect(wordsIn('en').withheld(withheld)).toBe('Withheld, kept by the office: 3 (recordings 3)');
  expect(wordsIn('zh').withheld(withheld)).toBe('未收入证据包、由公证处保管的内容：3 项（录像 3）');
});

it('counts the words of consent to a recording as withheld if the bundle lacks them', () => {
  const consent = { room: 'r', partyId: 'a', wordsSha256: 'a'.repeat(64), wordsVersion: 1, language: 'zh' };

  expect(withheldOf(journalOf(['room-consented', consent]))).toMatchObject({ recordings: 0, consents: 1 });
});

it('does not count a recording without pieces', () => {
  const finished = (chunks: number): [string, JournalEntry['detail']] => ['recording-finished', { chunks }];

  expect(withheldOf(journalOf(finished(0), finished(3)))).toMatchObject({ recordings: 1 });
});
