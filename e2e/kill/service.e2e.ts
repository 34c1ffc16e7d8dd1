import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttestationSummary, attestationCalls as calls, chainCalls } from '@proofkeep/contract';
import { byTestLength, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run, verifyHere } from '../kit/command.ts';
import { credit } from '../kit/credit.ts';
import { below, commandLineOf, processes } from '../kit/processes.ts';
import { Client, freePort, type RunningService, startService } from '../kit/service.ts';

const captures = byTestLength({ short: 8, long: 50 });
const backWithinMs = 10_000;
/** Number of kills per part. */
const killsEach = byTestLength({ short: 1, long: 4 });
/** Longest random pause before the next kill. */
const calmMs = byTestLength({ short: 1_500, long: 6_000 });
/**
 * Longest wait for a victim: the next capture starts earlier, although a node pauses for up to a minute after a failed
 * one.
 */
const presentMs = 75_000;
/** Number of captures that end between two kills, so that there is something to lose. */
const endedBetween = byTestLength({ short: 1, long: 2 });
/** Number of bundles verified by the command; the others are verified in this process. */
const byCommand = 2;
const limitMs = 600_000;

let home: string;
let dataDir: string;
let site: SampleSite;
let service: RunningService;
let port: number;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'service-kill-'));
  dataDir = join(home, 'data');
  site = await startSampleSite();
  port = await freePort();
  service = await start();
});
afterAll(async () => {
  await service.stop();
  await site.close();
  for (const pid of processes().filter((one) => commandLineOf(one).includes(home))) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const start = () =>
  startService({ dataDir, port, egressAllow: site.egressAllow, environment: { CAPTURE_CONCURRENCY: '2' } });

const belowThat = (name: string) => below(service.pid).filter((pid) => commandLineOf(pid).includes(name));

/** The server with all its jobs, the capture node, one capture, the browser, and the database. */
const victims: Record<string, () => number[]> = {
  server: () => [service.pid],
  node: () => belowThat('/src/node.ts'),
  capture: () => belowThat('single-capture.ts'),
  browser: () => belowThat('--user-data-dir'),
  database: () => {
    const server = Number(read(join(dataDir, 'postgres', 'data', 'postmaster.pid')).split('\n')[0]);
    return server ? [server, ...below(server)] : [];
  },
};

describe('a service with parts killed at random during captures', () => {
  it(
    'ends every capture exactly once and recovers immediately',
    async () => {
      const client = new Client({ url: `http://127.0.0.1:${port}` });
      await client.register('13900000001');
      await credit(dataDir, '13900000001', 1_000_000);
      const urls = Array.from({ length: captures }, (_, i) => `${site.httpOrigin}/article?n=${i}`);
      const { list: submitted } = await client.ask(calls.preserveUrls, { urls, autoConfirm: true });
      expect(submitted).toHaveLength(captures);

      const hits: Record<string, number> = {};
      const backAfterMs: number[] = [];
      const names = Object.keys(victims);
      for (let turn = 0; turn < killsEach * names.length; turn++) {
        const name = names[turn % names.length] as string;
        const before = (await open(client)).length;
        if (before === 0) break;
        await sleep(Math.random() * calmMs);
        const killed = (await present(name)).filter(tryKill);
        hits[name] = (hits[name] ?? 0) + (killed.length > 0 ? 1 : 0);
        const killedAt = performance.now();
        // Until the last process is gone, the service may still answer from a database that is about to end.
        await Promise.all(killed.map(ended));
        if (name === 'server') service = await start();
        await answers(client);
        if (name === 'server' || name === 'database') backAfterMs.push(performance.now() - killedAt);
        await untilOpen(client, Math.max(0, before - endedBetween));
      }
      await untilOpen(client, 0);

      expect(Object.keys(hits).filter((name) => !hits[name])).toEqual([]);
      expect(Math.max(...backAfterMs)).toBeLessThan(backWithinMs);
      await expectAllEnded(client, submitted);
    },
    limitMs,
  );
});

/** Waits for the processes of a victim, which may not exist between two captures. */
async function present(name: string): Promise<number[]> {
  for (const until = Date.now() + presentMs; Date.now() < until; await sleep(50)) {
    const found = victims[name]?.() ?? [];
    if (found.length > 0) return found;
  }
  return [];
}

/** Captures that are still running or waiting. */
async function open(client: Client): Promise<AttestationSummary[]> {
  const states = ['queuing', 'capturing', 'preview', 'sealing'] as const;
  return (await client.ask(calls.urlList, { states: [...states], size: 100 })).list;
}

/** Waits until at most this many captures are open. */
async function untilOpen(client: Client, count: number): Promise<void> {
  while ((await open(client)).length > count) await sleep(200);
}

async function expectAllEnded(client: Client, submitted: readonly AttestationSummary[]): Promise<void> {
  const { list } = await client.ask(calls.urlList, { size: 100 });
  expect(list.map(({ ano }) => ano).sort()).toEqual(submitted.map(({ ano }) => ano).sort());
  for (const { state, failure } of list) expect(state === 'succeeded' || failure?.said.text, state).toBeTruthy();
  const succeeded = list.filter(({ state }) => state === 'succeeded');
  expect(succeeded.length).toBeGreaterThan(captures / 2);

  const { size } = await client.ask(chainCalls.chainInfo, {});
  expect(size).toBe(succeeded.length);
  const checked = await run(['log', 'check', '--json'], { DATA_DIR: dataDir });
  expect(JSON.parse(checked.stdout).problems).toEqual([]);
  for (const [i, { ano }] of succeeded.entries()) {
    const file = join(home, `${ano}.zip`);
    writeFileSync(file, await client.bytes(calls.bundle, { attestationNo: ano }));
    const env = { DATA_DIR: dataDir };
    const verified = i < byCommand ? await run(['verify', file, '--json'], env) : await verifyHere(file, env);
    expect(verified.code, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout).facts.ano).toBe(ano);
  }
}

/** Waits until the service answers from the database. */
async function answers(client: Client): Promise<void> {
  for (;;) {
    const isAnswered = await client.ask(calls.labels, {}).then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await sleep(50);
  }
}

/** Waits until a killed process is gone. */
async function ended(pid: number): Promise<void> {
  while (commandLineOf(pid)) await sleep(20); // a zombie has none
}

function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // It has ended by itself.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
