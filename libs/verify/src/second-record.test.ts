import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bytesSource,
  type Comparison,
  canonicalBytes,
  compareTexts,
  type PageManifest,
  paths,
} from '@proofkeep/bundle';
import { writeZipFile } from '@proofkeep/bundle/node';
import { asZipInputs, openSampleSealer, sampleRecord, sampleReport } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAnchors } from './anchors.ts';
import type { Report } from './report.ts';
import { verifyBundle } from './verify.ts';

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'second-record-'));
  sealer = await openSampleSealer();
});
afterAll(async () => {
  await Promise.all([sealer.close(), rm(home, { recursive: true, force: true })]);
});

const places = [
  { name: 'Shanghai, China Telecom', region: 'CN-SH' },
  { name: 'Frankfurt', region: 'DE-HE' },
] as const;
const texts = ['Cup\nPrice 10\n', 'Cup\nPrice 12\n'] as const;

interface Changes {
  /** Changes what the comparison says. */
  comparison?: (comparison: Comparison) => Comparison;
  /** Members of the second record's report that differ from the manifest. */
  report?: object;
  /** Title of the page in the second record's WACZ. */
  title?: string;
  place?: (typeof places)[number];
  /** Changes the parts of the finished bundle. */
  parts?: (parts: Map<string, Uint8Array>) => void;
}

/** Verifies a bundle with two records of a page. */
async function verified({
  comparison = (one) => one,
  report = {},
  title,
  place = places[1],
  parts: alter = () => {},
}: Changes = {}): Promise<Report> {
  let first: PageManifest | undefined;
  await sealer.make({ change: (manifest) => (first = manifest) });
  if (!first) throw new Error('No manifest was made.');
  const { subject, capture, ano } = first;
  const { operator: _operator, ...second } = capture;
  const found: Comparison = {
    v: 1,
    type: 'proofkeep-comparison',
    ano,
    text: compareTexts(...texts),
    prices: null,
    picture: null,
    main: {
      status: [null, null],
      finalUrl: [subject.finalUrl, subject.finalUrl],
      serverAddress: [null, null],
      certificate: [null, null],
    },
  };
  const record = { url: subject.finalUrl, title: title ?? subject.title, startedAt: capture.startedAt };
  const bundle = await sealer.make({
    data: {
      'data/page.txt': texts[0],
      'data/second/page.txt': texts[1],
      'data/second/report.json': JSON.stringify({ ...sampleReport(first), ...report }),
      'data/second/page.wacz': await sampleRecord(record),
      [paths.comparison]: canonicalBytes(comparison(found)),
    },
    createdAt: new Date(first.createdAt),
    change: (manifest) => ({
      ...manifest,
      ano,
      second: { state: 'captured', from: places[0], place, subject, capture: second },
    }),
  });
  const parts = new Map(bundle.parts);
  alter(parts);
  const path = join(home, `${Math.random()}.zip`);
  await writeZipFile(path, asZipInputs(parts));
  return verifyBundle(bytesSource(await readFile(path)), await readAnchors(bundle.anchors));
}

const failures = ({ findings }: Report) =>
  findings.filter(({ outcome }) => outcome === 'failed').map(({ check, subject }) => [check, subject]);

it('verifies both records and computes their comparison again', async () => {
  const report = await verified();

  expect(failures(report)).toEqual([]);
  expect(report.verdict).toBe('passed');
  expect(report.findings).toContainEqual(
    expect.objectContaining({ check: 'comparison', outcome: 'passed', args: { changes: 1, prices: 0 } }),
  );
  expect(report.facts?.second).toMatchObject({ from: 'Shanghai, China Telecom', place: 'Frankfurt' });
});

it('fails where a file of the second record was altered after sealing', async () => {
  const path = 'data/second/page.txt';

  const report = await verified({ parts: (parts) => void parts.set(path, Buffer.from('Mug\nPrice 12\n')) });

  expect(failures(report)).toEqual([
    ['object', path],
    ['comparison', paths.comparison],
  ]);
});

it.each<[string, Changes, [string, string]]>([
  ['report', { report: { startedAt: '2026-01-01T00:00:00.000Z' } }, ['report', 'data/second/report.json']],
  ['network record', { title: 'Another page' }, ['record', 'data/second/page.wacz']],
  ['place', { place: places[0] }, ['second', paths.manifest]],
])('fails where the %s of the second record contradicts the manifest', async (_what, changes, expected) => {
  expect(failures(await verified(changes))).toEqual([expected]);
});

it.each<[string, (one: Comparison) => Comparison]>([
  ['leaves a difference of the texts out', (one) => ({ ...one, text: one.text && { ...one.text, changes: [] } })],
  ['says that texts were not compared', (one) => ({ ...one, text: null })],
  ['states another server', (one) => ({ ...one, main: { ...one.main, serverAddress: ['192.0.2.1:443', null] } })],
  ['states prices of a page that has none', (one) => ({ ...one, prices: { count: 0, changes: [] } })],
])('fails where the comparison %s', async (_what, comparison) => {
  expect(failures(await verified({ comparison }))).toEqual([['comparison', paths.comparison]]);
});
