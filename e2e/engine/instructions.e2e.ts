import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalBytes } from '@proofkeep/bundle';
import { isLongTest, openSampleSealer, startOutsideTsa, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand, handOver, type Parts, partsOf, type Trusted } from '../kit/by-hand.ts';
import { run } from '../kit/command.ts';

interface Bundle {
  parts: Parts;
  trusted: Trusted;
}

/** Submitted files by name. */
const contents = { '合同/正本 1.txt': '甲方乙方', 'photo.txt': 'not really' };

let home: string;
let preserved: Bundle;
let old: Bundle;
let files: Bundle;
let digests: Bundle;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'instructions-'));
  preserved = await preserve();
  old = await sample(new Date('2010-11-20T08:00:00.000Z'));
  files = await sample(new Date(), 'files');
  digests = await sample(new Date(), 'digests');
}, 120_000);

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('VERIFY.txt', () => {
  it.each<[string, () => Bundle]>([
    ['a bundle of the product', () => preserved],
    ['a bundle whose certificates ran out years ago', () => old],
    ['a bundle of uploaded files', () => files],
    ['a bundle of digests', () => digests],
  ])('prints commands that work unchanged on %s, equal in both languages', async (_, bundle) => {
    const { folder, zh, en } = await handOver(home, bundle().parts, bundle().trusted);
    writeFileSync(join(folder, 'original'), contents['photo.txt']);

    expect(zh).toEqual(en);
    const { output, failed } = byHand(folder, en);
    expect(failed, output).toEqual([]);
    expect(output.match(/Verification: OK/g)).toHaveLength(3);
    expect(output.match(/CAdES Verification successful/g)).toHaveLength(3);
    expect(output.match(/Signature is Valid|Total document signed/g)).toHaveLength(2);
    expect(output).toContain('✓ Verified');
  });

  it('refuses a list that gives a file another digest', async () => {
    const { output, failed } = await forged((parts) => {
      const list = Buffer.from(parts.get('data/files.json') ?? []).toString();
      parts.set('data/files.json', Buffer.from(list.replaceAll(hash('sha256', contents['photo.txt']), '0'.repeat(64))));
    }, files);

    expect(failed, output).toContainEqual(expect.stringMatching(/\.\.\/named/));
  });

  it('finds no digest of a file that was not submitted', async () => {
    const { folder, en } = await handOver(home, digests.parts, digests.trusted);
    writeFileSync(join(folder, 'original'), 'another file');

    expect(byHand(folder, en).failed).toEqual([expect.stringMatching(/^grep .*original/)]);
  });

  it('names no package to download', async () => {
    const { text } = await handOver(home, preserved.parts, preserved.trusted);

    expect(text).not.toMatch(/\bnp[mx]\b/);
  });

  it.each<[string, RegExp]>([
    ['manifest.json', /^openssl cms .*manifest\.p7s/],
    ['contents.json', /^openssl cms .*contents\.p7s/],
    ['proof/manifest.p7s', /^openssl cms .*manifest\.p7s/],
    ['contents.p7s', /^openssl cms .*contents\.p7s/],
    ['proof/manifest.tst', /^openssl ts -verify .*manifest\.tst/],
    ['proof/manifest-2.tst', /^openssl ts -verify .*manifest-2\.tst/],
    ['trust/ca.crl', /^openssl cms .*manifest\.p7s/],
    ['trust/ca.crl', /^openssl ts -verify .*manifest\.tst/],
    ['trust/root.crl', /^openssl cms .*manifest\.p7s/],
    ['trust/certified-ca.crl', /^openssl ts -verify .*certificate\.tst/],
    ['trust/certified-root.crl', /^openssl cms .*contents\.p7s/],
    ['trust/outside-2-1.crl', /^openssl verify -crl_check .*outside-trusted/],
    ['certificate.pdf', /^openssl cms .*certificate\.p7s/],
    ['trust/log.vkey', /^sha256sum --check/],
    ['data/page.html', /^sha256sum --check/],
    ['data/page.html', /openssl dgst -sm3/],
    ['certificate.pdf', /^grep 'Signature is Valid'/],
    ['proof/custody.json', /^sha256sum --check/],
    ['proof/leaf.json', /^node/],
    ['proof/leaf.tlog-proof', /^node/],
  ])('detects a flipped byte in %s by %s', async (path, command) => {
    const { output, failed } = await forged((parts) => parts.set(path, flipped(parts.get(path))), preserved, command);

    expect(failed, output).toContainEqual(expect.stringMatching(command));
  });

  const page = 'data/page.html';
  it.each<[string, (parts: Parts) => void, RegExp]>([
    [
      'a changed page with a matching list of digests',
      (parts) => {
        parts.set(page, Buffer.from('forged'));
        parts.set('SHA256SUMS', Buffer.from(`${hash('sha256', 'forged')}  ${page}\n`));
      },
      /^sha256sum --check/,
    ],
    [
      'a changed page with a matching manifest',
      (parts) => {
        const digest = hash('sha256', parts.get(page) ?? '');
        parts.set(page, Buffer.from('forged'));
        const manifest = Buffer.from(parts.get('manifest.json') ?? []).toString();
        parts.set('manifest.json', Buffer.from(manifest.replace(digest, hash('sha256', 'forged'))));
      },
      /^openssl cms .*manifest\.p7s/,
    ],
    [
      'a changed certificate',
      (parts) =>
        parts.set(
          'certificate.pdf',
          Buffer.concat([parts.get('certificate.pdf') ?? Buffer.alloc(0), Buffer.from('%\n')]),
        ),
      /^grep 'Total document signed'/,
    ],
    [
      'a custody record with a changed event',
      (parts) => {
        const record = Buffer.from(parts.get('proof/custody.json') ?? []).toString();
        parts.set('proof/custody.json', Buffer.from(record.replace('"event":"', '"event":"un')));
      },
      /^test ! -s \.\.\/broken$/,
    ],
    [
      'a custody record without its last event',
      (parts) => {
        const record = JSON.parse(Buffer.from(parts.get('proof/custody.json') ?? []).toString());
        record.events.pop();
        parts.set('proof/custody.json', canonicalBytes(record));
      },
      /^grep -o .*evidence\.json$/,
    ],
    ['an unlisted part', (parts) => parts.set('data/added.html', Buffer.from('more')), /^find .* diff/],
    ['a part that is missing', (parts) => parts.delete('proof/leaf.json'), /^sha256sum --check/],
  ])('refuses %s', async (_, forge, command) => {
    const { output, failed } = await forged(forge, preserved, command);

    expect(failed, output).toContainEqual(expect.stringMatching(command));
  });
});

/** A bundle made by the product, with one outside authority. */
async function preserve(): Promise<Bundle> {
  const [site, outside] = await Promise.all([startSampleSite(), startOutsideTsa()]);
  const allowed = [...site.egressAllow, outside.egressAllow];
  const env = { DATA_DIR: join(home, 'data'), EGRESS_ALLOW: allowed.join(','), TSA_URLS: outside.url };
  const zip = join(home, 'article.zip');
  const { code, stderr } = await run(['preserve', `${site.httpOrigin}/article`, '--out', zip], env);
  await Promise.all([site.close(), outside.close()]);
  if (code !== 0) throw new Error(stderr);
  const published = (name: string) => readFileSync(join(home, 'data', 'trust', name), 'utf8');
  const trusted = { anchors: published('anchors.json'), root: published('root.pem'), outsideRoots: outside.root };
  return { parts: partsOf(zip), trusted };
}

/** A sample bundle from the given time, by an authority created at that time. */
async function sample(at: Date, kind?: 'files' | 'digests'): Promise<Bundle> {
  const sealer = await openSampleSealer(() => at);
  const { parts, anchors } = await sealer.make({ outsideStampAt: at, ...(kind && { submitted: { kind, contents } }) });
  await sealer.close();
  const root = JSON.parse(anchors).roots.join('');
  return { parts, trusted: { anchors, root, outsideRoots: root } };
}

/**
 * Runs the commands on a forged bundle. @param expected the command that should fail; a command that needs no Node runs
 * without it
 */
async function forged(
  forge: (parts: Parts) => void,
  bundle = preserved,
  expected?: RegExp,
): Promise<ReturnType<typeof byHand>> {
  const parts = new Map(bundle.parts);
  forge(parts);
  const { folder, en } = await handOver(home, parts, bundle.trusted);
  const isNodeNeeded = isLongTest || !expected || expected.test('node ');
  return byHand(folder, isNodeNeeded ? en : en.filter((command) => !command.startsWith('node ')));
}

/** Returns a copy with a different last byte. */
const flipped = (bytes: Uint8Array = new Uint8Array(0)): Uint8Array =>
  bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte));
