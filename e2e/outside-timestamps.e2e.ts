import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OutsideTsa, startOutsideTsa, startSampleSite } from '@proofkeep/fakes';
import type { Finding } from '@proofkeep/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './kit/command.ts';

let site: Awaited<ReturnType<typeof startSampleSite>>;
let [good, refusing, lying]: OutsideTsa[] = [];
let home: string;
let env: Record<string, string>;
let bundle: string;

beforeAll(async () => {
  site = await startSampleSite();
  [good, refusing, lying] = await Promise.all([1, 2, 3].map(startOutsideTsa));
  refusing?.behave('rejection');
  lying?.behave('broken-signature');
  home = mkdtempSync(join(tmpdir(), 'outside-timestamps-'));
  const urls = [`${refusing?.url}?key=secret`, good?.url, lying?.url];
  env = { DATA_DIR: join(home, 'data'), EGRESS_ALLOW: site.egressAllow.join(','), TSA_URLS: urls.join(',') };
  bundle = join(home, 'article.zip');
  const result = await run(['preserve', `${site.httpOrigin}/article`, '--out', bundle], env);
  if (result.code !== 0) throw new Error(result.stderr);
}, 120_000);

afterAll(async () => {
  await Promise.all([site, good, refusing, lying].map((server) => server?.close()));
  rmSync(home, { recursive: true, force: true });
});

const partOf = (path: string) => execFileSync('unzip', ['-p', bundle, path], { encoding: 'buffer' });

describe('a bundle for which one outside authority was good, one refused and one lied', () => {
  it('holds the token of the good one, and why there is none of the others', () => {
    const parts = execFileSync('unzip', ['-Z1', bundle], { encoding: 'utf8' }).split('\n');

    expect(parts.filter((path) => path.endsWith('.tst')).sort()).toEqual([
      'proof/manifest-2.tst',
      'proof/manifest.tst',
    ]);
    expect(JSON.parse(partOf('proof/refusals.json').toString()).refusals).toEqual([
      { authority: refusing?.url, why: 'refused', detail: expect.stringContaining('badDataFormat') },
      {
        authority: lying?.url,
        why: 'invalid',
        detail: expect.stringContaining('the signature is not over this content'),
      },
    ]);
  });

  it('is verified, with the refusals told and the good token believed where its root is', async () => {
    const trust = join(home, 'anchors.json');
    const anchors = JSON.parse(readFileSync(join(home, 'data', 'trust', 'anchors.json'), 'utf8'));
    writeFileSync(trust, JSON.stringify({ ...anchors, roots: [...anchors.roots, good?.root] }));
    const result = await run(['verify', bundle, '--trust', trust, '--json'], env);

    expect(result.code, result.stdout).toBe(0);
    const { verdict, findings } = JSON.parse(result.stdout) as { verdict: string; findings: Finding[] };
    expect(verdict).toBe('passed');
    const outside = findings.filter(({ check }) => check.startsWith('outside-'));
    expect(outside.map(({ check, outcome }) => [check, outcome])).toEqual([
      ['outside-timestamp', 'passed'],
      ['outside-refusal', 'not-checked'],
      ['outside-refusal', 'not-checked'],
    ]);
  });

  it('says so on the certificate in both languages, with address and reason', () => {
    const pdf = join(home, 'certificate.pdf');
    writeFileSync(pdf, partOf('certificate.pdf'));
    const text = execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');

    expect(text.match(/外部 outside/g)).toHaveLength(3);
    expect(text.match(/未取得时间戳 No timestamp/g)).toHaveLength(2);
    expect(text).toContain(
      `${refusing?.url} 外部 outside 该机构拒绝签发 the authority refused: not granted: badDataFormat`,
    );
    expect(text).toContain(
      `${lying?.url} 外部 outside 应答无效，未予采用 its answer was not usable: the token does not verify`,
    );
    expect(text).toContain('the signature is not over this content');
    expect(text).not.toContain('secret');
  });
});
