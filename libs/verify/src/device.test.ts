import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, paths, type SegmentHeader, type SegmentLine } from '@proofkeep/bundle';
import { writeZipFile } from '@proofkeep/bundle/node';
import { asZipInputs, openSampleSealer, type SampleRecording } from '@proofkeep/fakes';
import { simulateDevice } from '@proofkeep/seal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnchors } from './anchors.ts';
import { verifyBundle } from './verify.ts';

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'verify-device-'));
  sealer = await openSampleSealer();
});
afterAll(() => Promise.all([sealer.close(), rm(home, { recursive: true, force: true })]));

/** Seals a recording that was tampered with beforehand, and verifies the bundle. */
async function verified(recorded: Partial<SampleRecording>) {
  const { parts, anchors } = await sealer.make({ recorded: { segments: 4, ...recorded } });
  const path = join(home, 'bundle.zip');
  await writeZipFile(path, asZipInputs(parts));
  const { verdict, findings, facts } = await verifyBundle(
    bytesSource(await readFile(path)),
    await readAnchors(anchors),
  );
  await rm(path);
  const failed = findings.filter(({ outcome }) => outcome === 'failed').map(({ code, args }) => [code, args]);
  const gaps = findings.filter(({ check }) => check === 'gaps').map(({ code, args }) => [code, args]);
  return { verdict, failed, gaps, findings, facts };
}

const at = (lines: SegmentLine[], n: number) => lines[n - 1] as SegmentLine;
const other = simulateDevice();

describe('a recording of a device', () => {
  it('passes without gaps, and marks the device’s own claims', async () => {
    const { verdict, gaps, findings, facts } = await verified({});

    expect(verdict).toBe('passed');
    expect(gaps).toEqual([['no-gaps', {}]]);
    expect(facts?.device).toMatchObject({ name: '巡检一号', segments: 4, held: 4 });
    expect(findings.find(({ check }) => check === 'device-word')).toMatchObject({
      outcome: 'not-checked',
      required: false,
    });
  });

  it('is verified as far as possible if segments, contents, its end or time are missing, and names every gap', async () => {
    const { verdict, gaps } = await verified({
      segments: 7,
      lost: [2, 7],
      withoutContent: [4],
      // The device pauses for 30 s before segment 5, and its clock is changed by an hour before segment 6.
      change: (header) => {
        const pausedMs = header.n >= 5 ? 30_000 : 0;
        const setMs = header.n >= 6 ? 3_600_000 : 0;
        const later = (time: string) => new Date(Date.parse(time) + pausedMs + setMs).toISOString();
        const { fromMs, toMs, startedAt, endedAt } = header;
        const times = { startedAt: later(startedAt), endedAt: later(endedAt) };
        return { ...header, ...times, fromMs: fromMs + pausedMs, toMs: toMs + pausedMs };
      },
    });

    expect(verdict).toBe('passed');
    expect(gaps).toEqual([
      ['gap-missing', { first: 2, last: 2 }],
      ['gap-content', { first: 4, last: 4 }],
      ['gap-pause', { n: 5, seconds: 30 }],
      ['gap-clock', { n: 6, seconds: 3_600 }],
      ['gap-end', { n: 6 }],
    ]);
  });

  it.each<[string, NonNullable<SampleRecording['tamper']>, string, object]>([
    [
      'whose position was changed',
      ({ lines }) => at(lines, 2).header.positions.splice(0),
      'segment-signature',
      { n: 2 },
    ],
    [
      'with the signature of another segment',
      ({ lines }) => Object.assign(at(lines, 3), { signature: at(lines, 2).signature }),
      'segment-signature',
      { n: 3 },
    ],
    [
      'whose segments were reordered',
      ({ lines }) => void lines.splice(1, 2, at(lines, 3), at(lines, 2)),
      'segment-chain',
      { n: 2 },
    ],
    ['with a segment twice', ({ lines }) => void lines.splice(2, 0, at(lines, 2)), 'segment-chain', { n: 2 }],
    ['whose end was cut off', ({ lines }) => void lines.pop(), 'segment-end', { n: 3 }],
    [
      'with other content under the signed digest',
      ({ data }) => void data.set('data/segments/000002.webm', Buffer.alloc(2_000)),
      'segment-content',
      { n: 2 },
    ],
    [
      'with an unsigned file',
      ({ data }) => void data.set('data/segments/000005.webm', Buffer.from('more')),
      'files-unnamed',
      { path: 'data/segments/000005.webm' },
    ],
    [
      'with the key of another device',
      ({ data }) =>
        void data.set(
          paths.deviceKey,
          Buffer.from(`-----BEGIN PUBLIC KEY-----\n${other.publicKey.toString('base64')}\n-----END PUBLIC KEY-----\n`),
        ),
      'device-key',
      {},
    ],
    [
      'that was received after it was sealed',
      ({ lines }) => Object.assign(at(lines, 2), { receivedAt: '2999-01-01T00:00:00.000Z' }),
      'segment-received',
      { n: 2 },
    ],
    [
      'with a content that the manifest does not count',
      ({ data }) => void data.delete('data/segments/000003.webm'),
      'device-facts',
      {},
    ],
  ])('%s fails, even if the sealer is trusted', async (_, tamper, code, args) => {
    const { verdict, failed } = await verified({ tamper });

    expect(verdict).toBe('failed');
    expect(failed).toEqual([[code, args]]);
  });

  it.each<[string, Partial<SegmentHeader>, string, number]>([
    ['whose header names another one before it', { previous: '0'.repeat(64) }, 'segment-chain', 3],
    ['that goes on after a segment that ends it', { isLast: true }, 'segment-chain', 4],
    ['with a segment of more than two minutes', { toMs: 20_000 + 120_001 }, 'segment-bounds', 3],
    ['with a segment that ends before it begins', { toMs: 19_999 }, 'segment-bounds', 3],
  ])('%s fails although the device signed it', async (_, changed, code, n) => {
    const change: SampleRecording['change'] = (header) => (header.n === 3 ? { ...header, ...changed } : header);

    expect((await verified({ change })).failed).toEqual([[code, { n }]]);
  });
});
