import { execFileSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attestationCalls, enforcerCalls as calls } from '@proofkeep/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wordsIn } from '../../apps/server/src/cli/words.ts';
import { byHand, handOver, partsOf } from '../kit/by-hand.ts';
import { run } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const phone = '13900000023';
const words = wordsIn('en');

let home: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'device-e2e-'));
  service = await startService({ dataDir: join(home, 'data'), egressAllow: [] });
  client = new Client(service);
  await client.register(phone);
  await credit(join(home, 'data'), phone, 10_000);
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Runs the command. @returns its output by label */
async function device(...args: string[]): Promise<Map<string, string>> {
  const { code, stdout, stderr } = await run(['device', ...args, '--lang', 'en'], {});
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return new Map(stdout.split('\n').map((line) => line.split(': ') as [string, string]));
}

/** Binds a simulated device. @returns its key, and a function that records segments with it */
async function bound(name: string) {
  const file = join(home, `${name}.json`);
  const { code } = await client.ask(calls.bindingCode, {});
  const shown = await device('bind', service.url, '--code', code, '--key', file, '--name', name);
  const { device: announced } = await client.ask(calls.bindingCode, { code });
  expect(shown.get(words.say('deviceNumber'))).toBe(announced?.checkNumber);
  await client.ask(calls.bindDevice, { code });
  const record = async (contents: readonly Buffer[], ...more: string[]) => {
    const files = contents.map((_, n) => join(home, `${name}-${n + 1}.webm`));
    for (const [n, path] of files.entries()) writeFileSync(path, contents[n] ?? '');
    return device('record', ...files, '--key', file, ...more);
  };
  return { key: shown.get(words.say('deviceKey')) ?? '', record };
}

const contentsOf = (segments: number) => Array.from({ length: segments }, () => randomBytes(2_000));

/** Pays for the only waiting recording from the balance. @returns the paths of the bundle and its number */
async function preserved(): Promise<{ id: string; ano: string; zip: string }> {
  const { list } = await client.ask(calls.recordingList, { states: ['ended'] });
  const id = list[0]?.id ?? '';
  const { attestation } = await client.ask(calls.payRecording, { id });
  const { ano } = attestation;
  const state = async () => (await client.ask(attestationCalls.list, { search: ano })).list[0]?.state;
  await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe('succeeded');
  const zip = join(home, `${ano}.zip`);
  writeFileSync(zip, await client.bytes(attestationCalls.bundle, { attestationNo: ano }));
  return { id, ano, zip };
}

async function verified(zip: string) {
  const published = (name: string) => readFileSync(join(home, 'data', 'trust', name), 'utf8');
  const trusted = { anchors: published('anchors.json'), root: published('root.pem'), outsideRoots: '' };
  const parts = partsOf(zip);
  const { folder, en } = await handOver(home, parts, trusted);
  const checked = await run(['verify', zip, '--trust', join(home, 'data', 'trust', 'anchors.json'), '--json'], {});
  const report = JSON.parse(checked.stdout) as {
    verdict: string;
    findings: { check: string; outcome: string; code: string }[];
  };
  return { parts, report, ...byHand(folder, en) };
}

it('binds a device, receives its recording, and seals it so that anyone can verify it with standard tools', async () => {
  const { key, record } = await bound('巡检一号');
  const contents = contentsOf(3);
  await record(contents);

  const { id, zip } = await preserved();

  expect(Buffer.from(await client.bytes(calls.recordingSegment, { id, n: 2 }))).toEqual(contents[1]);
  const { parts, report, output, failed } = await verified(zip);
  expect(failed, output).toEqual([]);
  expect(output).toContain('3 Verified OK');
  expect(report.verdict).toBe('passed');
  expect(report.findings.find(({ check }) => check === 'segments')?.outcome).toBe('passed');
  expect(report.findings.find(({ check }) => check === 'gaps')?.code).toBe('no-gaps');
  expect(parts.get('data/segments/000002.webm')).toEqual(contents[1]);
  const pdf = join(home, 'certificate.pdf');
  writeFileSync(pdf, parts.get('certificate.pdf') ?? '');
  const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
  expect(text).toContain(key);
  expect(text).toContain(hash('sha256', contents[2] ?? ''));
}, 120_000);

it('lists the missing segments if a device lost some', async () => {
  const { record } = await bound('巡检二号');
  const shown = await record(contentsOf(5), '--lose', '2,3');
  expect(shown.get(words.say('deviceSent'))).toBe('3 / 5');

  const { zip } = await preserved();

  const { report } = await verified(zip);
  expect(report.verdict).toBe('passed');
  expect(report.findings).toContainEqual(
    expect.objectContaining({ check: 'gaps', code: 'gap-missing', args: { first: 2, last: 3 } }),
  );
}, 120_000);
