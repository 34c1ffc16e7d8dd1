import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bytesSource,
  type CertificateData,
  canonicalBytes,
  canonicalText,
  custodyEntryBytes,
  isAno,
  type ListedFile,
  newAno,
  paths,
} from '@proofkeep/bundle';
import { sha256Hex, writeZipFile } from '@proofkeep/bundle/node';
import { asZipInputs, byTestLength, openSampleSealer, type SampleBundle, type SampleOptions } from '@proofkeep/fakes';
import { fromPem } from '@proofkeep/pki';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noAnchors, readAnchors } from './anchors.ts';
import { type DetailCode, details, detailText } from './details.ts';
import type { Report } from './report.ts';
import { verifyBundle } from './verify.ts';

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
let stranger: Awaited<ReturnType<typeof openSampleSealer>>;
let bundle: SampleBundle;
let other: SampleBundle;
let foreign: SampleBundle;
let whole: Uint8Array;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'verify-'));
  [sealer, stranger] = await Promise.all([openSampleSealer(), openSampleSealer()]);
  bundle = await sealer.make();
  other = await sealer.make({ data: { 'data/page.html': 'another page' } });
  foreign = await stranger.make();
  whole = await zip(bundle.parts);
});

afterAll(async () => {
  await Promise.all([sealer.close(), stranger.close(), rm(home, { recursive: true, force: true })]);
});

let files = 0;
async function zip(parts: Map<string, Uint8Array>): Promise<Uint8Array> {
  const path = join(home, `${files++}.zip`);
  await writeZipFile(path, asZipInputs(parts));
  return readFile(path);
}

const verify = async (bytes: Uint8Array, anchors = bundle.anchors): Promise<Report> =>
  verifyBundle(bytesSource(bytes), await readAnchors(anchors));
const failuresOf = (report: Report) => report.findings.filter(({ outcome }) => outcome === 'failed');
/** Findings that didn't pass, except for the one that always lists uncompared content. */
const openOf = (report: Report) =>
  report.findings.filter(({ check, outcome }) => outcome !== 'passed' && check !== 'uncompared');
const altered = (change: (parts: Map<string, Uint8Array>) => void): Promise<Report> => {
  const parts = new Map(bundle.parts);
  change(parts);
  return zip(parts).then((bytes) => verify(bytes));
};
const flip = (bytes: Uint8Array, at: number): Uint8Array => {
  const copy = new Uint8Array(bytes);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
};

describe('a valid bundle', () => {
  it('passes every check', async () => {
    const report = await verify(whole);

    expect(openOf(report)).toEqual([]);
    expect(report.verdict).toBe('passed');
    const bare = { required: true, code: null, args: {}, detail: '' };
    expect(report.findings).toContainEqual({ check: 'report', subject: paths.report, outcome: 'passed', ...bare });
    expect(report.facts).toMatchObject({ logIndex: 1, kind: 'page', title: '保温杯', files: null });
    expect(report.facts?.applicant?.certification).toMatchObject({ kind: 'enterprise', number: '91310000MA1FL0CM04' });
    expect(report.facts?.operator).toMatchObject({ role: 'member', isCertified: true });
  });

  it('is never verified without anchors: checks that need trust are not made, all others pass', async () => {
    const report = await verifyBundle(bytesSource(whole), noAnchors);

    expect(failuresOf(report)).toEqual([]);
    expect(report.verdict).toBe('not-checked');
    const open = report.findings.filter(({ outcome }) => outcome === 'not-checked').map(({ check }) => check);
    for (const check of ['manifest-signature', 'timestamp', 'checkpoint', 'certificate', 'revocation'])
      expect(open).toContain(check);
  });

  it('is not verified if its authority is untrusted, and the finding names the missing root', async () => {
    const { verdict, findings } = await verify(await zip(foreign.parts));

    expect(verdict).toBe('not-checked');
    const chain = Buffer.from(foreign.parts.get(paths.sealChain) as Uint8Array).toString();
    const [, issuing] = fromPem(chain) as [Uint8Array, Uint8Array];
    for (const check of ['timestamp', 'manifest-signature', 'contents-signature', 'certificate'])
      expect(findings.find((finding) => finding.check === check)?.detail).toMatch(
        new RegExp(
          `no certificate of CN=[^,]* Root CA,.* trusted; CN=[^,]* Issuing CA,.*${sha256Hex(issuing)}.* Root CA`,
        ),
      );
  });
});

describe('a custody record', () => {
  const ano = 'PK2026112300000000000';
  const entry = { at: '2026-11-23T08:00:00.000Z', attempt: 1, by: 'service', person: null, messages: [] };
  const recordOf = (number: string, ...changed: string[]) => {
    let previous: string | null = null;
    const events = ['received', 'hashed', 'logged'].map((event, i) => {
      const next = { ...entry, n: i + 1, event };
      previous = sha256Hex(custodyEntryBytes(number, next, previous));
      return { ...next, event: changed[i] ?? event, sha256: previous };
    });
    return canonicalText({ v: 1, type: 'proofkeep-custody', ano: number, users: [], events });
  };
  const findingOf = async (make: (number: string) => string | null, custody?: CertificateData['custody']) => {
    const { ano: number } = JSON.parse(Buffer.from(bundle.parts.get(paths.manifest) ?? []).toString());
    const record = make(number);
    const { parts } = await sealer.make({
      change: (manifest) => ({ ...manifest, ano: number }),
      ...(custody && { certificateData: { custody } }),
      ...(record !== null && { extra: { [paths.custody]: record } }),
    });
    const report = await verify(await zip(parts));
    const { outcome, code } = report.findings.find(({ check }) => check === 'custody') ?? {};
    return [report.verdict, outcome, code];
  };

  it('passes with an unbroken chain', async () => {
    expect(await findingOf((number) => recordOf(number))).toEqual(['passed', 'passed', 'custody-entries']);
  });

  it('ends where the certificate says', async () => {
    const endOf = (number: string) => JSON.parse(recordOf(number)).events.at(-1).sha256;
    const { ano: number } = JSON.parse(Buffer.from(bundle.parts.get(paths.manifest) ?? []).toString());
    const end = { entries: 3, sha256: endOf(number) };

    expect(await findingOf((one) => recordOf(one), end)).toEqual(['passed', 'passed', 'custody-entries']);
    expect(await findingOf((one) => recordOf(one), { ...end, entries: 4 })).toEqual([
      'failed',
      'failed',
      'custody-other',
    ]);
    expect(await findingOf(() => null, end)).toEqual(['failed', 'failed', 'missing']);
    expect(await findingOf(() => null)).toEqual(['passed', undefined, undefined]);
  });

  it('fails where an entry was changed, or the record is of other evidence', async () => {
    expect(await findingOf((number) => recordOf(number, 'received', 'rejected'))).toEqual([
      'failed',
      'failed',
      'custody-broken',
    ]);
    expect(await findingOf(() => recordOf(ano))).toEqual(['failed', 'failed', 'other-bundle']);
  });
});

describe('outside authorities that gave no timestamp', () => {
  const refusal = { authority: 'http://tsa.example/', why: 'refused', detail: 'not granted: badAlg' } as const;

  it('are reported, and the bundle is still verified', async () => {
    const { parts } = await sealer.make({ refusals: [refusal] });
    const report = await verify(await zip(parts));

    expect(report.verdict).toBe('passed');
    expect(openOf(report)).toEqual([
      {
        check: 'outside-refusal',
        subject: paths.refusals,
        outcome: 'not-checked',
        required: false,
        code: 'authority-refused',
        args: { authority: refusal.authority, detail: refusal.detail },
        detail: 'http://tsa.example/: the authority declined (not granted: badAlg)',
      },
    ]);
  });

  it('can be neither removed nor added, nor taken from another bundle', async () => {
    const { parts } = await sealer.make({ refusals: [refusal] });
    const another = await sealer.make({ refusals: [refusal] });
    const foreignPart = another.parts.get(paths.refusals) as Uint8Array;
    const without = new Map(parts);
    without.delete(paths.refusals);

    const subjectsOf = async (changed: Map<string, Uint8Array>) =>
      failuresOf(await verify(await zip(changed))).map(({ subject }) => subject);
    expect(await subjectsOf(without)).toEqual([paths.refusals]);
    expect(await subjectsOf(new Map(parts).set(paths.refusals, foreignPart))).toContain(paths.refusals);
    expect(await subjectsOf(new Map(bundle.parts).set(paths.refusals, foreignPart))).toContain(paths.refusals);
  });
});

describe('listed and signed parts that contradict the manifest', () => {
  const failuresWith = async (options: SampleOptions) =>
    failuresOf(await verify(await zip((await sealer.make(options)).parts)));
  const spoilt = (path: string, content: string) => ({
    record: { change: (files: Map<string, Uint8Array>) => void files.set(path, Buffer.from(content)) },
  });
  /** Writes the offset of the index in another way that `Number` converts to the same value. */
  const respelt = (from: string, to: string): SampleOptions => ({
    record: {
      change: (files) => {
        const index = Buffer.from(files.get('indexes/index.cdx') ?? []).toString();
        files.set('indexes/index.cdx', Buffer.from(index.replace(`"offset":${from}`, `"offset":${to}`)));
      },
    },
  });
  const lineOf = (fields: object) => `example)/ 20261120060322 ${JSON.stringify(fields)}\n`;
  const line = { url: 'http://shop.example/1', filename: 'data.warc.gz', offset: '0', length: '100' };

  it.each<[string, SampleOptions, object]>([
    ['a report of another number', { report: { captureId: 'PK2' } }, { check: 'report', code: 'report-differs' }],
    [
      'a report of another address',
      { report: { page: { requestedUrl: 'http://other.example/' } } },
      { check: 'report' },
    ],
    ['a report of another state', { report: { state: 'partial' } }, { check: 'report', code: 'report-differs' }],
    ['a report with something missing', { report: { missing: [{}] } }, { check: 'report', code: 'report-differs' }],
    ['a report that is no JSON', { data: { 'data/report.json': 'no' } }, { check: 'report', code: 'not-json' }],
    [
      'a record of another page',
      { record: { url: 'http://other.example/' } },
      { check: 'record', code: 'record-differs' },
    ],
    ['a record of another title', { record: { title: 'Other' } }, { check: 'record', code: 'record-differs' }],
    ['a record that is garbage', { data: { 'data/page.wacz': 'garbage' } }, { check: 'record', code: 'not-a-wacz' }],
    ['an index that is garbage', spoilt('indexes/index.cdx', 'x\n'), { check: 'record', code: 'record-index' }],
    ['an empty index', spoilt('indexes/index.cdx', ''), { check: 'record', code: 'record-without-page' }],
    [
      'an index that leads beyond the archive',
      spoilt('indexes/index.cdx', lineOf({ ...line, offset: '9999' })),
      { check: 'record', code: 'record-index' },
    ],
    [
      'an index that leads to the record of another address',
      spoilt('indexes/index.cdx', lineOf({ ...line, url: 'http://other.example/' })),
      { check: 'record', code: 'record-index' },
    ],
    ...['"0x0"', '" 0 "', '""', 'null', 'false', '[]'].map((offset): [string, SampleOptions, object] => [
      `an index whose offset is ${offset}`,
      respelt('"0"', offset),
      { check: 'record', code: 'record-index' },
    ]),
    [
      'an archive that is garbage',
      spoilt('archive/data.warc.gz', 'x'.repeat(900)),
      { check: 'record', code: 'record-index' },
    ],
    [
      'a certificate of another manifest',
      { certificateData: { manifestSha256: '0'.repeat(64) } },
      { check: 'certificate-manifest', code: 'other-manifest' },
    ],
    [
      'a certificate of another number',
      { certificateData: { ano: newAno(new Date(), randomBytes(10)) } },
      { check: 'certificate-manifest', code: 'other-manifest' },
    ],
    [
      'a certificate that says of nothing whose it is',
      { certificateData: null },
      { check: 'certificate-manifest', code: 'certificate-unbound' },
    ],
    [
      'a clock that no packets bear out',
      {
        change: (manifest) => ({
          ...manifest,
          capture: {
            ...manifest.capture,
            clock: { ...manifest.capture.clock, before: { offsetMs: 1, uncertaintyMs: 1, sources: 2 } },
          },
        }),
      },
      { check: 'clock', code: 'missing' },
    ],
  ])('fail: %s', async (_, options, failure) => {
    expect(await failuresWith(options)).toEqual([expect.objectContaining(failure)]);
  });

  it('pass if the clock offset is a JSON number', async () => {
    expect(await failuresWith(respelt('"0"', '0'))).toEqual([]);
  });

  it.each(['report', 'record'] as const)('fail: no %s', async (check) => {
    const { parts } = await sealer.make({ omit: [paths[check]] });

    expect(failuresOf(await verify(await zip(parts)))).toEqual([expect.objectContaining({ check, code: 'missing' })]);
  });

  it('are reported as not checked if there is nothing to compare them with', async () => {
    const { findings } = await verify(whole);

    expect(findings.filter(({ check }) => check === 'uncompared')).toEqual([
      expect.objectContaining({ outcome: 'not-checked', required: false, code: 'uncompared-report' }),
      expect.objectContaining({
        outcome: 'not-checked',
        required: false,
        code: 'uncompared-files',
        args: { count: 1 },
      }),
      expect.objectContaining({ outcome: 'not-checked', required: false, subject: paths.certificate }),
    ]);
  });
});

it('a comparison in a bundle without a second record is reported as not checked', async () => {
  const { parts } = await sealer.make({ data: { [paths.comparison]: '{}' } });
  const { findings } = await verify(await zip(parts));

  expect(findings).toContainEqual(expect.objectContaining({ code: 'uncompared-files', args: { count: 1 } }));
});

describe('the collected revocation status of an outside authority', () => {
  const at = new Date();
  const hour = 3_600_000;
  const make = async () => {
    const span = { thisUpdate: new Date(at.getTime() - hour), nextUpdate: new Date(at.getTime() + hour) };
    const [issuing, root] = await Promise.all([
      sealer.crl({ issuer: 'issuing', ...span }),
      sealer.crl({ issuer: 'root', ...span }),
    ]);
    const outsideStatus = [issuing, root].map((bytes) => ({ kind: 'crl' as const, bytes }));
    return (await sealer.make({ outsideStampAt: at, outsideStatus })).parts;
  };
  const outsideIn = ({ findings }: Report) => findings.filter(({ check }) => check === 'outside-revocation');

  it('passes if it covers the whole path, and is not checked if the root is unknown', async () => {
    const bytes = await zip(await make());

    expect(outsideIn(await verify(bytes))).toEqual([expect.objectContaining({ outcome: 'passed', required: false })]);
    expect(outsideIn(await verify(bytes, foreign.anchors))).toEqual([
      expect.objectContaining({ outcome: 'not-checked', code: 'no-root' }),
    ]);
  });

  it('is not checked in an older bundle without it, which still passes', async () => {
    const { parts } = await sealer.make({ outsideStampAt: at });
    const report = await verify(await zip(parts));

    expect(report.verdict).toBe('passed');
    expect(outsideIn(report)).toEqual([
      expect.objectContaining({ outcome: 'not-checked', code: 'not-collected', required: false }),
    ]);
  });

  it('fails if it was removed or altered, or differs from its list', async () => {
    const outcomeOf = async (change: (parts: Map<string, Uint8Array>) => void) => {
      const parts = await make();
      change(parts);
      return outsideIn(await verify(await zip(parts))).map(({ outcome, code }) => [outcome, code]);
    };
    const list = 'trust/outside-2-1.crl';
    const other = await sealer.make({
      outsideStampAt: at,
      outsideStatus: [null, null],
      extra: { 'trust/outside-2-1.ocsp': 'added' },
    });

    expect(await outcomeOf((parts) => parts.delete(list))).toEqual([['failed', 'collected-missing']]);
    expect(await outcomeOf((parts) => parts.set(list, Buffer.from('garbage')))).toEqual([['failed', 'pki-encoding']]);
    expect(await outcomeOf((parts) => parts.delete(paths.outsideToken(2)))).toEqual([['failed', 'collected-tokens']]);
    expect(outsideIn(await verify(await zip(other.parts)))).toEqual([
      expect.objectContaining({ outcome: 'failed', code: 'collected-unstated' }),
    ]);
  });
});

describe('the set of parts', () => {
  const failuresWith = async (extra: Record<string, string>) =>
    failuresOf(await verify(await zip((await sealer.make({ extra })).parts)));

  it.each([
    'readme.txt',
    'proof/manifest-1.tst',
    'proof/manifest-02.tst',
    'trust/other.pem',
    'trust/outside-1-1.crl',
    'trust/outside-2-7.crl',
    'trust/outside-2-1.pem',
  ])('is closed: an added %s is rejected even if listed and signed', async (path) => {
    expect(await failuresWith({ [path]: 'more' })).toContainEqual(
      expect.objectContaining({ check: 'part', subject: path, code: 'unknown-part' }),
    );
  });

  it('has proofs of timestamped heads only in a live session with such heads', async () => {
    expect(await failuresWith({ [paths.headProofs]: '{}' })).toEqual([
      expect.objectContaining({ check: 'heads', subject: paths.headProofs, code: 'unknown-part' }),
    ]);
  });

  it('has each certificate of a signature under trust/', async () => {
    const { findings } = await altered((parts) => {
      const [signer = ''] = Buffer.from(parts.get(paths.sealChain) ?? '')
        .toString()
        .split(/(?<=END CERTIFICATE-----\n)/);
      parts.set(paths.sealChain, Buffer.from(signer + signer));
    });

    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'manifest-signature', outcome: 'failed', code: 'other-chain' }),
    );
  });

  it('has tokens of outside authorities numbered without a gap, so that each is read', async () => {
    expect(await failuresWith({ 'proof/manifest-3.tst': 'garbage' })).toEqual([
      expect.objectContaining({ check: 'outside-timestamp', subject: 'proof/manifest-3.tst', code: 'token-gap' }),
    ]);
  });
});

describe('the attestation number', () => {
  const failuresWith = async (ano: (right: string) => string) =>
    failuresOf(
      await verify(
        await zip((await sealer.make({ change: (manifest) => ({ ...manifest, ano: ano(manifest.ano) }) })).parts),
      ),
    );

  it('has a check digit that is verified', async () => {
    const other = (digit = '') => (digit === '0' ? '1' : '0');
    expect(await failuresWith((right) => right.slice(0, -1) + other(right.at(-1)))).toEqual([
      expect.objectContaining({ check: 'manifest', code: 'number-check' }),
    ]);
  });

  it('is of a day that exists', async () => {
    const ends = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].flatMap((check) => [`0${check}`, `1${check}`]);
    const number = ends.map((end) => `PK20250231000000000${end}`).find(isAno) ?? '';

    expect(await failuresWith(() => number)).toEqual([
      expect.objectContaining({ check: 'manifest', code: 'number-date', args: { day: '20250231' } }),
    ]);
  });

  it('cannot be from a day after the manifest was made', async () => {
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    expect(await failuresWith(() => newAno(tomorrow, randomBytes(10)))).toEqual([
      expect.objectContaining({ check: 'manifest', code: 'number-day' }),
    ]);
  });
});

describe('a checkpoint', () => {
  const cosigned = (line: string) =>
    altered((parts) => {
      const proof = Buffer.from(parts.get(paths.inclusion) as Uint8Array).toString();
      parts.set(paths.inclusion, Buffer.from(proof + line));
    });
  const checkpointOf = ({ findings }: Report) => findings.filter(({ check }) => check === 'checkpoint');

  it('may carry signatures of unknown keys, which are ignored (C2SP signed-note)', async () => {
    const line = `— witness.example/w1 ${Buffer.alloc(76, 7).toString('base64')}\n`;

    expect(checkpointOf(await cosigned(line))).toEqual([expect.objectContaining({ outcome: 'passed' })]);
  });

  it("is rejected if a second signature under the log's name and key is wrong", async () => {
    const proof = Buffer.from(bundle.parts.get(paths.inclusion) as Uint8Array).toString();
    const [, name = '', signature = ''] = /— (\S+) (\S+)\n$/.exec(proof) ?? [];
    const wrong = Buffer.from(signature, 'base64');
    wrong[40] = (wrong[40] ?? 0) ^ 1;

    expect(checkpointOf(await cosigned(`— ${name} ${wrong.toString('base64')}\n`))).toEqual([
      expect.objectContaining({ outcome: 'failed' }),
    ]);
  });

  it('is rejected after a byte order mark', async () => {
    const { findings } = await altered((parts) => {
      parts.set(paths.inclusion, Buffer.concat([Buffer.from('\ufeff'), parts.get(paths.inclusion) as Uint8Array]));
    });

    expect(findings).toContainEqual(expect.objectContaining({ check: 'inclusion', outcome: 'failed' }));
  });

  it('is never trusted because of the key in the bundle', async () => {
    const report = await verifyBundle(bytesSource(whole), { ...(await readAnchors(bundle.anchors)), logs: [] });

    expect(checkpointOf(report)).toEqual([expect.objectContaining({ outcome: 'not-checked', code: 'log-unknown' })]);
  });
});

describe('the manifest', () => {
  const saysReplaced = (report: Report) => failuresOf(report).some(({ code }) => code === 'manifest-replaced');

  it('is not blamed if only its proofs are damaged', async () => {
    const report = await altered((parts) => {
      for (const path of [paths.manifestSignature, paths.token, paths.contentsSignature])
        parts.set(path, flip(parts.get(path) as Uint8Array, 900));
    });

    expect(failuresOf(report).length).toBeGreaterThan(2);
    expect(failuresOf(report).filter(({ check }) => check === 'manifest')).toEqual([]);
  });

  it('is not blamed if its proofs are from another bundle', async () => {
    const report = await altered((parts) => {
      for (const path of [paths.manifestSignature, paths.token, paths.leaf, paths.inclusion])
        parts.set(path, other.parts.get(path) as Uint8Array);
    });

    expect(saysReplaced(report)).toBe(false);
  });

  it('is blamed if the log has another digest for its number', async () => {
    const bytes = Buffer.from(bundle.parts.get(paths.manifest) as Uint8Array);
    const forged = Buffer.from(bytes.toString().replace('shop.example/1', 'shop.example/2'));

    expect(saysReplaced(await altered((parts) => parts.set(paths.manifest, forged)))).toBe(true);
  });
});

describe('the text of findings', () => {
  it('is entirely in Chinese, except for names, even with English arguments', () => {
    const prose = ['text', 'detail', 'why'];
    const args = new Proxy({}, { get: (_, name) => (prose.includes(String(name)) ? 'not granted' : '1') });
    for (const code of Object.keys(details) as DetailCode[]) {
      const words = detailText({ code, args }, 'zh').match(/[A-Za-z][A-Za-z0-9-]*/g) ?? [];
      const names = ['data', 'JSON', 'RFC', 'UTF-8', 'SHA-256', 'ZIP', 'WARC', 'WACZ', 'PDF', 'URL', 'TLS'];
      expect(
        words.filter((word) => !names.includes(word)),
        code,
      ).toEqual([]);
    }
  });
});

describe('the order of times', () => {
  it('is not checked without a trusted timestamp', async () => {
    const { findings } = await verifyBundle(bytesSource(whole), noAnchors);

    expect(findings.filter(({ check }) => check === 'order')).toEqual([
      expect.objectContaining({ outcome: 'not-checked', required: true, code: 'order-unproven' }),
    ]);
  });

  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const failuresWith = async (options: SampleOptions) =>
    failuresOf(await verify(await zip((await sealer.make(options)).parts)));

  it("lets the installation's own token follow the manifest by up to an hour", async () => {
    expect(await failuresWith({ createdAt: minutesAgo(55), outsideStampAt: minutesAgo(1) })).toEqual([]);
  });

  const endedAfterSeal =
    (ms: number): SampleOptions['change'] =>
    (manifest) => {
      const endedAt = new Date(Date.parse(manifest.createdAt) + ms).toISOString();
      return { ...manifest, capture: { ...manifest.capture, endedAt } };
    };

  it("lets the recorder's clock be two seconds ahead of the sealer’s", async () => {
    expect(await failuresWith({ change: endedAfterSeal(2_000) })).toEqual([]);
  });

  const sessionEnded = (hoursAgo: number, endedBecause: string): SampleOptions => ({
    report: { session: { endedBecause } },
    change: (manifest) => {
      const endedAt = new Date(Date.parse(manifest.createdAt) - hoursAgo * 3_600_000).toISOString();
      const times = { startedAt: endedAt, endedAt };
      const recording = { ...times, frames: 0, events: 0, chunks: 1, head: '0'.repeat(64) };
      return { ...manifest, kind: 'live', recording, capture: { ...manifest.capture, ...times } } as never;
    },
  });

  it.each([
    [10 * 24, 'lost', 'passed', 'order-outage'],
    [31 * 24, 'lost', 'failed', 'order-late'],
    [10 * 24, 'stopped', 'passed', 'order-delayed'],
    [31 * 24, 'stopped', 'failed', 'order-late'],
  ])('is checked for a session that ended %d hours before (%s): %s', async (hours, because, outcome, code) => {
    const { parts } = await sealer.make(sessionEnded(hours, because));

    const { findings } = await verify(await zip(parts));

    expect(findings.filter(({ check }) => check === 'order')).toMatchObject([{ outcome, code }]);
  });

  it.each<[string, SampleOptions]>([
    ['a capture that ends more than two seconds after it was sealed', { change: endedAfterSeal(2_001) }],
    ['a manifest that claims to be older than its token by more', { createdAt: minutesAgo(65) }],
    ['a manifest that claims to be younger than its token', { createdAt: minutesAgo(-6) }],
    [
      'manifest and own token that are older than a token of an outside authority that is believed',
      { outsideStampAt: minutesAgo(-65) },
    ],
  ])('fails for %s', async (_, options) => {
    expect(await failuresWith(options)).toEqual([expect.objectContaining({ check: 'order', subject: paths.manifest })]);
  });
});

describe('a bundle of uploaded files', () => {
  const contents = { '合同/正本 1.txt': '甲方乙方', 'photo.txt': 'not really' };
  const make = async (kind: 'files' | 'digests', change?: (files: ListedFile[]) => ListedFile[]) =>
    (await sealer.make({ submitted: { kind, contents, ...(change && { change }) } })).parts;
  const changeFirst =
    (change: (file: ListedFile) => ListedFile) =>
    ([first, ...more]: ListedFile[]): ListedFile[] =>
      first ? [change(first), ...more] : [];
  const reported = async (parts: Map<string, Uint8Array>) => verify(await zip(parts));

  it.each(['files', 'digests'] as const)('passes every check: %s', async (kind) => {
    const report = await reported(await make(kind));

    const open = openOf(report).filter(({ subject }) => subject !== paths.certificate);
    expect(open).toEqual([]);
    expect(report.verdict).toBe('passed');
    expect(report.facts).toMatchObject({ kind, capture: null, files: { count: 2, bytes: 22 } });
  });

  it.each<[string, (file: ListedFile) => ListedFile]>([
    ['another digest', (file) => ({ ...file, sha256: '0'.repeat(64), declaredSha256: null })],
    ['another SM3 digest', (file) => ({ ...file, sm3: '0'.repeat(64) })],
    ['another size', (file) => ({ ...file, size: 1 })],
    ['a declared digest of another file', (file) => ({ ...file, declaredSha256: '0'.repeat(64) })],
    ['no place for a file', (file) => ({ ...file, path: null })],
    ['the place of another file', (file) => ({ ...file, path: 'data/files/0002' })],
    ['one name twice', (file) => ({ ...file, name: 'photo.txt' })],
  ])('fails if the list gives %s', async (_, change) => {
    const parts = await make('files', changeFirst(change));

    const failures = failuresOf(await reported(parts));
    expect(failures.map(({ check }) => check)).toEqual(['files']);
  });

  it('fails if the list omits a preserved file', async () => {
    const parts = await make('files', (files) => files.slice(1));

    expect(failuresOf(await reported(parts))).toMatchObject([{ check: 'files', code: 'files-unnamed' }]);
  });

  it('fails if a bundle of digests lists fewer than its manifest states', async () => {
    const parts = await make('digests', (files) => files.slice(1));

    expect(failuresOf(await reported(parts))).toMatchObject([{ check: 'files', code: 'files-count' }]);
  });

  it.each(['../up.txt', 'a//b', './a', 'a\\b', 'a\u202eb', ''])('fails for the file name %j', async (name) => {
    const parts = await make(
      'files',
      changeFirst((file) => ({ ...file, name })),
    );

    expect(failuresOf(await reported(parts)).map(({ check }) => check)).toEqual(['files']);
  });
});

describe('the mutation set', () => {
  it('names every part with a flipped byte', async () => {
    for (const [name, bytes] of bundle.parts) {
      for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
        const report = await altered((parts) => parts.set(name, flip(bytes, at)));
        expect(report.verdict, `${name} byte ${at}`).toBe('failed');
        expect(
          failuresOf(report).map(({ subject }) => subject),
          `${name} byte ${at}`,
        ).toContain(name);
      }
    }
  }, 60_000);

  it('rejects every sampled flipped byte of the file, including headers and directory', async () => {
    const [dense, sparse] = byTestLength({ short: [41, 811], long: [11, 211] } as const);
    for (let at = 0; at < whole.length; at += at < 1500 || at > whole.length - 2500 ? dense : sparse) {
      const report = await verify(flip(whole, at));
      expect(report.verdict, `byte ${at}`).toBe('failed');
    }
  }, 120_000);

  it('rejects every sampled flipped byte of the signature over the list of parts', async () => {
    const signature = bundle.parts.get(paths.contentsSignature) as Uint8Array;
    for (let at = 0; at < signature.length; at += byTestLength({ short: 29, long: 7 })) {
      const report = await altered((parts) => parts.set(paths.contentsSignature, flip(signature, at)));
      expect(
        failuresOf(report).map(({ check }) => check),
        `byte ${at}`,
      ).toContain('contents-signature');
    }
  }, 120_000);

  it('names a removed part', async () => {
    for (const name of bundle.parts.keys()) {
      const report = await altered((parts) => parts.delete(name));
      expect(report.verdict, name).toBe('failed');
      expect(
        failuresOf(report).map(({ subject }) => subject),
        name,
      ).toContain(name);
    }
  }, 60_000);

  it('names a part from another valid bundle of the same authority', async () => {
    const same = new Set<string>([
      paths.sealChain,
      paths.tsaChain,
      paths.logKey,
      paths.crl,
      paths.rootCrl,
      paths.certifiedCrl,
      paths.certifiedRootCrl,
    ]);
    for (const name of [...bundle.parts.keys()].filter((path) => !same.has(path))) {
      const report = await altered((parts) => parts.set(name, other.parts.get(name) as Uint8Array));
      expect(report.verdict, name).toBe('failed');
      expect(failuresOf(report).length, name).toBeGreaterThan(0);
    }
  }, 60_000);

  it('detects replacement of all signed parts together', async () => {
    const swapped = [paths.contents, paths.contentsSignature, paths.certificate, paths.instructions];
    const report = await altered((parts) => {
      for (const name of swapped) parts.set(name, other.parts.get(name) as Uint8Array);
    });

    expect(failuresOf(report).map(({ subject }) => subject)).toContain(paths.contents);
  });

  it.each(['data/added.txt', 'proof/added.bin', 'added.txt'])('names %s if it was added', async (name) => {
    const report = await altered((parts) => parts.set(name, Buffer.from('more')));

    expect(failuresOf(report)).toEqual([expect.objectContaining({ check: 'unlisted', subject: name })]);
  });

  const sealed = [paths.token, paths.manifestSignature];
  const certified = [paths.certificate, paths.contentsSignature];
  const unrevoked = ({ findings }: Report) =>
    findings
      .filter(({ check, outcome }) => check === 'revocation' && outcome === 'passed')
      .map(({ subject }) => subject);

  it.each([
    ['the list of the issuing authority is the root’s', paths.crl, paths.rootCrl, certified],
    ['the list of the root is the issuing authority’s', paths.rootCrl, paths.crl, certified],
    ['the later list of the issuing authority is the root’s', paths.certifiedCrl, paths.certifiedRootCrl, sealed],
    ['the later list of the root is the issuing authority’s', paths.certifiedRootCrl, paths.certifiedCrl, sealed],
  ])('does not treat a certificate as unrevoked if %s', async (_, name, other, unaffected) => {
    const report = await altered((parts) => parts.set(name, parts.get(other) as Uint8Array));

    expect(unrevoked(report)).toEqual(unaffected);
    const found = failuresOf(report).filter(({ check }) => check === 'revocation');
    expect(found.map(({ detail }) => detail)).toEqual(
      [1, 2].map(() => expect.stringMatching(/^no revocation list of CN=/)),
    );
  });

  it.each([
    [paths.crl, certified],
    [paths.rootCrl, certified],
    [paths.certifiedCrl, sealed],
    [paths.certifiedRootCrl, sealed],
  ])(
    'does not treat a certificate as unrevoked by %s with a flipped byte',
    async (name, unaffected) => {
      const crl = bundle.parts.get(name) as Uint8Array;
      for (let at = 0; at < crl.length; at += 37) {
        const report = await altered((parts) => parts.set(name, flip(crl, at)));
        expect(unrevoked(report), `byte ${at}`).toEqual(unaffected);
      }
    },
    60_000,
  );

  it('detects content added to the certificate after signing', async () => {
    const pdf = bundle.parts.get(paths.certificate) as Uint8Array;
    const report = await altered((parts) =>
      parts.set(paths.certificate, Buffer.concat([pdf, Buffer.from('\n% more\n')])),
    );

    const found = failuresOf(report).find(({ check }) => check === 'certificate');
    expect(found?.detail).toContain('content was added after it was signed');
  });

  it('rejects a certificate whose signature allows later changes', async () => {
    const pdf = Buffer.from(bundle.parts.get(paths.certificate) as Uint8Array).toString('latin1');
    const allowing = Buffer.from(pdf.replace(/(\/Type \/TransformParams\s+\/P )1/, '$12'), 'latin1');

    const report = await altered((parts) => parts.set(paths.certificate, allowing));

    expect(failuresOf(report)).toContainEqual(
      expect.objectContaining({ check: 'certificate', subject: paths.certificate, code: 'changes-allowed' }),
    );
  });

  it('rejects sealed JSON in another spelling of the same value', async () => {
    const manifest = JSON.parse(Buffer.from(bundle.parts.get(paths.manifest) as Uint8Array).toString());
    for (const bytes of [Buffer.from(JSON.stringify(manifest, null, 1)), canonicalBytes({ ...manifest, extra: 1 })])
      expect((await altered((parts) => parts.set(paths.manifest, bytes))).findings.at(-1)).toMatchObject({
        check: 'manifest',
        outcome: 'failed',
      });
  });

  it('rejects a manifest of version 1 with an understandable sentence', async () => {
    const manifest = JSON.parse(Buffer.from(bundle.parts.get(paths.manifest) as Uint8Array).toString());

    const report = await altered((parts) => parts.set(paths.manifest, canonicalBytes({ ...manifest, v: 1 })));

    expect(failuresOf(report)).toEqual([
      expect.objectContaining({
        check: 'manifest',
        detail: 'v: this bundle is of an earlier format that was never released',
      }),
    ]);
  });

  it('reports on arbitrary bytes, and never throws', async () => {
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(22),
      whole.subarray(0, 100),
      whole.subarray(1),
      Buffer.concat([whole, whole]),
    ])
      expect((await verify(bytes)).verdict).toBe('failed');
  });
});
