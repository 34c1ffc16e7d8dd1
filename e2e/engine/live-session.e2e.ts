import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobSource, openZip, paths } from '@proofkeep/bundle';
import { attestationCalls, type LiveState, liveSessionCalls } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withAltered } from '../kit/altered-bundle.ts';
import { byHand, handOver, partsOf } from '../kit/by-hand.ts';
import { verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { LiveWindow } from '../kit/live-window.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const limitMs = 180_000;
let site: SampleSite;
let dataDir: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  site = await startSampleSite();
  dataDir = await mkdtemp(join(tmpdir(), 'live-'));
  service = await startService({
    dataDir,
    egressAllow: site.egressAllow,
    environment: { CAPTURE_TRUST_SPKI: site.spki },
  });
  client = new Client(service);
  await client.register('13800007700');
  await credit(dataDir, '13800007700', 100_000);
}, limitMs);
afterAll(async () => {
  await service.stop();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sessionOf = (ano: string) => client.ask(liveSessionCalls.sessionInfo, { ano });
const reach = (ano: string, state: LiveState) =>
  expect.poll(async () => (await sessionOf(ano)).time.state, { timeout: 90_000, interval: 500 }).toBe(state);

const eventually = (what: () => unknown) => expect.poll(what, { timeout: 20_000, interval: 100 });

it(
  'records what its user does, charges started minutes, and verifies offline',
  async () => {
    const { attestation } = await client.ask(liveSessionCalls.openSession, {
      url: `${site.httpOrigin}/chat`,
      minutes: 10,
      name: '客服对话',
    });
    const { ano } = attestation;
    const window = await LiveWindow.open(client, ano);
    await eventually(() => window.state?.tabs[0]?.title).toBe('客服对话 - 万货街');
    const front = () => window.state?.tabs.find(({ isActive }) => isActive);

    // Chinese through an input method, then sent with the Enter key.
    window.click(100, 290);
    window.send({ type: 'compose', text: 'nihao' }, { type: 'compose', text: '你好' });
    window.send({ type: 'text', text: '你好', via: 'ime' });
    window.press('Enter', 13, '\r');
    await eventually(() => front()?.title).toBe('你好');
    window.send({ type: 'snapshot', note: '发送之后' });
    await eventually(() => window.messages.some(({ type }) => type === 'snapshot')).toBe(true);

    // A file of the user's own for the page, and a page shown larger.
    window.click(210, 20);
    await eventually(() => window.state?.chooser).toEqual({ isMultiple: false });
    window.sendFile('../凭证.txt', Buffer.from('已付款'));
    await eventually(() => front()?.title).toBe('凭证.txt: 已付款');
    window.send({ type: 'zoom', factor: 2 });
    await eventually(() => window.state?.viewport).toEqual({ width: 640, height: 400 });
    window.send({ type: 'zoom', factor: 1 });
    await eventually(() => window.state?.viewport).toEqual({ width: 1280, height: 800 });

    // A frame of another site asks for a file, too.
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

    // The connection is lost; a new one goes on with the same session.
    window.drop();
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
    expect(time).toMatchObject({ chargedMinutes: 1, amountCents: 200 });
    expect(playback).not.toBeNull();

    const bundle = await client.bytes(attestationCalls.bundle, { attestationNo: ano });
    const file = join(dataDir, 'live.zip');
    await writeFile(file, bundle);
    const { code, stdout } = await verifyHere(file, { DATA_DIR: dataDir });
    expect(JSON.parse(stdout).findings.filter(({ outcome }: { outcome: string }) => outcome === 'failed')).toEqual([]);
    expect(code).toBe(0);

    // So do the commands of VERIFY.txt; the log needs the verifier, which ran above.
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
    expect(Buffer.from(await zip.bytes('data/page.wacz', 2 ** 26)).includes('secret-7781')).toBe(false);

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
      execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', copy]),
    );
    expect(Math.abs(seconds * 1000 - time.usedMs)).toBeLessThan(1_500);
  },
  limitMs,
);
