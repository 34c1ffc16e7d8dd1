import type { RecordingChunk } from '@proofkeep/bundle';
import { CaptureReport } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { parseEvents, recoveredReport } from './recovered-facts.ts';

const startedAt = '2026-11-20T08:00:00.000Z';
const begun = CaptureReport.parse({
  captureId: 'PK20261120',
  state: 'partial',
  failure: null,
  startedAt: '2026-11-20T07:59:58.000Z',
  endedAt: startedAt,
  page: {
    requestedUrl: 'https://a.example/',
    finalUrl: null,
    title: null,
    status: null,
    protocol: null,
    serverAddress: null,
    contentLanguage: null,
    siteDate: null,
    redirects: [],
    heightPx: null,
    tls: null,
  },
  environment: null,
  steps: [],
  resources: { total: 0, whole: 0, bytes: 0 },
  missing: [],
  limits: [],
  block: null,
  alterations: [],
  session: {
    device: 'desktop',
    startedAt,
    endedAt: startedAt,
    endedBecause: 'lost',
    frames: 0,
    events: 0,
    chunks: 0,
    head: '0'.repeat(64),
    masked: 0,
    isFull: false,
    hasPlayback: false,
    pages: [],
    downloads: [],
    snapshots: [],
  },
});

const range = { offset: 0, size: 0, sha256: '0'.repeat(64) };
const chunkTo = (n: number, toMs: number): RecordingChunk => ({
  n,
  fromMs: n * 4_000,
  toMs,
  frames: 3,
  video: range,
  events: range,
  previous: '0'.repeat(64),
  head: String(n).repeat(64),
});
const chunks = [chunkTo(0, 4_000), chunkTo(1, 7_500)];
const sha256 = 'a'.repeat(64);
const lines = [
  { kind: 'page', tab: 1, url: 'https://a.example/one' },
  { kind: 'title', tab: 1, title: 'One' },
  { kind: 'key', action: 'down', masked: true },
  { kind: 'key', action: 'up', masked: true },
  { kind: 'text', masked: true },
  { kind: 'download', path: 'downloads/0001.bin', name: 'a.bin', url: 'https://a.example/a', sizeBytes: 1, sha256 },
  { kind: 'download', path: 'downloads/0002.bin', name: 'b.bin', url: 'https://a.example/b', sizeBytes: 1, sha256 },
];
const events = parseEvents(lines.map((line, n) => JSON.stringify({ n, atMs: n, ...line })).join('\n'));
const arrived = [
  { kind: 'download', path: 'downloads/0001.bin', mediaType: 'application/octet-stream', size: 1, sha256 },
] as never[];
const reportOf = (unanswered: number | null, withheld = 0, happened = events) => {
  const clock = { before: null, after: null };
  return recoveredReport({
    begun,
    clock,
    chunks,
    events: happened,
    artifacts: arrived,
    isFull: true,
    unanswered,
    withheld,
  });
};

describe('the report of a session whose node was lost', () => {
  it('ends with the last chunk that arrived, and takes its counts from chunks and events', () => {
    const { session, endedAt, page } = reportOf(0);

    expect(endedAt).toBe('2026-11-20T08:00:07.500Z');
    expect(session).toMatchObject({ endedBecause: 'lost', endedAt, frames: 6, chunks: 2, events: 7, masked: 2 });
    expect(session?.head).toBe('1'.repeat(64));
    expect(session?.pages).toEqual([{ atMs: 0, tab: 1, url: 'https://a.example/one', title: 'One' }]);
    expect(page.title).toBe('One');
  });

  it('says how many visits the list of pages leaves out', () => {
    const visits = Array.from({ length: 502 }, (_, n) => ({
      n,
      atMs: n,
      kind: 'page',
      tab: 1,
      url: `https://a.example/${n}`,
    }));
    const omitted = { n: 502, atMs: 502, kind: 'omitted', of: 'page', count: 40 };
    const { session } = reportOf(0, 0, [...visits, omitted, { ...omitted, of: 'error' }]);

    expect([session?.pages.length, session?.morePages]).toEqual([500, 42]);
    expect(reportOf(0).session?.morePages).toBeUndefined();
  });

  it('lists no download that did not arrive', () => {
    expect(reportOf(0).session?.downloads.map(({ path }) => path)).toEqual(['downloads/0001.bin']);
  });

  it('lists the gaps of a network record rebuilt from chunks, and that credentials were removed from it', () => {
    const { session, steps } = reportOf(4);

    expect(session).toMatchObject({ unanswered: 4, isFull: false });
    expect(steps.at(-1)).toMatchObject({ step: 'pack', outcome: 'cut', said: [{ name: 'session.record-recovered' }] });
  });

  it('says how many credentials the network record has only digests of', () => {
    expect(reportOf(0, 3).alterations).toMatchObject([
      { kind: 'credentials-withheld', said: { values: { count: 3 } } },
    ]);
    expect(reportOf(0).alterations).toEqual([]);
  });

  it('says that the network record is lost if nothing of it arrived', () => {
    const { session, steps } = reportOf(null);

    expect(session?.unanswered).toBeUndefined();
    expect(steps.at(-1)).toMatchObject({ step: 'pack', outcome: 'failed', said: [{ name: 'session.record-lost' }] });
  });
});
