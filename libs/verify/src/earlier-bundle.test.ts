import { readFile } from 'node:fs/promises';
import { bytesSource } from '@proofkeep/bundle';
import { expect, it } from 'vitest';
import { readAnchors } from './anchors.ts';
import { verifyBundle } from './verify.ts';

const vector = (name: string) => readFile(new URL(`../vectors/bundle-2026-11-22.${name}`, import.meta.url));

it('a bundle made by an earlier version passes, and fails once a byte of it is changed', async () => {
  const [bundle, anchors] = await Promise.all([vector('zip'), vector('anchors.json')]);
  const trusted = await readAnchors(anchors.toString());

  const report = await verifyBundle(bytesSource(bundle), trusted);
  expect(report.verdict).toBe('passed');
  expect(report.findings.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  // Only the comparison of contents is beyond what was checked.
  expect(report.findings.filter(({ outcome }) => outcome !== 'passed').map(({ check }) => check)).toEqual(
    Array(3).fill('uncompared'),
  );

  const page = bundle.indexOf('<title>');
  expect(page).toBeGreaterThan(0);
  bundle.writeUInt8(bundle.readUInt8(page + 7) ^ 1, page + 7);
  expect((await verifyBundle(bytesSource(bundle), trusted)).verdict).toBe('failed');
});
