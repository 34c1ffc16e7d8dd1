import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AttestationState,
  type AttestationSummary,
  attestationCalls as calls,
  chainCalls,
} from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type RunningService, startService } from '../kit/service.ts';

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const proofkeep = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));

let home: string;
let site: SampleSite;
let service: RunningService;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'service-e2e-'));
  site = await startSampleSite();
  service = await startService({ dataDir: join(home, 'data'), egressAllow: site.egressAllow });
  client = new Client(service);
  await client.register('13900000001');
});
afterAll(async () => {
  await service.stop();
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

/** Waits until the attestation is in one of these states. */
async function until(ano: string, states: AttestationState[], limitMs = 60_000): Promise<AttestationSummary> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const { list } = await client.ask(calls.urlList, { anos: [ano] });
    const [found] = list;
    if (found && states.includes(found.state)) return found;
    if (Date.now() > deadline) throw new Error(`${ano} is ${found?.state} at ${found?.step ?? found?.rung}.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('the service', () => {
  it('preserves a page: capture, preview, confirmation, certificate, and a bundle that verifies', async () => {
    const { list } = await client.ask(calls.preserveUrls, { urls: [`${site.httpOrigin}/article`] });
    const ano = list[0]?.ano ?? '';

    const preview = await until(ano, ['preview', 'failed']);
    expect(preview).toMatchObject({ state: 'preview', isComplete: true, failure: null });
    const detail = await client.ask(calls.info, { ano });
    expect(detail.page?.finalUrl).toBe(`${site.httpOrigin}/article`);
    expect(detail.steps.find(({ step }) => step === 'screenshot')?.outcome).toBe('done');
    const ladder = async () => (await client.ask(calls.info, { ano })).ladder.map(({ rung }) => rung);
    await expect.poll(ladder).toEqual(['received', 'hashed', 'stamped', 'logged']);
    const { address } = await client.ask(calls.openReplay, { ano });
    expect((await fetch(address)).status).toBe(200);
    const { tiles } = await client.ask(calls.picture, { ano });
    expect(tiles[0]).toMatchObject({ widthPx: 1440 });

    await client.ask(calls.confirm, { anos: [ano] });
    await until(ano, ['succeeded']);
    const certified = await client.ask(calls.certificate, { ano });
    expect(certified.operator).toMatchObject({ role: 'holder', name: 'Ann', isCertified: false });
    expect(certified.manifestSha256).toBe((await client.ask(calls.info, { ano })).manifestSha256);

    const file = join(home, 'bundle.zip');
    writeFileSync(file, await client.bytes(calls.bundle, { attestationNo: ano }));
    const anchors = join(home, 'data', 'trust', 'anchors.json');
    const report = JSON.parse(
      execFileSync(process.execPath, [proofkeep, 'verify', file, '--trust', anchors, '--json'], { encoding: 'utf8' }),
    );
    expect(report.verdict).toBe('passed');
    const { applicant, operator } = report.facts;
    expect(applicant).toMatchObject({ account: 'Ann', certification: null });
    for (const found of [certified, await client.ask(calls.info, { ano })])
      expect({ applicant: found.applicant, operator: found.operator }).toEqual({ applicant, operator });
    expect(
      Buffer.from(await client.bytes(calls.certificatePdf, { ano }))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const chain = await client.ask(chainCalls.chainInfo, {});
    expect(chain).toMatchObject({ size: 1, root: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('preserves three pages that a page links to, each as an attestation of its submission', async () => {
    const shop = `${site.httpOrigin}/shop`;
    const sent = { urls: [shop], linkedPages: 3, autoConfirm: true };
    const { batchId, list } = await client.ask(calls.preserveUrls, sent);
    const ano = list[0]?.ano ?? '';
    await until(ano, ['preview', 'succeeded']);
    const listed = async () => (await client.ask(calls.batchList, { batchId: batchId ?? '', size: 100 })).list;
    const ends = new Set<AttestationState>(['succeeded', 'preview', 'failed']);
    await expect
      .poll(async () => (await listed()).every(({ state }) => ends.has(state)), { timeout: 120_000, interval: 500 })
      .toBe(true);

    expect((await listed()).map(({ url, state, cost }) => [url, state, cost?.packageUnits])).toEqual([
      [shop, 'succeeded', 1],
      [`${site.httpOrigin}/article`, 'succeeded', 1],
      [`${site.httpOrigin}/login-wall`, 'preview', 1],
      [`${site.httpOrigin}/websocket`, 'succeeded', 1],
    ]);
  }, 180_000);

  it('reports why a capture failed and retries on request', async () => {
    const { list } = await client.ask(calls.preserveUrls, { urls: ['http://nowhere.invalid/'] });
    const ano = list[0]?.ano ?? '';

    expect(await until(ano, ['failed'])).toMatchObject({ failure: { code: 'NAME_NOT_RESOLVED' }, attempt: 1 });
    await client.ask(calls.retry, { ano });
    expect(await until(ano, ['failed'])).toMatchObject({ attempt: 2 });
  });

  it('keeps only the history of a rejected preview', async () => {
    const { list } = await client.ask(calls.preserveUrls, { urls: [`${site.httpOrigin}/article`] });
    const ano = list[0]?.ano ?? '';
    await until(ano, ['preview']);

    await client.ask(calls.reject, { ano, reason: 'not this one' });

    expect(await until(ano, ['cancelled'])).toMatchObject({ thumbnail: null });
    await expect
      .poll(async () => (await client.request(calls.file, { ano, path: 'data/thumbnail.jpg' })).status)
      .toBe(404);
  });

  it('restarts after a stop with all its data', async () => {
    const before = await client.ask(calls.list, {});
    // The best of three runs, because other work on the machine may slow one down.
    let elapsedMs = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && elapsedMs > 10_000; tries++) {
      expect(await service.stop()).toBe(0);
      const started = performance.now();
      service = await startService({ dataDir: join(home, 'data'), egressAllow: site.egressAllow });
      elapsedMs = performance.now() - started;
    }

    const again = new Client(service);
    again.token = client.token;
    client = again;
    expect(await client.ask(calls.list, {})).toEqual(before);
    expect(elapsedMs).toBeLessThan(10_000);
  }, 90_000);

  it('exits with a message when its port is taken, and leaves the other service alone', async () => {
    const { port } = new URL(service.url);
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LANG: 'en_US.UTF-8', PORT: port, REPLAY_PORT: '0', DATA_DIR: join(home, 'other') };

    const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(`Proofkeep did not start: port ${port} is in use by another program`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await client.ask(chainCalls.chainInfo, {})).toMatchObject({ size: expect.any(Number) });
  });
});
