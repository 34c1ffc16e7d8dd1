import { createHash } from 'node:crypto';
import { bytesSource, chunkBytes, paths, type RecordingChunk, startBytes, type Zip } from '@proofkeep/bundle';
import { sha256Hex, writeZip } from '@proofkeep/bundle/node';
import { expect, it } from 'vitest';
import type { Context } from './context.ts';
import { checkRecording } from './recording.ts';

const ano = 'PK2026112300000000000';
const startedAt = '2026-11-20T08:00:00.000Z';
const sha256 = (...parts: Uint8Array[]) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest();
};
const records = ['first record', 'second record'].map((text) => Buffer.from(text));
const rangeOf = (offset: number, bytes: Uint8Array) => ({ offset, size: bytes.length, sha256: sha256Hex(bytes) });
const line = Buffer.from('{"host":"a.example"}\n');
const nothing = rangeOf(0, Buffer.alloc(0));

/** Chunks of 90 s without pictures, each with one record of the network. */
function makeChunks(): RecordingChunk[] {
  const chunks: RecordingChunk[] = [];
  let previous = sha256Hex(startBytes(ano, startedAt));
  let offset = 0;
  for (const [n, record] of records.entries()) {
    const network = {
      connections: rangeOf(n * line.length, line),
      warc: rangeOf(offset, record),
      index: nothing,
      waiting: 2 - n,
    };
    const times = { n, fromMs: n * 90_000, toMs: (n + 1) * 90_000 };
    const rest = { ...times, frames: 0, video: nothing, events: nothing, network, previous };
    const head = sha256Hex(chunkBytes(rest));
    chunks.push({ ...rest, head });
    previous = head;
    offset += record.length;
  }
  return chunks;
}

/** @param archive the WARC in the network record. @returns outcome and code of each finding, in order */
async function findingsOf(
  archive: Uint8Array,
  session: { endedBecause: string; isRewritten?: boolean },
  connections = Buffer.concat([line, line]),
) {
  const chunks = makeChunks();
  const recording = {
    startedAt,
    endedAt: '2026-11-20T08:03:00.000Z',
    frames: 0,
    events: 0,
    chunks: chunks.length,
    head: chunks.at(-1)?.head ?? '',
  };
  const wacz: Uint8Array[] = [];
  await writeZip(async (bytes) => void wacz.push(bytes), [{ name: 'archive/data.warc.gz', bytes: archive }]);
  const parts = new Map<string, Uint8Array>([
    [paths.chunks, Buffer.from(chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join(''))],
    [paths.report, Buffer.from(JSON.stringify({ session: { ...recording, ...session } }))],
    [paths.recording, Buffer.alloc(0)],
    [paths.events, Buffer.alloc(0)],
    [paths.record, Buffer.concat(wacz)],
    [paths.connections, connections],
  ]);
  const entries = new Map([...parts].map(([path, { length }]) => [path, { size: length }]));
  const found: string[] = [];
  const partOf = (path: string) => parts.get(path) ?? new Uint8Array();
  await checkRecording({
    zip: {
      entries,
      part: (path: string) => bytesSource(partOf(path)),
      chunks: async function* (path: string) {
        yield partOf(path);
      },
    } as unknown as Zip,
    manifest: { kind: 'live', ano, recording, objects: [] } as unknown as Context['manifest'],
    note: (_check, outcome, how) => void found.push(`${outcome} ${how?.detail?.code}`),
    part: async (path) => partOf(path),
    sha256,
    anchors: { roots: [], logs: [] },
  } as Partial<Context> as Context);
  return found;
}

const whole = Buffer.concat(records);
const gap = 'not-checked heads-missing';

it('compares the network record with the chunks, and names a gap in the timestamps', async () => {
  const more = Buffer.concat([whole, Buffer.from('written at the end')]);

  expect(await findingsOf(more, { endedBecause: 'stopped' })).toEqual([
    'passed connections-chained',
    'passed record-chained',
    'passed chunks',
    gap,
  ]);
});

it('names the second at which the network record starts to differ', async () => {
  const altered = Buffer.from(whole);
  altered[whole.length - 1] = 0;

  expect(await findingsOf(altered, { endedBecause: 'stopped' })).toEqual([
    'passed connections-chained',
    'failed record-broken',
  ]);
  expect(await findingsOf(whole.subarray(1), { endedBecause: 'stopped' })).toEqual([
    'passed connections-chained',
    'failed record-broken',
  ]);
});

it('names the gaps of a lost session, and a rewritten record as not covered', async () => {
  expect(await findingsOf(whole, { endedBecause: 'lost' })).toContain('not-checked record-cut');
  expect(await findingsOf(Buffer.from('other'), { endedBecause: 'stopped', isRewritten: true })).toEqual([
    'passed connections-chained',
    'not-checked record-rewritten',
    'passed chunks',
    gap,
  ]);
});

it('names the second from which the list of connections differs', async () => {
  const altered = Buffer.concat([line, Buffer.from('{"host":"b.example"}\n')]);

  expect(await findingsOf(whole, { endedBecause: 'stopped' }, altered)).toEqual(['failed connections-broken']);
});
