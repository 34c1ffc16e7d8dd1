import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bytesSource, canonicalBytes, openZip } from '@proofkeep/bundle';
import { sha256Hex, writeZip, zipChunks } from '@proofkeep/bundle/node';
import {
  deedCalls as calls,
  consoleDeedCalls,
  consoleNotarizationCalls,
  notarizationCalls,
  videoRoomLimits,
} from '@proofkeep/contract';
import { documentDigests, noAnchors, verifyDeed, verifyMatter } from '@proofkeep/verify';
import { runVerify } from '@proofkeep/verify/node';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Login } from '../../testing/service.ts';
import { useSealingService } from '../court-applications/testing/sealed.ts';
import { appendEntry, findParties } from '../notarization/service.ts';
import { type Notary, useMatters } from '../notarization/testing/matters.ts';
import { keepPartyFile } from '../phone-signing/files.ts';
import { makeBundle, resumeBundles } from './make-bundle.ts';
import { keepParts } from './parts.ts';
import { recordingEntries } from './recording-parts.ts';
import { sweepBundles } from './sweep.ts';
import { recordSession } from './testing/recorded-session.ts';

const { service, given } = useSealingService();
const matters = useMatters(service);
const { ask } = service;
const run = promisify(execFile);

const bytesOf = async (holder: Login, url: string) =>
  (await service.app.inject({ url, headers: { 'x-auth-token': holder.token } })).rawPayload;
const bundleOf = (holder: Login, id: string) => bytesOf(holder, calls.matterBundle.path.replace('{id}', id));

const make = (id: string) => {
  const { services, database } = service;
  const { authority } = given.installation;
  const { documentSigner: signer } = services;
  return makeBundle(
    {
      ...services,
      database,
      authority,
      signer,
      clock: () => new Date(),
      jobs: () => services.jobs,
      onUnbundled: () => {},
    },
    id,
  );
};

const video = Buffer.alloc(40_000, 'a statement');

/** A party's recorded statement, stored and recorded in the journal as by the phone pages. */
async function recordStatement({ id, no }: { id: string; no: string }): Promise<void> {
  const { pool } = service.database;
  const { now } = service;
  const [party] = await findParties(pool, id);
  if (!party) throw new Error('The matter has no party.');
  const { rows } = await pool.query<{ id: string }>(
    `insert into party_challenge (party_id, step, digits, expires_at) values ($1, 'objective-video', '123456', $2) returning id`,
    [party.id, now],
  );
  const file = { kind: 'objective-video', mediaType: 'video/webm', bytes: video, isLive: true } as const;
  const { sha256 } = await keepPartyFile(pool, service.services, party, {
    ...file,
    challengeId: rows[0]?.id ?? '',
    submittedAt: now,
    now,
  });
  await service.database.transaction((db) =>
    appendEntry(db, service.services.jobs, {
      matterId: id,
      no,
      actor: { role: 'party', id: party.id, name: party.name },
      event: 'step-finished',
      detail: { partyId: party.id, step: 'objective-video', sha256 },
      origin: null,
      now,
    }),
  );
}

/** A recording of a video session, long enough that the journal has a head of its chain before the last. */
const pieces = Array.from({ length: videoRoomLimits.headEvery + 1 }, (_, n) => Buffer.alloc(1_000 + n, `piece ${n} `));

let holder: Login;
let notary: Notary;
let recordingId: string;
let matter: { id: string; no: string };
let bundle: Buffer;
let parts: Map<string, Uint8Array>;
/** Names and numbers of the parties, which must not appear in anything public. */
let secrets: string[];

beforeAll(async () => {
  holder = await service.given.login();
  notary = await matters.notary();
  matter = await matters.ready(holder, notary);
  await recordStatement(matter);
  recordingId = await recordSession(service, { matter, staffId: notary.staffId, pieces });
  await matters.signAll(holder, matter.id);
  const { version, people } = await matters.seen(matter.id, notary);
  secrets = people.flatMap(({ name, idNumber, phone }) => [name, idNumber, phone]);
  const text = '兹证明前面的声明书系王芳本人签署。';
  // A UUID may be written in capitals; files and jobs use the row's own spelling.
  const id = matter.id.toUpperCase();
  await ask(consoleNotarizationCalls.issueDeed, { id, version, text }, { as: notary.token });
  await make(matter.id);
  bundle = await bundleOf(holder, id);
  const zip = await openZip(bytesSource(bundle));
  parts = new Map();
  for (const name of zip.entries.keys()) parts.set(name, await zip.bytes(name, 2 ** 26));
}, 120_000);

const zipOf = async (changed: Map<string, Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  const inputs = [...changed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => ({ name, bytes }));
  await writeZip(async (bytes) => void chunks.push(bytes), inputs);
  return Buffer.concat(chunks);
};
const failuresOf = async (changed: Map<string, Uint8Array>) => {
  const { verdict, findings } = await verifyMatter(bytesSource(await zipOf(changed)), given.installation.anchors);
  return { verdict, failed: findings.filter(({ outcome }) => outcome === 'failed') };
};

describe('the bundle of a matter', () => {
  it('verifies offline, in every check', async () => {
    const report = await verifyMatter(bytesSource(bundle), given.installation.anchors);

    expect(report.findings.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report.verdict).toBe('passed');
    expect(report.matter).toMatchObject({
      no: matter.no,
      entries: 15,
      withheld: { recordings: 2, handwriting: 1, consents: 0 },
      logIndex: expect.any(Number),
    });
    expect(report.matter?.documents.map(({ kind }) => kind).sort()).toEqual([
      'deed',
      'inform',
      'inquiry',
      'instrument',
      'receipt',
      'write',
    ]);
    const stranger = await verifyMatter(bytesSource(bundle), noAnchors);
    expect([stranger.verdict, stranger.findings.filter(({ outcome }) => outcome === 'failed')]).toEqual([
      'not-checked',
      [],
    ]);
  });

  it('verifies on the command line, and with standard tools as its instructions say', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deed-'));
    await writeFile(join(folder, 'matter.zip'), bundle);
    await writeFile(join(folder, 'root.pem'), given.installation.authority.roots.join(''));
    await copyFile(join(given.dataDir, 'trust', 'anchors.json'), join(folder, 'anchors.json'));
    let printed = '';
    const stream = { write: (text: string) => void (printed += text) };

    const terminal = { stdout: stream, stderr: stream, env: { DATA_DIR: given.dataDir } };
    const code = await runVerify([join(folder, 'matter.zip'), '--lang', 'zh'], terminal);
    const instructions =
      Buffer.from(parts.get('VERIFY.txt') ?? [])
        .toString()
        .split('-'.repeat(78))[1] ?? '';
    const commands = instructions.split('\n').filter((line) => line.startsWith('      '));
    const script = ['set -e -o pipefail', ...commands].join('\n');
    const PROOFKEEP = fileURLToPath(new URL('../../../../..', import.meta.url));
    const { stdout, stderr } = await run('bash', ['-c', script], { cwd: folder, env: { ...process.env, PROOFKEEP } });
    await rm(folder, { recursive: true });

    expect([code, printed]).toEqual([0, expect.stringContaining('核验通过')]);
    expect(printed).toContain(matter.no);
    // `openssl ts` prints OK twice, too; and three parts are not listed.
    expect(stdout.split(': OK\n')).toHaveLength(parts.size);
    expect(stdout).toMatch(/Verification: OK[\s\S]*complete[\s\S]*Verification: OK[\s\S]*statementSha256/);
    expect(stdout).toContain('✓ Verified');
    expect(stderr).toContain('CAdES Verification successful');
    expect(stdout).not.toContain('broken');
    expect(stdout.split('Signature is Valid.').length - 1).toBe(11);
  });

  it('names the part in which a byte was flipped, whatever kind of part it is', async () => {
    const missed: string[] = [];
    const oneOfEach = [...parts].filter(
      ([name]) => !/journal-[2-9]\.tlog|journal-1\d\.tlog|(inform|inquiry|receipt)\.pdf/.test(name),
    );
    for (const [name, bytes] of oneOfEach) {
      const flipped = Buffer.from(bytes);
      const at = flipped.length >> 1;
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      const { verdict, failed } = await failuresOf(new Map(parts).set(name, flipped));
      if (verdict !== 'failed' || !failed.some(({ subject }) => subject === name)) missed.push(name);
    }

    expect(missed).toEqual([]);
  });

  it('commits to recordings, network addresses and browsers without containing any', async () => {
    const journal = Buffer.from(parts.get('journal.jsonl') ?? []).toString();
    const { rows } = await service.database.pool.query<{ entry: string; origin: string }>(
      'select entry, origin from matter_journal where matter_id = $1 and origin is not null',
      [matter.id],
    );

    expect([...parts.keys()].filter((name) => name.startsWith('recordings'))).toEqual([]);
    expect(bundle.includes(video)).toBe(false);
    expect(journal).not.toMatch(/192\.0\.2\.1|lightMyRequest/);
    expect(rows.length).toBeGreaterThan(5);
    for (const { entry, origin } of rows)
      expect(JSON.parse(entry)).toMatchObject({ originSha256: sha256Hex(Buffer.from(origin)) });
    expect(rows[0]?.origin).toMatch(/192\.0\.2\.1/);
  });

  it('is incomplete if a part is missing or added', async () => {
    const fewer = new Map(parts);
    fewer.delete('documents/inquiry.pdf');
    const more = new Map(parts).set('documents/extra.pdf', Buffer.from('extra'));

    expect((await failuresOf(fewer)).failed.map(({ subject }) => subject)).toContain('documents/inquiry.pdf');
    expect((await failuresOf(more)).failed.map(({ check, subject }) => `${check} ${subject}`)).toEqual([
      'unlisted documents/extra.pdf',
    ]);
  });

  it('lists only parts of the format, once each and in order', async () => {
    const { parts: listed, ...rest } = JSON.parse(Buffer.from(parts.get('matter.json') ?? []).toString());
    const faultsOf = async (changed: object[], added?: string) => {
      const whole = new Map(parts).set('matter.json', canonicalBytes({ ...rest, parts: changed }));
      if (added) whole.set(added, Buffer.from('more'));
      const { failed } = await failuresOf(whole);
      return failed.filter(({ check }) => check === 'part').map(({ subject, code }) => [subject, code]);
    };
    const more = (path: string) => [...listed, { path, size: 4, sha256: sha256Hex(Buffer.from('more')) }];

    for (const path of ['documents/extra.pdf', 'proof/journal-99.tst', 'zzz.txt'])
      expect(await faultsOf(more(path), path)).toEqual([[path, 'unknown-part']]);
    expect(await faultsOf([listed[1], listed[0], ...listed.slice(2)])).toEqual([[listed[0].path, 'parts-order']]);
    expect(await faultsOf([listed[0], ...listed])).toEqual([[listed[0].path, 'listed-twice']]);
  });

  it('is available to the account that applied, once it is made', async () => {
    const other = await service.given.login();
    const notary = await matters.notary();
    const open = await matters.apply(holder, notary.officeId);

    expect((await ask(calls.matterBundleFacts, { id: matter.id }, { as: other.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.matterBundleFacts, { id: open.id }, { as: holder.token })).data.bundle).toBeNull();
    expect((await ask(calls.matterBundle, { id: open.id }, { as: holder.token })).refused).toBe('STATE_FORBIDS');
    await make(matter.id);
    expect((await bundleOf(holder, matter.id)).equals(bundle)).toBe(true);
    expect((await ask(calls.matterBundleFacts, { id: matter.id }, { as: holder.token })).data.bundle).toMatchObject({
      sizeBytes: bundle.length,
      manifestSha256: sha256Hex(parts.get('matter.json') ?? new Uint8Array()),
    });
  });
});

describe('the bundle with recordings', () => {
  const url = (call: { path: string }) => `${call.path.replace('{id}', matter.id)}?recordings=with`;
  let full: Buffer;
  let recorded: Map<string, Uint8Array>;
  beforeAll(async () => {
    full = await bytesOf(holder, url(calls.matterBundle));
    const zip = await openZip(bytesSource(full));
    recorded = new Map();
    for (const name of zip.entries.keys()) recorded.set(name, await zip.bytes(name, 2 ** 26));
  });
  const [file, list] = [() => `recordings/${recordingId}.webm`, () => `recordings/${recordingId}.json`];
  const failedOf = async (changed: Map<string, Uint8Array>) =>
    (await failuresOf(changed)).failed.map(({ check, subject, code }) => [check, subject, code]);

  it('has each file, checked against the journal and the heads of its chain, under the same manifest', async () => {
    const report = await verifyMatter(bytesSource(full), given.installation.anchors);

    expect(report.verdict).toBe('passed');
    expect(report.matter).toMatchObject({ withheld: { recordings: 1 } });
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        check: 'session-recording',
        subject: file(),
        outcome: 'passed',
        args: { count: pieces.length, heads: 2 },
      }),
    );
    expect(Buffer.from(recorded.get(file()) ?? []).equals(Buffer.concat(pieces))).toBe(true);
    expect(recorded.get('matter.json')).toEqual(parts.get('matter.json'));
  });

  it('is available to the office as well, and its size is known beforehand', async () => {
    const asNotary = { headers: { 'x-auth-token': notary.token } };
    const other = await matters.notary();
    const sent = await service.app.inject({ url: url(consoleDeedCalls.officeBundle), ...asNotary });
    const { data } = await ask(consoleDeedCalls.officeBundleFacts, { id: matter.id }, { as: notary.token });
    const foreign = await ask(consoleDeedCalls.officeBundleFacts, { id: matter.id }, { as: other.token });

    expect(sent.rawPayload.equals(full)).toBe(true);
    expect(sent.headers['content-length']).toBe(`${full.length}`);
    expect(data.bundle?.recordings).toEqual({ count: 1, sizeBytes: Buffer.concat(pieces).length });
    expect(foreign.refused).toBe('NOT_FOUND');
  });

  it('fails if a recording is altered, cut differently, without its list of pieces, or unlisted', async () => {
    const altered = Buffer.from(recorded.get(file()) ?? []);
    altered.writeUInt8(altered.readUInt8(40_000) ^ 1, 40_000);
    const sizes = pieces.map(({ length }) => length);
    const cut = (changed: number[]) => canonicalBytes({ v: 1, type: 'proofkeep-recording-pieces', sizes: changed });
    const swapped = [sizes[1] ?? 0, sizes[0] ?? 0, ...sizes.slice(2)];
    const without = new Map(recorded);
    without.delete(list());
    const unknown = 'recordings/00000000-0000-7000-8000-000000000000.webm';

    const failed = (code: string) => [['session-recording', file(), code]];
    expect(await failedOf(new Map(recorded).set(file(), altered))).toEqual(failed('recording-other'));
    expect(await failedOf(new Map(recorded).set(file(), altered.subarray(1)))).toEqual(failed('size'));
    expect(await failedOf(new Map(recorded).set(list(), cut(swapped)))).toEqual(failed('recording-pieces'));
    expect(await failedOf(new Map(recorded).set(list(), cut(sizes.slice(1))))).toEqual(failed('recording-pieces'));
    expect(await failedOf(without)).toEqual(failed('missing'));
    expect(await failedOf(new Map(recorded).set(unknown, Buffer.from('more')))).toEqual([
      ['unlisted', unknown, 'content-unstated'],
    ]);
  });

  it('ends its transaction before the download reads the recordings', async () => {
    const { pool } = service.database;
    let isOver = false;
    const db = {
      query: (...args: Parameters<typeof pool.query>) => {
        if (isOver) throw new Error('The transaction is over.');
        return pool.query(...args);
      },
    } as typeof pool;
    const journal = parts.get('journal.jsonl') ?? new Uint8Array();
    const entries = await recordingEntries(db, service.services, matter.id, journal);
    isOver = true;

    const sizes = await Promise.all(
      entries.map(async (one) => ('read' in one ? (await buffer(await one.read())).length : 0)),
    );
    expect(sizes).toContain(Buffer.concat(pieces).length);
  });

  it('reads a recording one piece after another as the download takes it, however long it is', async () => {
    let reads = 0;
    const store = Object.create(service.store, {
      bytes: {
        value: (key: string) => {
          reads += 1;
          return service.store.bytes(key);
        },
      },
    }) as typeof service.store;
    const journal = parts.get('journal.jsonl') ?? new Uint8Array();
    const deps = { ...service.services, store };
    const entries = await recordingEntries(service.database.pool, deps, matter.id, journal);

    const readsAtChunk: number[] = [];
    for await (const _chunk of zipChunks(entries.filter(({ name }) => name === file()))) readsAtChunk.push(reads);

    // Header, pieces, directory, end.
    const count = pieces.length;
    expect(readsAtChunk).toEqual([0, ...pieces.map((_piece, at) => at + 1), count, count]);
  });

  it('is compared with standard tools as the instructions say', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
    await writeFile(join(folder, 'matter.zip'), full);
    const commands = Buffer.from(recorded.get('VERIFY.txt') ?? [])
      .toString()
      .split('-'.repeat(78))[1]
      ?.split('\n')
      .filter((line) =>
        /^ {6}(unzip|grep -o '"path"|sha256sum --check --strict|\{ cut|find|for file in \$)/.test(line),
      );
    const script = ['set -e -o pipefail', ...(commands ?? [])].join('\n');

    const { stdout } = await run('bash', ['-c', script], { cwd: folder });
    await rm(folder, { recursive: true });

    expect(commands).toHaveLength(6);
    expect(stdout).toContain(`./${file()} recorded\n`);
    expect(stdout).not.toMatch(/broken|^[<>]/m);
  });
});

it('is made again after its job gave up', async () => {
  const { services, database } = service;
  const { pool } = database;
  const { authority } = given.installation;
  const deps = { ...services, database, authority, signer: services.documentSigner, jobs: () => services.jobs };
  const onUnbundled = vi.fn<(matter: { no: string; issuedAt: Date }) => void>();
  const resume = (hours: number) =>
    resumeBundles({ ...deps, onUnbundled, clock: () => new Date(service.now.getTime() + hours * 3_600_000) });
  const enqueued = async () =>
    (await pool.query(`select from job.job where name = 'bundle-matter' and data->>'matterId' = $1`, [matter.id])).rows
      .length;
  const before = await enqueued();

  await resume(24);
  expect(await enqueued()).toBe(before);
  await pool.query('delete from deed_bundle where matter_id = $1', [matter.id]);
  await resume(1);
  expect(await enqueued()).toBe(before);
  await resume(24);
  expect(await enqueued()).toBe(before + 1);
  expect(onUnbundled).not.toHaveBeenCalled();
  await resume(48);
  expect(onUnbundled).toHaveBeenCalledExactlyOnceWith({ no: matter.no, issuedAt: expect.any(Date) });
  await make(matter.id);
});

it('survives the sweep, which removes bundle files that no row references once they are a day old', async () => {
  const { services, database } = service;
  const { store } = services;
  const files = async () => (await store.list(`matters/${matter.id}/bundle/`)).map(({ key }) => key);
  const before = await files();
  const lost = await keepParts(services, matter.id, new Map([['lost.txt', Buffer.from('no row names it')]]));

  await sweepBundles({ database, store }, new Date());
  expect(await files()).toContain(lost);
  await sweepBundles({ database, store }, new Date(Date.now() + 2 * 86_400_000));

  const { rows } = await database.pool.query('select file_key from deed_bundle where matter_id = $1', [matter.id]);
  expect(await files()).toEqual(rows.map(({ file_key }) => file_key));
  expect(before.length).toBeGreaterThan(0);
});

describe('the public facts of a deed', () => {
  it('is proven by the log and names no party', async () => {
    const { data, envelope } = await ask(calls.publicDeed, { no: matter.no.toLowerCase() });
    const { statement = '', proof = '' } = data.deed ?? {};
    const { anchors } = given.installation;

    expect(secrets.filter((secret) => JSON.stringify(envelope).includes(secret))).toEqual([]);
    expect(await verifyDeed({ statement, proof: proof ?? '' }, anchors)).toMatchObject({ isLogged: true });
    expect(
      await verifyDeed({ statement: statement.replace('字第 1 号', '字第 2 号'), proof: proof ?? '' }, anchors),
    ).toMatchObject({
      isLogged: false,
    });
    expect(await verifyDeed({ statement, proof: proof ?? '' }, noAnchors)).toMatchObject({ isLogged: null });
  });

  it('reports whether a file is one of its documents, signed or not', async () => {
    const { inquiry } = (await ask(notarizationCalls.matterPdfs, { id: matter.id }, { as: holder.token })).data;
    const url = notarizationCalls.matterFile.path.replace('{id}', matter.id).replace('{documentId}', inquiry?.id ?? '');
    const file = await bytesOf(holder, url);
    const { data } = await ask(calls.publicDeed, { no: matter.no });
    const { documents } = JSON.parse(data.deed?.statement ?? '{}') as {
      documents: { kind: string; sha256: string; documentSha256: string }[];
    };

    const found = await documentDigests(bytesSource(file));

    expect(documents.find(({ kind }) => kind === 'inquiry')).toMatchObject(found);
    expect(await documentDigests(bytesSource(Buffer.from('no PDF')))).toMatchObject({ documentSha256: null });
  });

  it('is not found for an unknown number or a draft, and has no deed before the issue', async () => {
    const notary = await matters.notary();
    const open = await matters.apply(holder, notary.officeId);
    const draft = (await ask(notarizationCalls.createMatter, { kind: 'copy', isDraft: true }, { as: holder.token }))
      .data;

    const signing = await matters.ready(holder, notary);
    const { data } = await ask(calls.publicDeed, { no: signing.no });

    expect(data.deed).toBeNull();
    expect(data.documents.length).toBeGreaterThan(0);
    expect(data.documents.every(({ signatures }) => signatures === 0)).toBe(true);
    expect((await ask(calls.publicDeed, { no: 'GZ00000000000' })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.publicDeed, { no: draft.no })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.publicDeed, { no: open.no })).data).toMatchObject({
      deed: null,
      office: null,
      documents: [],
    });
  });
});
