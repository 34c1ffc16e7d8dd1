import type { SessionFacts } from '@proofkeep/contract';

/** Facts of a short live session with one picture and one event. */
export const sessionFacts: SessionFacts = {
  device: 'desktop',
  startedAt: '2026-11-20T08:00:00.000Z',
  endedAt: '2026-11-20T08:01:00.000Z',
  endedBecause: 'stopped',
  frames: 1,
  events: 1,
  chunks: 1,
  head: '0'.repeat(64),
  masked: 0,
  isFull: false,
  hasPlayback: true,
  pages: [],
  downloads: [],
  snapshots: [],
};
