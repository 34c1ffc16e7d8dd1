import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttestationSummary,
  attestationCalls as calls,
  type ReceivedFile,
  verificationCalls,
} from '@proofkeep/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand, handOver, partsOf } from '../kit/by-hand.ts';
import { run } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { Client, type RunningService, startService } from '../kit/service.ts';

const phone = '13900000021';
const contract = Buffer.from('%PDF-1.7\n甲方乙方');
const photo = Buffer.alloc(3_000_000, 'pixels');

let home: string;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'files-e2e-'));
  service = await startService({ dataDir: join(home, 'data'), egressAllow: [] });
  client = new Client(service);
  await client.register(phone);
  await credit(join(home, 'data'), phone, 10_000);
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

async function upload(name: string, bytes: Buffer): Promise<ReceivedFile> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const headers = { 'x-auth-token': client.token };
  const answer = await fetch(`${service.url}${calls.uploadFile.path}`, { method: 'POST', headers, body });
  return ((await answer.json()) as { data: ReceivedFile }).data;
}

async function sealed(ano: string): Promise<AttestationSummary> {
  let found: AttestationSummary | undefined;
  await expect
    .poll(
      async () => {
        [found] = (await client.ask(calls.list, { search: ano })).list;
        return found?.state;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe('succeeded');
  return found as AttestationSummary;
}

/** Downloads the bundle and runs the commands in its VERIFY.txt. */
async function verify(ano: string, original: Buffer) {
  const zip = join(home, `${ano}.zip`);
  writeFileSync(zip, await client.bytes(calls.bundle, { attestationNo: ano }));
  const published = (name: string) => readFileSync(join(home, 'data', 'trust', name), 'utf8');
  const trusted = { anchors: published('anchors.json'), root: published('root.pem'), outsideRoots: '' };
  const parts = partsOf(zip);
  const { folder, en } = await handOver(home, parts, trusted);
  writeFileSync(join(folder, 'original'), original);
  return { zip, parts, ...byHand(folder, en) };
}

describe('uploaded files', () => {
  it('are sealed, certified and verified by anyone with standard tools, with their bytes and names', async () => {
    const [one, two] = [await upload('正本.pdf', contract), await upload('photo.bin', photo)];
    const { attestation } = await client.ask(calls.preserveFiles, {
      files: [{ fileId: one.fileId, name: '合同/正本.pdf', sha256: hash('sha256', contract) }, { fileId: two.fileId }],
    });

    const summary = await sealed(attestation.ano);
    expect(summary).toMatchObject({ kind: 'files', fileCount: 2, rung: 'certified', isComplete: null });
    expect(summary.cost).toMatchObject({ amountCents: 2_000 });
    const { parts, output, failed, zip } = await verify(attestation.ano, contract);
    expect(failed, output).toEqual([]);
    expect(output).toContain('✓ Verified');
    expect(parts.get('data/files/0001.pdf')).toEqual(contract);
    expect(parts.get('data/files/0002.bin')).toEqual(photo);
    const pdf = join(home, 'certificate.pdf');
    writeFileSync(pdf, parts.get('certificate.pdf') ?? '');
    const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
    expect(text).toContain('合同/正本.pdf');
    expect(text).toContain(hash('sha256', photo));
    const checked = await run(['verify', zip, '--trust', join(home, 'data', 'trust', 'anchors.json'), '--json'], {});
    expect(JSON.parse(checked.stdout)).toMatchObject({
      verdict: 'passed',
      facts: { kind: 'files', files: { count: 2 } },
    });
  }, 120_000);

  it('are found by a stranger who has one of the files', async () => {
    const [found] = (await client.ask(verificationCalls.queryByFile, { sha256: hash('sha256', photo) })).list;

    expect(found).toMatchObject({ kind: 'files', path: 'data/files/0002.bin' });
  });
});

describe('digests', () => {
  it('are sealed without the files, and match a file kept elsewhere', async () => {
    const files = [
      { name: '合同/正本.pdf', sha256: hash('sha256', contract), sizeBytes: contract.length },
      { name: 'other', sha256: hash('sha256', 'another file') },
    ];
    const { attestation } = await client.ask(calls.preserveDigests, { files });

    await sealed(attestation.ano);
    const { parts, output, failed } = await verify(attestation.ano, contract);
    expect(failed, output).toEqual([]);
    expect([...parts.keys()].filter((path) => path.startsWith('data/'))).toEqual(['data/files.json']);
    const [found] = (await client.ask(verificationCalls.queryByFile, { sha256: hash('sha256', 'another file') })).list;
    expect(found).toMatchObject({ ano: attestation.ano, kind: 'digests' });
  }, 120_000);
});
