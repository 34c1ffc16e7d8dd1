import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { blobSource, chunkBytes, openZip, paths, RecordingChunk, RecordingHeads } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  attestationCalls,
  costCenterCalls,
  type LiveEnd,
  type LiveState,
  liveSessionCalls,
  messageCalls,
} from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { alterJson, withAltered } from '../kit/altered-bundle.ts';
import { byHand, handOver, partsOf } from '../kit/by-hand.ts';
import { clockError, clockIn } from '../kit/colour-clock.ts';
import { verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { LiveWindow } from '../kit/live-window.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';
import { type SlowLink, startSlowLink } from '../kit/slow-link.ts';

const limitMs = 240_000;
let site: SampleSite;
let dataDir: string;
let service: RunningService;
let client: Client;
/** A user whose sessions end by themselves. */
let other: Client;
let link: SlowLink;

beforeAll(async () => {
  site = await startSampleSite();
  dataDir = await mkdtemp(join(tmpdir(), 'live-'));
  service = await startService({
    dataDir,
    egressAllow: site.egressAllow,
    environment: {
      CAPTURE_TRUST_SPKI: site.spki,
      CAPTURE_SESSIONS: '4',
      SESSION_AWAY_SECONDS: '40',
      SESSION_IDLE_SECONDS: '35',
      SESSION_STAMP_SECONDS: '5',
    },
  });
  link = await startSlowLink(Number(new URL(service.url).port));
  client = new Client(service);
  other = new Client(service);
  for (const [user, phone] of [
    [client, '13800007700'],
    [other, '13800007702'],
  ] as const) {
    await user.register(phone);
    await credit(dataDir, phone, 100_000);
  }
}, limitMs);
afterAll(async () => {
  link.close();
  await service.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sessionOf = (ano: string, user = client) => user.ask(liveSessionCalls.sessionInfo, { ano });
const reach = (ano: string, state: LiveState, user = client) =>
  expect.poll(async () => (await sessionOf(ano, user)).time.state, { timeout: 90_000, interval: 500 }).toBe(state);

/** A busy browser draws late; JPEG and H.264 don't change the colours this much. */
const clockToleranceMs = 1_000;
const eventually = (what: () => unknown) => expect.poll(what, { timeout: 20_000, interval: 100 });

/** Heads of the chain of a recording that have a timestamp. */
async function countStamped(ano: string): Promise<number> {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  const { rows } = await database.pool.query('select from live_head where ano = $1 and token is not null', [ano]);
  await database.close();
  return rows.length;
}

/** A session of the other user; by default on a page that stays as it is. */
async function givenOther({ page = '/article', at = service.url } = {}): Promise<{ ano: string; window: LiveWindow }> {
  const url = `${site.httpOrigin}${page}`;
  const { attestation } = await other.ask(liveSessionCalls.openSession, { url, minutes: 1 });
  const { ano } = attestation;
  const window = await LiveWindow.open(other, ano, { at });
  await expect.poll(() => window.state?.recorded.frames ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  return { ano, window };
}

/** Sessions that end because their user went away, did nothing, or booked no more time. */
async function givenLeftAlone() {
  const timed = await givenOther({ page: '/chat', at: link.url });
  moving = setInterval(() => timed.window.send({ type: 'mouse', action: 'move', x: 5, y: 5 }), 5_000);
  const watching = watchSlowly(timed.window);
  const [away, idle] = [await givenOther(), await givenOther()];
  away.window.drop();
  const leftAlone: { ano: string; because: LiveEnd }[] = [
    { ano: away.ano, because: 'away' },
    { ano: idle.ano, because: 'idle' },
    { ano: timed.ano, because: 'time' },
  ];
  return { leftAlone, watching };
}

/**
 * Watches a page that changes once a second through a network that gets slow and then fast again. @returns what the user
 * was told about the quality, and how many pictures were shown and recorded while it was slow
 */
async function watchSlowly(window: LiveWindow) {
  const told = () => window.messages.flatMap((one) => (one.type === 'quality' ? [one.isReduced] : []));
  const stateOf = () => window.state as NonNullable<typeof window.state>;
  const before = stateOf();
  link.delayMs = 2_000;
  await expect.poll(() => stateOf().atMs - before.atMs, { timeout: 40_000 }).toBeGreaterThan(12_000);
  const after = stateOf();
  link.delayMs = 0;
  await expect.poll(() => told().length, { timeout: 40_000 }).toBe(2);
  const shown = window.frames.filter(({ atMs }) => atMs > before.atMs && atMs <= after.atMs).length;
  return { told: told(), shown, recorded: after.recorded.frames - before.recorded.frames };
}
let moving: NodeJS.Timeout | undefined;

/** The bundle after someone with all keys changed an event between two timestamps and chained everything again. */
async function withRewrittenPast(bundle: Uint8Array) {
  const zip = await openZip(blobSource(new Blob([bundle as BlobPart])));
  const textOf = async (path: string) => new TextDecoder().decode(await zip.bytes(path, 2 ** 26));
  const lines = (await textOf(paths.chunks)).trim().split('\n');
  const chunks = lines.map((line) => RecordingChunk.parse(JSON.parse(line)));
  const { heads } = RecordingHeads.parse(JSON.parse(await textOf(paths.heads)));
  const isBefore = (n: number) => heads.findIndex((head) => head.n >= n);
  const changed = chunks.find(({ n, events }) => isBefore(n) > 0 && events.size > 0);
  if (!changed) throw new Error('Nothing happened between two timestamps.');
  const events = Buffer.from(await zip.bytes(paths.events, 2 ** 26));
  events[changed.events.offset + 2] = 0x4e;
  let previous = changed.previous;
  const chained = chunks.map((chunk) => {
    if (chunk.n < changed.n) return chunk;
    const range = { ...chunk.events };
    range.sha256 = sha256Hex(events.subarray(range.offset, range.offset + range.size));
    const rest = { ...chunk, events: range, previous };
    previous = sha256Hex(chunkBytes(rest));
    return { ...rest, head: previous };
  });
  const newHead = alterJson((text) => text.replace(chunks.at(-1)?.head ?? '', previous));
  let altered: Uint8Array = await withAltered(bundle, paths.events, () => events);
  const text = chained.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
  altered = await withAltered(altered, paths.chunks, () => Buffer.from(text));
  altered = await withAltered(altered, paths.report, newHead);
  altered = await withAltered(altered, paths.manifest, newHead);
  const n = heads[isBefore(changed.n)]?.n ?? -1;
  return { altered, count: heads.length, chunk: n + 1, second: Math.floor((chunks[n]?.toMs ?? 0) / 1000) };
}

it(
  "records its user's actions, charges started minutes, and verifies offline",
  async () => {
    const { attestation } = await client.ask(liveSessionCalls.openSession, {
      url: `${site.httpOrigin}/chat`,
      minutes: 10,
      name: '客服对话',
    });
    const { ano } = attestation;
    const { leftAlone, watching } = await givenLeftAlone();
    const window = await LiveWindow.open(client, ano);
    await eventually(() => window.state?.tabs[0]?.title).toBe('客服对话 - 万货街');
    const front = () => window.state?.tabs.find(({ isActive }) => isActive);

    // Chinese text from an input method, then the Enter key.
    window.click(100, 290);
    window.send({ type: 'compose', text: 'nihao' }, { type: 'compose', text: '你好' });
    window.send({ type: 'text', text: '你好', via: 'ime' });
    window.press('Enter', 13, '\r');
    await eventually(() => front()?.title).toBe('你好');
    window.send({ type: 'snapshot', note: '发送之后' });
    await eventually(() => window.messages.some(({ type }) => type === 'snapshot')).toBe(true);

    // A file chosen by the user for the page, and a zoomed page.
    window.click(210, 20);
    await eventually(() => window.state?.chooser).toEqual({ isMultiple: false });
    window.sendFile('../凭证.txt', Buffer.from('已付款'));
    await eventually(() => front()?.title).toBe('凭证.txt: 已付款');
    window.send({ type: 'zoom', factor: 2 });
    await eventually(() => window.state?.viewport).toEqual({ width: 640, height: 400 });
    window.send({ type: 'zoom', factor: 1 });
    await eventually(() => window.state?.viewport).toEqual({ width: 1280, height: 800 });

    // A frame of another site also asks for a file.
    window.send({ type: 'navigate', url: `${site.httpOrigin}/framed-chat?from=http://${site.egressAllow[2]}` });
    await eventually(() => front()?.title).toBe('框架');
    await eventually(() => {
      if (!window.state?.chooser) window.click(210, 20);
      return window.state?.chooser;
    }).toEqual({ isMultiple: false });
    window.sendFile('frame.txt', Buffer.from('框架收到'));
    await eventually(() => front()?.title).toBe('frame.txt: 框架收到');

    // A login with a password.
    window.send({ type: 'navigate', url: `${site.httpOrigin}/login-wall` });
    await eventually(() => front()?.title).toBe('请登录 - 万货街');
    window.press('Tab', 9);
    window.type('13800138000');
    window.press('Tab', 9);
    window.type('secret-7781');
    window.press('Enter', 13, '\r');
    await eventually(() => front()?.title).toBe('查询结果');

    // A second tab and a download.
    window.send({ type: 'new-tab' });
    await eventually(() => window.state?.tabs.length).toBe(2);
    window.send({ type: 'navigate', url: `${site.httpOrigin}/download-only` });
    await eventually(() => window.messages.some(({ type }) => type === 'download')).toBe(true);
    window.send({ type: 'navigate', url: 'http://127.0.0.1:1/' });
    await eventually(() => window.messages.some(({ type }) => type === 'notice')).toBe(true);

    // An act between two timestamps of the chain, whatever the speed of the machine.
    await eventually(() => countStamped(ano)).toBeGreaterThan(0);
    for (const factor of [2, 1] as const) {
      window.send({ type: 'zoom', factor });
      await eventually(() => window.state?.viewport.width).toBe(1280 / factor);
    }

    // The connection drops, and 20 s later a new one continues the same session.
    window.drop();
    await sleep(20_000);
    const again = await LiveWindow.open(client, ano);
    await eventually(() => again.frames.length).toBeGreaterThan(0);
    again.send({ type: 'tab', action: 'select', tab: 1 });
    await eventually(() => again.state?.tabs[0]?.isActive).toBe(true);

    await client.ask(liveSessionCalls.stopSession, { ano });
    await reach(ano, 'succeeded');

    const { facts, time, playback } = await sessionOf(ano);
    expect(facts).toMatchObject({ endedBecause: 'stopped', isFull: false, hasPlayback: true });
    expect(facts?.masked).toBe(11);
    expect(facts?.downloads).toMatchObject([{ name: 'authorisation.bin', sizeBytes: 200_000 }]);
    expect(facts?.snapshots).toMatchObject([{ note: '发送之后' }]);
    const minutes = Math.ceil(time.usedMs / 60_000);
    expect(time).toMatchObject({ chargedMinutes: minutes, amountCents: minutes * 200 });
    expect(playback).not.toBeNull();

    // Each visited page can be replayed.
    const replayed = (index: number) => client.ask(attestationCalls.openReplay, { ano, page: index });
    const login = facts?.pages.findIndex(({ url }) => url.endsWith('/login-wall')) ?? -1;
    const html = await (await fetch((await replayed(login)).address)).text();
    expect(html).toContain(`url="${site.httpOrigin}/login-wall"`);
    await expect(replayed(facts?.pages.length ?? 0)).rejects.toThrow();

    const bundle = await client.bytes(attestationCalls.bundle, { attestationNo: ano });
    const file = join(dataDir, 'live.zip');
    await writeFile(file, bundle);
    const { code, stdout } = await verifyHere(file, { DATA_DIR: dataDir });
    expect(JSON.parse(stdout).findings.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual([]);
    expect(code).toBe(0);

    // The commands of VERIFY.txt pass, too; checking the log needs the verifier, which ran above.
    const published = (name: string) => readFileSync(join(dataDir, 'trust', name), 'utf8');
    const trusted = { anchors: published('anchors.json'), root: published('root.pem'), outsideRoots: '' };
    const { folder, en } = await handOver(dataDir, partsOf(file), trusted);
    const { output, failed } = byHand(
      folder,
      en.filter((command) => !command.startsWith('node ')),
    );
    expect(failed, output).toEqual([]);

    const zip = await openZip(blobSource(new Blob([bundle as BlobPart])));
    const textOf = async (path: string) => new TextDecoder().decode(await zip.bytes(path, 2 ** 26));
    const events = await textOf('data/events.jsonl');
    expect(events).not.toContain('secret');
    const found = events.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
    const proof = createHash('sha256').update('已付款').digest('hex');
    expect(found).toContainEqual(expect.objectContaining({ kind: 'upload', name: '../凭证.txt', sha256: proof }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'error', text: '凭证服务超时' }));
    expect(found).toContainEqual(expect.objectContaining({ kind: 'snapshot', note: '发送之后', tab: 1 }));
    expect(found.filter(({ kind }) => kind === 'refused')).toMatchObject([{ url: 'http://127.0.0.1:1/' }]);
    expect(events).toContain('"text":"你好","via":"ime"');
    const post = site.requests.filter(({ url }) => url.endsWith('/form/result'));
    expect(post.length).toBeGreaterThan(0);
    const wacz = await openZip(zip.part(paths.record));
    const network = gunzipSync(await wacz.bytes('archive/data.warc.gz', 2 ** 27)).toString('latin1');
    expect(network).toContain('POST /form/result');
    expect(network).not.toContain('secret-7781');

    // What the user downloaded, how names were resolved, and chunks of at most ten seconds.
    const [download] = facts?.downloads ?? [];
    expect(sha256Hex(await zip.bytes(`data/${download?.path}`, 2 ** 20))).toBe(download?.sha256);
    const linesOf = async (path: string) =>
      (await textOf(path)).split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
    const opened = (await linesOf(paths.connections)).filter(({ verdict }) => verdict === 'allowed');
    expect(opened.map(({ host }) => host)).toContain(new URL(site.httpOrigin).hostname);
    for (const { answers, address } of opened) expect(answers).toContain(address);
    const lengths = (await linesOf(paths.chunks)).map(({ fromMs, toMs }) => toMs - fromMs);
    expect(lengths.length).toBeGreaterThan(4);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(10_000);

    // Recording and copy show each act at its time: the page has a clock that changes its colour.
    const chatUntilMs = found.find(({ kind, url }) => kind === 'navigate' && url.includes('/framed-chat')).atMs;
    for (const path of [paths.recording, 'data/derived/playback.mp4']) {
      await writeFile(file, await zip.bytes(path, 2 ** 28));
      const shown = clockIn(file).filter(({ atMs }) => atMs < chatUntilMs);
      expect(new Set(shown.map(({ second }) => second)).size, path).toBeGreaterThan(2);
      expect(clockError(shown), path).toBeLessThan(clockToleranceMs);
    }

    // The chain was timestamped meanwhile: a changed past is found, even if everything was chained again.
    const { altered: past, count, ...from } = await withRewrittenPast(bundle);
    await writeFile(file, past);
    const { findings } = JSON.parse((await verifyHere(file, { DATA_DIR: dataDir })).stdout) as { findings: object[] };
    expect(count).toBeGreaterThan(1);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'recording', outcome: 'passed', code: 'chunks' }));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'heads', code: 'head-differs', args: from }));

    // A changed recording fails, and the check names the second.
    const flipped = await withAltered(bundle, paths.recording, (part) =>
      part.map((byte, i) => (i === part.length - 10 ? byte ^ 1 : byte)),
    );
    await writeFile(file, flipped);
    const altered = JSON.parse((await verifyHere(file, { DATA_DIR: dataDir })).stdout);
    const chunks = (await textOf('data/chunks.jsonl')).trim().split('\n');
    const last = JSON.parse(chunks.at(-1) ?? '{}');
    expect(altered.findings).toContainEqual(
      expect.objectContaining({
        check: 'recording',
        code: 'chain-broken',
        args: { chunk: chunks.length, second: Math.floor(last.fromMs / 1000) },
      }),
    );

    // The copy is as long as the session.
    const copy = join(dataDir, 'playback.mp4');
    await writeFile(copy, await zip.bytes('data/derived/playback.mp4', 2 ** 28));
    const seconds = Number(
      execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=duration', '-of', 'csv=p=0', copy]),
    );
    expect(Math.abs(seconds * 1000 - time.usedMs)).toBeLessThan(1_500);

    // Over a slow network, the user gets fewer pictures and reduced ones; the recording keeps its rate.
    const { told: quality, shown, recorded } = await watching;
    expect(quality).toEqual([true, false]);
    expect(recorded).toBeGreaterThan(9);
    expect(shown).toBeLessThan(recorded - 2);

    // Sessions that were left alone ended by themselves, say why, and are sealed and charged like any other.
    for (const { ano: left, because } of leftAlone) {
      await reach(left, 'succeeded', other);
      const ended = await sessionOf(left, other);
      expect(ended.facts?.endedBecause).toBe(because);
      expect(ended.time).toMatchObject({ chargedMinutes: 1, amountCents: 200 });
    }
    clearInterval(moving);
    const told = await other.ask(messageCalls.news, {});
    expect(told.list.filter(({ link }) => leftAlone.some((one) => link?.endsWith(one.ano)))).toHaveLength(3);

    // A cancelled one leaves nothing, and costs nothing.
    const cancelled = await givenOther();
    await other.ask(liveSessionCalls.cancelSession, { ano: cancelled.ano });
    expect((await sessionOf(cancelled.ano, other)).attestation.cost?.state).toBe('released');
    await expect.poll(() => readdir(join(dataDir, 'store', 'recordings')).catch(() => [])).toEqual([]);
    await expect(other.bytes(attestationCalls.bundle, { attestationNo: cancelled.ano })).rejects.toThrow();
    const { account } = await other.ask(costCenterCalls.costCenter, {});
    expect(account?.balanceCents).toBe(100_000 - 3 * 200);
  },
  limitMs,
);
