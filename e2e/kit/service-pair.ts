import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderCalls as calls } from '@proofkeep/contract';
import { expect } from 'vitest';
import { run } from './command.ts';
import { newDataFolder } from './data-folder.ts';
import { below, commandLineOf, processes } from './processes.ts';
import { type Client, freePort, type RunningService, startService } from './service.ts';

/** Two servers on one database that can be killed and restarted. */
export interface Pair {
  readonly dataDir: string;
  readonly services: RunningService[];
  /** Kills and restarts server 0 or 1, or kills the database (2), which the servers restart. */
  kill(which: number): Promise<void>;
  /** Expects `proofkeep ledger check` to find no problem. */
  expectSound(): Promise<void>;
  close(): Promise<void>;
}

export async function startPair(name: string): Promise<Pair> {
  const home = mkdtempSync(join(tmpdir(), `${name}-e2e-`));
  const dataDir = await newDataFolder(home);
  const start = (port: number) =>
    startService({
      dataDir,
      port,
      environment: {
        CAPTURE_CONCURRENCY: '0',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'fatal',
      },
    });
  const services: RunningService[] = [];
  for (let n = 0; n < 2; n++) services.push(await start(await freePort()));
  return {
    dataDir,
    services,
    async kill(which) {
      const service = services[which];
      if (!service) return killServerOf(dataDir);
      await service.kill();
      services[which] = await start(Number(new URL(service.url).port));
    },
    async expectSound() {
      const checked = await run(['ledger', 'check', '--json'], { DATA_DIR: dataDir });
      expect(JSON.parse(checked.stdout).problems).toEqual([]);
    },
    async close() {
      await Promise.all(services.map((service) => service.stop()));
      for (const pid of processes().filter((one) => commandLineOf(one).includes(home))) process.kill(pid, 'SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function killServerOf(dataDir: string): void {
  const server = Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (const pid of [server, ...below(server)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** Repeats the work until a server answers; work that must not run twice sends an idempotency key. */
export async function untilAnswered<T>(client: Client, work: () => Promise<T>, onFailure?: () => void): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${client.url} did not answer in time.`, { cause: error });
      onFailure?.();
      await sleep(200);
    }
  }
}

/** Starts a sandbox payment. @returns the address of its cashier page */
export async function begun(client: Client, orderNo: string): Promise<string> {
  const { paymentId } = await client.ask(calls.payOrder, { orderNo, way: 'sandbox' });
  const step = await client.ask(calls.openPayment, { paymentId: paymentId ?? '' });
  return step.kind === 'redirect' ? step.url : '';
}

/** Presses a button of the cashier, which responds after the service has. */
export const press = (cashier: string, act: string) =>
  fetch(cashier, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' });

/** Recharges and waits for the payment. @returns the number of the order */
export async function recharged(client: Client, amountCents: number): Promise<string> {
  const { orderNo } = await client.ask(calls.recharge, { amountCents });
  await press(await begun(client, orderNo), 'pay');
  await expect.poll(async () => (await client.ask(calls.order, { orderNo })).state).toBe('paid');
  return orderNo;
}
