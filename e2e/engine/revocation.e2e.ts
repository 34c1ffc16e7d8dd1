import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, paths } from '@proofkeep/bundle';
import { openSampleSealer, type SampleRevocation } from '@proofkeep/fakes';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand, handOver } from '../kit/by-hand.ts';

const day = 86_400_000;
const stampedAt = new Date('2026-06-01T08:00:00.250Z');
/** Days after the manifest's timestamp, in whole seconds because CRLs have no fractions. */
const after = (days: number) => new Date(Math.floor((stampedAt.getTime() + days * day) / 1000) * 1000);
const certifiedAt = after(3);

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
let stranger: Awaited<ReturnType<typeof openSampleSealer>>;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'revocation-'));
  // The authority is older, so that the result depends only on revocation.
  let now = after(-60);
  [sealer, stranger] = await Promise.all([openSampleSealer(() => now), openSampleSealer(() => now)]);
  now = stampedAt;
});

afterAll(async () => {
  await Promise.all([sealer.close(), stranger.close()]);
  rmSync(home, { recursive: true, force: true });
});

interface List {
  /**
   * Days after the manifest's timestamp; the default is from an hour before the time that the list should cover until a
   * month after.
   */
  from?: number;
  until?: number;
  revoked?: SampleRevocation[];
  by?: 'stranger' | 'root' | 'issuing';
}

/** Lists that replace the authority's own and are valid except for the given fields; null: no list. */
type Lists = Partial<Record<'ca' | 'root' | 'certifiedCa' | 'certifiedRoot', List | null>>;

const places = {
  ca: { path: paths.crl, issuer: 'issuing', at: 0 },
  root: { path: paths.rootCrl, issuer: 'root', at: 0 },
  certifiedCa: { path: paths.certifiedCrl, issuer: 'issuing', at: 3 },
  certifiedRoot: { path: paths.certifiedRootCrl, issuer: 'root', at: 3 },
} as const;

async function bundleWith(lists: Lists, certified = certifiedAt) {
  const crls = new Map<string, Uint8Array | null>();
  for (const [name, { path, issuer, at }] of Object.entries(places)) {
    const list = lists[name as keyof Lists];
    if (list === null) crls.set(path, null);
    if (!list) continue;
    const { from = at - 1 / 24, until = at + 30, revoked = [], by = issuer } = list;
    const authority = by === 'stranger' ? stranger : sealer;
    const options = {
      issuer: by === 'stranger' ? issuer : by,
      thisUpdate: after(from),
      nextUpdate: after(until),
      revoked,
    };
    crls.set(path, await authority.crl(options));
  }
  return sealer.make({ crls, certifiedAt: certified });
}

/** Runs `verify` and the commands of VERIFY.txt on one bundle. */
async function judge({ parts, anchors }: Awaited<ReturnType<typeof bundleWith>>) {
  const root = JSON.parse(anchors).roots.join('');
  const { folder, en } = await handOver(home, parts, { anchors, root, outsideRoots: '' });
  const report = await verifyBundle(
    bytesSource(await readFile(join(folder, 'evidence.zip'))),
    await readAnchors(anchors),
  );
  // Without `proofkeep verify`, which ran above.
  const { failed, output } = byHand(
    folder,
    en.filter((command) => !command.startsWith('node ')),
  );
  const ours = (...subjects: string[]) =>
    report.findings.some(({ subject, outcome }) => subjects.includes(subject) && outcome === 'failed');
  const theirs = (command: RegExp) => failed.some((one) => command.test(one));
  const word = (isFailed: boolean) => (isFailed ? 'failed' : 'passed');
  return {
    ours: {
      manifest: word(ours(paths.token, paths.manifestSignature)),
      certificate: word(ours(paths.certificate, paths.contentsSignature)),
    },
    openssl: {
      manifest: word(theirs(/^openssl (ts|cms) -verify .*proof\/manifest\.(tst|p7s)/)),
      certificate: word(theirs(/^openssl (ts|cms) -verify .*(certificate\.tst|certificate\.p7s|contents\.p7s)/)),
    },
    verdicts: [report.verdict, failed.length > 0 ? 'failed' : 'passed'],
    listed: theirs(/^test ! -s/),
    waited: theirs(/^test \$waited/),
    output: [output, ...failed, JSON.stringify(report.findings, null, 1)].join('\n'),
  };
}

const superseded = 4;
const keyCompromise = 1;
type Results = [manifest: 'passed' | 'failed', certificate: 'passed' | 'failed'];
const both: Results = ['passed', 'passed'];
const neither: Results = ['failed', 'failed'];
const first: Results = ['passed', 'failed'];
const second: Results = ['failed', 'passed'];

describe('verify and VERIFY.txt agree on a bundle', () => {
  it.each<[string, Lists, Results]>([
    ['with the lists of both times', {}, both],
    ['with a list that names another certificate', { ca: { revoked: [{ of: 'root', at: after(-9) }] } }, both],
    ['with a list from after the token', { ca: { from: 0.1 } }, second],
    ['with a list of the root from after the token', { root: { from: 0.1 } }, second],
    ['with a list of the very second of the token', { ca: { from: 0 } }, both],
    ['with a list that ran out before the token', { ca: { from: -40, until: -1 } }, second],
    ['with a list that ran out in the second of the token', { ca: { from: -40, until: 0 } }, second],
    ['without a list', { ca: null }, second],
    ['without a list of the root', { root: null }, second],
    ['with a list of a foreign authority', { ca: { by: 'stranger' } }, second],
    ['with a list of the root in place of the issuing authority’s', { ca: { by: 'root' } }, second],
    ['whose authority was revoked before the token', { ca: { revoked: [{ of: 'tsa', at: after(-1) }] } }, second],
    ['whose list names the authority with a date after it', { ca: { revoked: [{ of: 'tsa', at: after(1) }] } }, second],
    ['whose seal was revoked before the token', { ca: { revoked: [{ of: 'seal', at: after(-1) }] } }, second],
    ['whose issuing authority was revoked before', { root: { revoked: [{ of: 'issuing', at: after(-1) }] } }, second],
    ['with a later list from after the certificate', { certifiedCa: { from: 3.1 } }, first],
    ['with a later list that ran out before the certificate', { certifiedCa: { until: 2 } }, first],
    ['without a later list', { certifiedCa: null }, first],
    ['without a later list of the root', { certifiedRoot: null }, first],
    ['with a later list of a foreign authority', { certifiedRoot: { by: 'stranger' } }, first],
  ])('%s', async (_, lists, expected) => {
    const { ours, openssl, verdicts, output } = await judge(await bundleWith(lists));

    expect([ours.manifest, ours.certificate], output).toEqual(expected);
    expect(openssl, output).toEqual(ours);
    expect(verdicts[0]).toBe(verdicts[1]);
  });

  // openssl uses lists of one time only; what the later lists state about the manifest's token is left to the reader of
  // VERIFY.txt.
  it.each<[string, Lists, Results]>([
    ['is superseded later', { certifiedCa: { revoked: [{ of: 'tsa', at: after(1), reason: superseded }] } }, first],
    [
      'is found superseded before',
      { certifiedCa: { revoked: [{ of: 'tsa', at: after(-1), reason: superseded }] } },
      neither,
    ],
    [
      'loses its key later',
      { certifiedCa: { revoked: [{ of: 'tsa', at: after(1), reason: keyCompromise }] } },
      neither,
    ],
    ['is revoked later without a reason', { certifiedCa: { revoked: [{ of: 'tsa', at: after(1) }] } }, neither],
    [
      'is a seal that is superseded later',
      { certifiedCa: { revoked: [{ of: 'seal', at: after(1), reason: superseded }] } },
      first,
    ],
    [
      'is a seal that loses its key later',
      { certifiedCa: { revoked: [{ of: 'seal', at: after(1), reason: keyCompromise }] } },
      neither,
    ],
    [
      'is an issuing authority that ceases later',
      { certifiedRoot: { revoked: [{ of: 'issuing', at: after(1), reason: 5 }] } },
      first,
    ],
    [
      'is an issuing authority that loses its key later',
      { certifiedRoot: { revoked: [{ of: 'issuing', at: after(1), reason: 2 }] } },
      neither,
    ],
  ])('whose signer %s', async (_, lists, expected) => {
    const { ours, openssl, verdicts, listed, output } = await judge(await bundleWith(lists));

    expect([ours.manifest, ours.certificate], output).toEqual(expected);
    expect([openssl.manifest, openssl.certificate], output).toEqual(first);
    expect(listed, output).toBe(true);
    expect(verdicts).toEqual(['failed', 'failed']);
  });

  it.each<[string, Date, Lists, 'passed' | 'failed']>([
    ['seven days after the manifest', after(7), {}, 'passed'],
    [
      '80 minutes before the manifest',
      after(-80 / 1440),
      { certifiedCa: { from: -1 }, certifiedRoot: { from: -1 } },
      'failed',
    ],
    ['15 days after the manifest', after(15), {}, 'failed'],
  ])('whose certificate is stamped %s', async (_, certified, lists, expected) => {
    const { ours, verdicts, waited, output } = await judge(await bundleWith(lists, certified));

    expect(ours, output).toEqual({ manifest: 'passed', certificate: expected });
    expect(verdicts, output).toEqual([expected, expected]);
    expect(waited, output).toBe(expected === 'failed');
  });
});
