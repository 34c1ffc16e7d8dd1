import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attestationCalls, enforcerCalls as calls } from '@proofkeep/contract';
import { deviceClient, type SimulatedSegment, simulateDevice } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byHand, handOver, partsOf } from '../kit/by-hand.ts';
import { run } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const phone = '13900000023';

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

/** Binds a simulated device. @returns its client, its id, and a function that records with it */
async function bound() {
  const device = await simulateDevice();
  const sender = deviceClient(service.url, device);
  const { code } = await client.ask(calls.bindingCode, {});
  const id = await sender.announce(code, '巡检一号');
  await client.ask(calls.bindDevice, { code });
  return { device, id, send: (segments: readonly SimulatedSegment[]) => sender.send(id, segments) };
}

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
  const { device, send } = await bound();
  const segments = await device.record({ segments: 3 });
  await send(segments);

  const { id, zip } = await preserved();

  expect(Buffer.from(await client.bytes(calls.recordingSegment, { id, n: 2 }))).toEqual(segments[1]?.content);
  const { parts, report, output, failed } = await verified(zip);
  expect(failed, output).toEqual([]);
  expect(output).toContain('3 Verified OK');
  expect(report.verdict).toBe('passed');
  expect(report.findings.find(({ check }) => check === 'segments')?.outcome).toBe('passed');
  expect(report.findings.find(({ check }) => check === 'gaps')?.code).toBe('no-gaps');
  expect(parts.get('data/segments/000002.webm')).toEqual(segments[1]?.content);
  const pdf = join(home, 'certificate.pdf');
  writeFileSync(pdf, parts.get('certificate.pdf') ?? '');
  const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
  expect(text).toContain(device.key);
  expect(text).toContain(segments[2]?.header.sha256);
}, 120_000);

it('lists the missing segments if a device lost some', async () => {
  const { device, send } = await bound();
  const segments = await device.record({ segments: 5 });
  await send(segments.filter(({ header }) => header.n !== 2 && header.n !== 3));

  const { zip } = await preserved();

  const { report } = await verified(zip);
  expect(report.verdict).toBe('passed');
  expect(report.findings).toContainEqual(
    expect.objectContaining({ check: 'gaps', code: 'gap-missing', args: { first: 2, last: 3 } }),
  );
}, 120_000);
