import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verificationInstructions } from './instructions.ts';
import { canonicalBytes } from './jcs.ts';
import type { Manifest } from './manifest.ts';

const home = mkdtempSync(join(tmpdir(), 'instructions-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const [zero, one] = ['0'.repeat(64), '1'.repeat(64)] as [string, string];
const none = { outsideTokens: 0, collected: null, hasCustody: false };
const lure = `","path":"data/lure","sha256":"${one}`;
const hostile: Manifest = {
  v: 2,
  type: 'proofkeep-manifest',
  ano: 'PK202611210000000000X',
  salt: zero,
  createdAt: '2026-11-21T00:00:00.000Z',
  clock: null,
  kind: 'page',
  subject: { requestedUrl: 'http://x/', finalUrl: `http://x/${lure}`, title: `\\${lure}\\` },
  applicant: { account: lure, certification: null, asOf: '2026-11-21T00:00:00.000Z' },
  capture: {
    state: 'complete',
    startedAt: '2026-11-21T00:00:00.000Z',
    endedAt: '2026-11-21T00:00:00.000Z',
    tool: lure,
    toolVersion: '0',
    browser: '\\',
    isolation: 'proxy',
    clock: { before: null, after: null, sealer: null },
    operator: { role: 'member', name: lure, isCertified: false, actingAs: '{"path":"data/lure","sha256":"' },
    missing: 0,
  },
  objects: [
    { path: 'data/a', size: 1, mediaType: `text/plain; ${lure}`, sha256: zero, sm3: one },
    { path: 'data/b', size: 1, mediaType: 'x\\"path', sha256: one, sm3: zero },
  ],
};

describe('the bounds of the times in VERIFY.txt', () => {
  const at = '2026-11-21T00:00:00.000Z';
  const recording = { startedAt: at, endedAt: at, frames: 0, events: 0, chunks: 1, head: zero };

  it('allow a live session six hours, and thirty days until it is sealed', () => {
    const text = verificationInstructions({ ...hostile, kind: 'live', recording } as Manifest, zero, none);

    for (const bound of ['6 hours', '30 days', '2 seconds', '5 minutes', '六小时', '三十天', '2 秒', '5 分钟'])
      expect(text).toContain(bound);
  });

  it('allow an hour between two times of a page, plus the tolerances of the clocks', () => {
    const text = verificationInstructions(hostile, zero, none);

    for (const bound of ['at most 1 hour', '2 seconds', '5\n   minutes', '一小时', '2 秒', '5 分钟'])
      expect(text).toContain(bound);
    expect(text).not.toContain('30 days');
  });
});

describe('the digests that VERIFY.txt takes from the signed lists', () => {
  it('come only from the objects, even with a hostile title, URL or media type', () => {
    const folder = join(home, 'bundle');
    mkdirSync(folder);
    writeFileSync(join(folder, 'manifest.json'), canonicalBytes(hostile));
    writeFileSync(join(folder, 'contents.json'), '');
    const command = /^ {6}(grep .*sums)$/m.exec(verificationInstructions(hostile, zero, none))?.[1] ?? 'false';
    execFileSync('bash', ['-ec', command], { cwd: folder });

    expect(readFileSync(join(home, 'sums'), 'utf8')).toBe(`${zero}  data/a\n${one}  data/b\n`);
  });
});
