import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestFile } from '@proofkeep/bundle/node';
import { leaseMs } from '@proofkeep/contract';
import { byTestLength, isLongTest, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodeService } from '../kit/node-service.ts';
import { type RunningNode, startNode } from '../kit/running-node.ts';

/** Each node polls several times during this time. */
const awayMs = byTestLength({ short: 2_500, long: 5_000 });

let site: SampleSite;
let home: string;
let service: NodeService;
let running: RunningNode[] = [];

beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'nodes-'));
  chmodSync(home, 0o755);
  service = await NodeService.open(home, site.egressAllow);
});
afterEach(async () => {
  for (const node of running) node.signal('SIGKILL');
  running = [];
  await service.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

function start(name: string): RunningNode {
  const node = startNode(home, name, service.url);
  running.push(node);
  return node;
}

const order = () => service.order(`${site.httpOrigin}/article`);

const until = (check: () => void | Promise<void>, timeout: number) => vi.waitFor(check, { timeout, interval: 50 });

/** Waits until the node has reached this step or a later one: events arrive in batches. */
const atStep = (ano: string, step: string) =>
  until(async () => expect((await service.custody(ano)).join('\n')).toContain(`step.${step} by`), 30_000);

const delivered = async (ano: string, limitMs = 40_000) => {
  await until(() => expect(service.delivered.map((lease) => lease.ano)).toContain(ano), limitMs);
  const leases = service.delivered.filter((lease) => lease.ano === ano);
  expect(leases).toHaveLength(1);
  return leases[0] as (typeof leases)[0];
};

const nothingLeft = (node: RunningNode) => until(() => expect(node.leftovers()).toEqual([]), 20_000);

describe('a capture node', () => {
  it('delivers every file of a capture unchanged and leaves nothing behind', async () => {
    const node = start('one');
    const ano = await order();

    const lease = await delivered(ano);

    const { report, artifacts } = await service.delivery(lease);
    expect(report).toMatchObject({ captureId: ano, state: 'complete' });
    const place = `evidence/${ano}/${lease.fence}/data/`;
    const keys = (await service.store.list(place)).map(({ key }) => key);
    expect(keys).toEqual(artifacts.map(({ path }) => place + path));
    expect(artifacts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['wacz', 'screenshot', 'dom', 'report']));
    for (const { path, size, sha256, sm3 } of artifacts)
      expect(await digestFile(join(home, 'store', place, path))).toMatchObject({ size, sha256, sm3 });
    const custody = await service.custody(ano);
    expect(custody.slice(0, 2)).toEqual(['leased by one', 'step.isolate by one']);
    expect(custody).toEqual(expect.arrayContaining(['step.load by one', 'step.pack by one']));
    expect(await node.stop()).toBe(0);
    expect(node.leftovers()).toEqual([]);
  }, 60_000);

  it('waits while the service is down and then reports the running capture in full', async () => {
    start('patient');
    const ano = await order();
    await atStep(ano, 'load');

    await service.down();
    await sleep(awayMs);
    await service.up();

    const lease = await delivered(ano);
    expect((await service.delivery(lease)).report.state).toBe('complete');
    expect(await service.row(ano)).toMatchObject({ attempt: 1 });
    const custody = await service.custody(ano);
    expect(custody.filter((event) => event.startsWith('step.pack'))).toEqual(['step.pack by patient']);
  }, 90_000);

  it('returns its lease when stopped, and another node takes it at once', async () => {
    const first = start('first');
    const ano = await order();
    await atStep(ano, 'load');

    expect(await first.stop()).toBe(0);

    expect(await service.row(ano)).toMatchObject({ state: 'queuing' });
    await nothingLeft(first);
    start('second');
    await delivered(ano);
    expect(await service.custody(ano)).toEqual(expect.arrayContaining(['left by first', 'leased by second']));
  }, 90_000);

  it('ends a capture that the holder cancels', async () => {
    const node = start('one');
    const ano = await order();
    await atStep(ano, 'load');

    await service.cancel(ano);

    await until(() => expect(node.output()).toContain('"lost"'), 8_000);
    expect(await service.store.list(`evidence/${ano}/`)).toEqual([]);
    await delivered(await order());
  }, 90_000);

  it('loses its captures to another node when killed or paused, and late deliveries are rejected', async () => {
    const [killed, paused] = [start('killed'), start('paused')];
    const anos = [await order(), await order()];
    await Promise.all(anos.map((ano) => atStep(ano, 'load')));
    killed.signal('SIGKILL');
    paused.signal('SIGSTOP');
    const lostAt = performance.now();
    if (!isLongTest) await service.shortenLeases(anos, 2_000);
    start('other');

    const takenOver = async () => {
      const nodes = await Promise.all(anos.map(async (ano) => (await service.row(ano)).node));
      expect(nodes).toContain('other');
    };
    await until(takenOver, leaseMs + 10_000);
    expect(performance.now() - lostAt).toBeLessThan(leaseMs + 10_000);
    const leases = [await delivered(anos[0] as string, 90_000), await delivered(anos[1] as string, 90_000)];
    await nothingButFolders(killed);

    const before = service.answered.length;
    paused.signal('SIGCONT');
    await until(() => expect(paused.output()).toContain('"lost"'), 10_000);
    const fences = new Set(leases.map(({ fence }) => fence));
    const late = service.answered.slice(before).filter(({ fence }) => !fences.has(fence));
    expect(late.map(({ status }) => status)).toEqual([409]);
    for (const { ano, fence } of leases) {
      const places = (await service.store.list(`evidence/${ano}/`)).map(({ key }) => key.split('/')[2]);
      expect([...new Set(places)]).toEqual([fence]);
      expect(await service.row(ano)).toMatchObject({ attempt: 2, state: 'capturing', leased_until: null });
    }
    expect(service.delivered).toHaveLength(2);
  }, 240_000);
});

/** Expects no files of a killed node: the next node on the machine removes them. */
const nothingButFolders = (node: RunningNode) =>
  until(() => expect(node.leftovers().filter((line) => line.includes('/'))).toEqual([]), 20_000);
