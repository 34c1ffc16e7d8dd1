import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OutsideTsa, startOutsideTsa, startSampleSite } from '@proofkeep/fakes';
import type { Finding } from '@proofkeep/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../kit/command.ts';

let site: Awaited<ReturnType<typeof startSampleSite>>;
/** `closed` issues a token, but connections to its CRL address are not allowed. */
let [good, refusing, lying, closed]: OutsideTsa[] = [];
let home: string;
let env: Record<string, string>;
let bundle: string;

beforeAll(async () => {
  site = await startSampleSite();
  [good, refusing, lying, closed] = await Promise.all([1, 2, 3, 4].map(startOutsideTsa));
  refusing?.behave('rejection');
  lying?.behave('broken-signature');
  home = mkdtempSync(join(tmpdir(), 'outside-timestamps-'));
  const urls = [`${refusing?.url}?key=secret`, good?.url, lying?.url, closed?.url];
  env = {
    DATA_DIR: join(home, 'data'),
    EGRESS_ALLOW: [...site.egressAllow, good?.egressAllow].join(','),
    TSA_URLS: urls.join(','),
  };
  bundle = join(home, 'article.zip');
  const result = await run(['preserve', `${site.httpOrigin}/article`, '--out', bundle], env);
  if (result.code !== 0) throw new Error(result.stderr);
}, 120_000);

afterAll(async () => {
  await Promise.all([site, good, refusing, lying, closed].map((server) => server?.close()));
  rmSync(home, { recursive: true, force: true });
});

const partOf = (path: string) => execFileSync('unzip', ['-p', bundle, path], { encoding: 'buffer' });

describe('a bundle with two good outside authorities, one that refused and one that lied', () => {
  it('contains the good tokens, and the reason for each missing one', () => {
    const parts = execFileSync('unzip', ['-Z1', bundle], { encoding: 'utf8' }).split('\n');

    expect(parts.filter((path) => path.endsWith('.tst')).sort()).toEqual([
      'proof/manifest-2.tst',
      'proof/manifest-3.tst',
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

  it('verifies: reports refusals, accepts good tokens, checks collected revocation data', async () => {
    const trust = join(home, 'anchors.json');
    const anchors = JSON.parse(readFileSync(join(home, 'data', 'trust', 'anchors.json'), 'utf8'));
    writeFileSync(trust, JSON.stringify({ ...anchors, roots: [...anchors.roots, good?.root, closed?.root] }));
    const result = await run(['verify', bundle, '--trust', trust, '--json'], env);

    expect(result.code, result.stdout).toBe(0);
    const { verdict, findings } = JSON.parse(result.stdout) as { verdict: string; findings: Finding[] };
    expect(verdict).toBe('passed');
    const outside = findings.filter(({ check }) => check.startsWith('outside-'));
    expect(outside.map(({ check, outcome, code }) => [check, outcome, code])).toEqual([
      ['outside-timestamp', 'passed', 'stamped-by'],
      ['outside-timestamp', 'passed', 'stamped-by'],
      ['outside-refusal', 'not-checked', 'authority-refused'],
      ['outside-refusal', 'not-checked', 'authority-invalid'],
      ['outside-revocation', 'passed', 'status-as-of'],
      ['outside-revocation', 'not-checked', 'collect-not-allowed'],
    ]);
  });

  it('names address and reason on the certificate in both languages', () => {
    const pdf = join(home, 'certificate.pdf');
    writeFileSync(pdf, partOf('certificate.pdf'));
    const text = execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');

    expect(text.match(/外部 outside/g)).toHaveLength(4);
    expect(text.match(/未取得时间戳 No timestamp/g)).toHaveLength(2);
    expect(text).toContain(
      `${refusing?.url} 外部 outside 该机构拒绝签发 the authority declined: not granted: badDataFormat`,
    );
    expect(text).toContain(
      `${lying?.url} 外部 outside 应答无效，未予采用 the response was invalid: the token does not verify`,
    );
    expect(text).toContain('the signature is not over this content');
    expect(text).not.toContain('secret');
  });
});
