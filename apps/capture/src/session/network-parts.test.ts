import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Connection } from '../egress/connection.ts';
import type { Exchange } from '../record/exchange.ts';
import { createSink } from '../record/sink.ts';
import { answered, origin } from '../testing/exchange.ts';
import { NetworkParts } from './network-parts.ts';
import { recordingFiles } from './recording-files.ts';

/** The network record of a session with these requests; `settled` ones are complete. */
function givenParts(settled: Exchange[], pending: Exchange[] = [], connections: Connection[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  const temp = mkdtempSync(join(tmpdir(), 'parts-temp-'));
  const secrets = new Set<string>();
  const parts = new NetworkParts({
    sink: createSink(folder, () => {}),
    connections: () => connections,
    recorder: { takeSettled: () => settled.splice(0), exchanges: () => all },
    workDir: folder,
    tempDir: temp,
    origin,
    secrets: () => secrets,
  });
  const all = [...settled, ...pending];
  const connectionLines = () => readFileSync(join(folder, recordingFiles.connections), 'utf8').trim().split('\n');
  return { parts, all, secrets, connectionLines, warc: () => readFileSync(join(folder, recordingFiles.warc)) };
}
const form = (text: string) => answered('https://a.example/form', { method: 'POST', requestBody: Buffer.from(text) });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('delivers complete parts as ranges of one file, with the number of pending requests', async () => {
  const done = [answered('https://a.example/one'), answered('https://a.example/two')];
  const { parts, all, warc } = givenParts(done, [answered('https://a.example/slow', { outcome: 'pending' })]);
  await expect.poll(() => parts.cut().waiting, { timeout: 5_000 }).toBe(1);

  const { warc: file, isRewritten } = await parts.finish(all, { isFull: false });

  expect(isRewritten).toBe(false);
  expect(file.sha256).toBe(sha256(warc()));
  expect(file.places.map(({ exchange }) => new URL(exchange.url).pathname)).toEqual(['/one', '/two', '/slow']);
});

it('covers every byte of the file exactly once with its ranges', async () => {
  const { parts, warc } = givenParts([answered('https://a.example/one')]);
  const cuts = [parts.cut()];
  await expect
    .poll(
      () => {
        cuts.push(parts.cut());
        return cuts.at(-1)?.waiting;
      },
      { timeout: 5_000 },
    )
    .toBe(0);
  await parts.end();

  const bytes = warc();
  let at = 0;
  for (const { warc: range } of cuts) {
    expect(range.offset).toBe(at);
    expect(sha256(bytes.subarray(at, at + range.size))).toBe(range.sha256);
    at += range.size;
  }
  expect(at).toBe(bytes.length);
});

it('rewrites the record if credentials are kept or a password is recognised late', async () => {
  const kept = givenParts([answered('https://a.example/', { requestHeaders: [['Cookie', 'a=1']] })]);
  const late = givenParts([form('password=secret-7781')]);
  await expect.poll(() => late.parts.cut().waiting, { timeout: 5_000 }).toBe(0);
  late.secrets.add('secret-7781');

  const full = await kept.parts.finish(kept.all, { isFull: true });
  const redacted = await late.parts.finish(late.all, { isFull: false });

  expect(full).toMatchObject({ isRewritten: true, withheld: 0 });
  expect(redacted).toMatchObject({ isRewritten: true, withheld: 1 });
});

it('delivers a connection once it was dialled, and again at the end if it continued', async () => {
  const judged = (host: string, given: Partial<Connection> = {}): Connection => ({
    at: '2026-11-20T08:00:00.123Z',
    host,
    port: 443,
    answers: [],
    address: '192.0.2.1',
    verdict: 'allowed',
    why: null,
    bytesUp: 0,
    bytesDown: 0,
    elapsedMs: 1,
    ...given,
  });
  const dialled = judged('a.example');
  const resolving = judged('b.example', { address: null, verdict: 'refused' });
  const { parts, connectionLines } = givenParts([], [], [dialled, resolving]);
  let size = 0;
  const grown = () => {
    size += parts.cut().connections?.size ?? 0;
    return size;
  };
  await expect.poll(grown, { timeout: 5_000 }).toBe(JSON.stringify({ n: 0, ...dialled }).length + 1);
  dialled.bytesDown = 7;
  await parts.end();

  await parts.endConnections();

  const lines = connectionLines().map((line) => JSON.parse(line) as { n: number; bytesDown: number });
  expect(lines.map(({ n, bytesDown }) => [n, bytesDown])).toEqual([
    [0, 0],
    [0, 7],
    [1, 0],
  ]);
});
