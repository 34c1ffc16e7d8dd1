import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttestationSummary,
  attestationCalls as calls,
  chainCalls,
  messageCalls,
  orderCalls,
} from '@proofkeep/contract';
import { byTestLength, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { runMinuteJob } from '../kit/minute-job.ts';
import { below, commandLineOf, processes } from '../kit/processes.ts';
import { Client, freePort, type RunningService, startService } from '../kit/service.ts';
import { untilAnswered } from '../kit/service-pair.ts';

const phone = '13900000041';
const rowCount = byTestLength({ short: 12, long: 300 });
const kills = byTestLength({ short: 4, long: 60 });
/** Longest random pause before the next kill. */
const calmMs = byTestLength({ short: 4_000, long: 12_000 });
const creditCents = 1_000_000;
const limitMs = byTestLength({ short: 420_000, long: 3_600_000 });

let home: string;
let dataDir: string;
let port: number;
let site: SampleSite;
let service: RunningService;
let client: Client;

const start = () =>
  startService({
    dataDir,
    port,
    egressAllow: site.egressAllow,
    environment: { CAPTURE_CONCURRENCY: '2', LOG_LEVEL: 'fatal' },
  });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'batches-kill-'));
  dataDir = join(home, 'data');
  site = await startSampleSite();
  port = await freePort();
  service = await start();
  client = new Client({ url: `http://127.0.0.1:${port}` });
  await client.register(phone);
  await credit(dataDir, phone, creditCents);
});
afterAll(async () => {
  await service.stop();
  await site.close();
  for (const pid of processes().filter((one) => commandLineOf(one).includes(home))) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function restart(): Promise<void> {
  await service.kill();
  service = await start();
}

/** Kills the capture node, which the service then restarts. */
function killNode(): number {
  const nodes = below(service.pid).filter((pid) => commandLineOf(pid).includes('/src/node.ts'));
  return nodes.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false; // It has ended by itself.
    }
  }).length;
}

async function rowsOf(batchId: string): Promise<AttestationSummary[]> {
  const rows: AttestationSummary[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const wanted = { batchId, size: 100, ...(cursor && { cursor }) };
    const { list, nextCursor } = await untilAnswered(client, () => client.ask(calls.batchList, wanted));
    rows.push(...list);
    cursor = nextCursor;
  }
  return rows;
}

it(
  'captures, charges and reports every row of a batch once, despite kills during submission and capture',
  async () => {
    const batchId = randomUUID();
    const rows = Array.from({ length: rowCount }, (_, n) => ({
      row: n + 2,
      url: `${site.httpOrigin}/article?n=${n}`,
      options: n % 2 ? { device: 'phone' as const } : {},
    }));
    const submit = () => client.ask(calls.batchSubmit, { batchId, rows, name: 'kill.csv', autoConfirm: true });
    // The service may be killed before it answers; the batch's id makes it safe to repeat the request.
    const submitting = untilAnswered(client, submit);
    await restart();
    expect(await submitting).toMatchObject({ batchId, count: rowCount, refused: [] });
    expect(await untilAnswered(client, submit)).toMatchObject({ batchId, count: rowCount });

    const hits = { service: 0, node: 0 };
    const isOver = async () =>
      (await untilAnswered(client, () => client.ask(calls.batch, { batchId }))).batch?.state === 'done';
    for (let turn = 0; turn < kills && !(await isOver()); turn++) {
      await sleep(500 + Math.random() * calmMs);
      if (turn % 2) hits.node += killNode();
      else {
        await restart();
        hits.service++;
      }
    }
    while (!(await isOver())) await sleep(500);

    expect(hits.service).toBeGreaterThan(0);
    expect(hits.node).toBeGreaterThan(0);
    const made = await rowsOf(batchId);
    expect(made.map(({ url }) => url)).toEqual(rows.map(({ url }) => url));
    expect(made.map(({ state }) => state)).toEqual(rows.map(() => 'succeeded'));
    expect((await client.ask(chainCalls.chainInfo, {})).size).toBe(rowCount);
    await expectCharged(made);
    await runMinuteJob(dataDir, 'summarise-submissions', {});
    await expect
      .poll(async () => (await client.ask(messageCalls.news, {})).list.map(({ link }) => link), { timeout: 90_000 })
      .toEqual([`/attestation/batch/${batchId}`]);
    const checked = await run(['log', 'check', '--json'], { DATA_DIR: dataDir });
    expect(JSON.parse(checked.stdout).problems).toEqual([]);
  },
  limitMs,
);

/** Each row was charged once, and nothing is still held. */
async function expectCharged(made: readonly AttestationSummary[]): Promise<void> {
  const costs = made.map(({ cost }) => cost);
  expect(new Set(costs.map((cost) => cost?.state))).toEqual(new Set(['settled']));
  const spent = costs.reduce((sum, cost) => sum + (cost?.amountCents ?? 0), 0);
  expect(spent).toBeGreaterThan(0);
  const { balanceCents, heldCents } = await client.ask(orderCalls.rechargeOptions, {});
  expect({ balanceCents, heldCents }).toEqual({ balanceCents: creditCents - spent, heldCents: 0 });
}
