import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeSeal } from '../../apps/server/src/features/attestations/testing/revoked-seal.ts';
import { run } from '../kit/command.ts';

let site: Awaited<ReturnType<typeof startSampleSite>>;
let home: string;
let env: Record<string, string>;
let bundle: string;

beforeAll(async () => {
  site = await startSampleSite();
  home = mkdtempSync(join(tmpdir(), 'preserve-'));
  env = { DATA_DIR: join(home, 'data'), EGRESS_ALLOW: site.egressAllow.join(',') };
  bundle = join(home, 'article.zip');
  const result = await run(['preserve', `${site.httpOrigin}/article`, '--out', bundle], env);
  if (result.code !== 0) throw new Error(result.stderr);
}, 120_000);

afterAll(async () => {
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

describe('proofkeep preserve', () => {
  it('leaves no process and no partial file', () => {
    expect(readdirSync(home).sort()).toEqual(['article.zip', 'data']);
    expect(readdirSync(join(home, 'data', 'work'))).toEqual([]);
    expect(commandLines().filter((line) => line.includes(home))).toEqual([]);
  });

  it.each([
    ['ftp://example.com/', /Only http and https/],
    ['not an address', /This isn't a URL/],
    ['http://127.0.0.1:1/', /Port 1/],
    ['http://0x7f.1:8080/', /127\.0\.0\.1 isn't a public internet address/],
    ['http://[::ffff:7f00:1]/', /isn't a public internet address/],
    ['http://localhost/', /this machine's own address/],
    ['http://user:secret@example.com/', /username or password/],
  ])('refuses %s immediately and gives the reason', async (url, reason) => {
    const out = join(home, 'refused.zip');
    const result = await run(['preserve', url, '--out', out], env);

    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(reason);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses to overwrite a file', async () => {
    const result = await run(['preserve', `${site.httpOrigin}/article`, '--out', bundle], env);

    expect(result.code).toBe(2);
    expect(result.stderr).toContain('File already exists');
  });

  it('prints Chinese with --lang zh', async () => {
    const result = await run(['preserve', 'ftp://x/', '--out', join(home, 'x.zip'), '--lang', 'zh'], env);

    expect(result.stderr).toContain('存证失败');
  });
});

describe('proofkeep verify', () => {
  it("passes with this installation's anchors and prints one line per check", async () => {
    const result = await run(['verify', bundle], env);

    expect(result.code, result.stdout).toBe(0);
    expect(result.stdout).toMatch(/✓ passed {2}Timestamp/);
    expect(result.stdout).toMatch(/^Applicant: \[None\].*\nOperator: command line {2}\[Not certified\]/m);
    expect(result.stdout.trim().split('\n').at(-1)).toBe('✓ Verified');
  });

  it('does not pass without trust anchors and names the skipped checks', async () => {
    const result = await run(['verify', bundle, '--json'], { DATA_DIR: join(home, 'empty') });

    expect(result.code).toBe(1);
    const report = JSON.parse(result.stdout);
    expect(report.verdict).toBe('not-checked');
    expect(report.findings.some((finding: { outcome: string }) => finding.outcome === 'failed')).toBe(false);
  });

  it('exits with 2 for a file that is not a bundle', async () => {
    const other = join(home, 'other.zip');
    writeFileSync(other, 'not a zip at all, but long enough to hold an end record');

    expect((await run(['verify', other], env)).code).toBe(2);
    expect((await run(['verify', join(home, 'absent.zip')], env)).code).toBe(2);
  });

  it('names the part with a flipped byte', async () => {
    const bytes = readFileSync(bundle);
    const at = contentOf(bytes, 'data/page.html') + 200;
    bytes[at] = (bytes[at] as number) ^ 1;
    const altered = join(home, 'altered.zip');
    writeFileSync(altered, bytes);
    const result = await run(['verify', altered], env);

    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/✗ failed {2}Preserved file {2}data\/page\.html {2}.*checksum/);
  });
});

describe('proofkeep log', () => {
  it('prints the log and finds no problem', async () => {
    const shown = await run(['log'], env);
    expect(shown.stdout).toMatch(/Size: 1\n/);
    const root = new X509Certificate(readFileSync(join(home, 'data', 'trust', 'root.pem')));
    expect(shown.stdout).toContain(`Root certificate SHA-256: ${root.fingerprint256}\n`);

    const checked = await run(['log', 'check'], env);
    expect(checked, checked.stdout).toMatchObject({ code: 0 });
  });
});

describe('proofkeep export', () => {
  it('writes the same bundle again, byte for byte', async () => {
    const { stdout } = await run(['verify', bundle, '--json'], env);
    const again = join(home, 'again.zip');
    const result = await run(['export', JSON.parse(stdout).facts.ano, '--out', again], env);

    expect(result.code).toBe(0);
    expect(readFileSync(again).equals(readFileSync(bundle))).toBe(true);
  });
});

/** Start of an entry's content: after its local header, which ends with the name. */
function contentOf(zip: Buffer, name: string): number {
  let at = zip.indexOf(name);
  while (zip.readUInt32LE(Math.max(0, at - 30)) !== 0x04034b50) at = zip.indexOf(name, at + 1);
  return at + name.length;
}

function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
      } catch {
        return [];
      }
    });
}

describe('proofkeep preserve with a revoked seal', () => {
  let restore: () => void = () => {};
  afterAll(() => restore());

  it('exits with 1, names the problem and writes no bundle', async () => {
    const out = join(home, 'unverified.zip');
    const before = await run(['list', '--json'], env);
    restore = revokeSeal(env.DATA_DIR ?? '');

    const result = await run(['preserve', `${site.httpOrigin}/article`, '--out', out], env);

    expect(result.code, result.stderr).toBe(1);
    expect(result.stderr).toMatch(/Capture failed.*was revoked on/s);
    expect(result.stdout).toBe('');
    expect(existsSync(out)).toBe(false);
    const after = await run(['list', '--json'], env);
    const [newest, ...rest] = JSON.parse(after.stdout);
    expect(rest).toEqual(JSON.parse(before.stdout));
    expect(newest).toMatchObject({ state: 'failed', failure: { said: { name: 'seal.not-verified' } } });
  }, 120_000);
});
