import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, proofkeep, run } from './kit/command.ts';
import { below, commandLineOf, processes } from './kit/processes.ts';

const captures = 20;
const atOnce = 2;
const startLimitMs = 10_000;

let site: Awaited<ReturnType<typeof startSampleSite>>;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  site = await startSampleSite();
  home = mkdtempSync(join(tmpdir(), 'kill-'));
  env = { DATA_DIR: join(home, 'data'), EGRESS_ALLOW: site.egressAllow.join(',') };
});

afterAll(async () => {
  await site.close();
  for (const pid of ofThisTest()) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** What is killed in turn: the command with its capture node, the browser, the database server with all its backends. */
const victims: Record<string, (command: number) => number[]> = {
  command: (command) => [command],
  node: (command) => below(command).filter((pid) => commandLineOf(pid).includes('once.ts')),
  browser: (command) => below(command).filter((pid) => commandLineOf(pid).includes('--user-data-dir')),
  database: databaseServer,
  everything: (command) => [...databaseServer(), ...below(command), command],
};

function databaseServer(): number[] {
  const server = Number(read(join(home, 'data', 'postgres', 'data', 'postmaster.pid')).split('\n')[0]);
  return server ? [server, ...below(server)] : [];
}

describe('killed at random during captures', () => {
  it('loses nothing sealed, doubles nothing, and finds its way at the next start', async () => {
    const names = Object.keys(victims);
    const outcomes: (Ended & { out: string; victim: string })[] = [];
    let next = 0;
    const lane = async () => {
      while (next < captures) {
        const i = next++;
        const victim = names[i % names.length] ?? 'command';
        const out = join(home, `${i}.zip`);
        const { child, ended } = proofkeep(['preserve', `${site.httpOrigin}/article?n=${i}`, '--out', out], env);
        const kill = async () => {
          await sleep(500 + Math.random() * 7000);
          for (const pid of victims[victim]?.(child.pid ?? 0) ?? []) tryKill(pid);
        };
        await Promise.all([kill(), ended.then((result) => outcomes.push({ ...result, out, victim }))]);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));

    const before = performance.now();
    const last = join(home, 'last.zip');
    const recovered = await run(['preserve', `${site.httpOrigin}/article?n=last`, '--out', last], env);
    expect(recovered, recovered.stderr).toMatchObject({ code: 0 });
    const startedMs = performance.now() - before;
    expect(startedMs, recovered.stderr).toBeLessThan(startLimitMs);

    const checked = await run(['log', 'check', '--json'], env);
    expect(JSON.parse(checked.stdout).problems).toEqual([]);

    const sealed = outcomes.filter((outcome) => outcome.code === 0);
    const listed = await run(['list', '--json'], env);
    const attestations: { ano: string; url: string; state: string }[] = JSON.parse(listed.stdout);
    expect(attestations.filter(({ state }) => state !== 'succeeded' && state !== 'failed')).toEqual([]);
    const succeeded = attestations.filter(({ state }) => state === 'succeeded');
    expect(new Set(succeeded.map(({ url }) => url)).size).toBe(succeeded.length);
    const log = await run(['log', '--json'], env);
    expect(JSON.parse(log.stdout).size).toBe(succeeded.length);

    for (const { out } of sealed) {
      const verified = await run(['verify', out, '--json'], env);
      expect(verified.code, verified.stdout).toBe(0);
      expect(succeeded.map(({ ano }) => ano)).toContain(JSON.parse(verified.stdout).facts.ano);
    }
    for (const { ano } of succeeded) {
      const again = join(home, `${ano}.zip`);
      expect(await run(['export', ano, '--out', again], env)).toMatchObject({ code: 0 });
      expect(await run(['verify', again], env)).toMatchObject({ code: 0 });
    }

    expect(readdirSync(join(home, 'data', 'evidence')).sort()).toEqual(succeeded.map(({ ano }) => ano).sort());
    expect(readdirSync(join(home, 'data', 'work'))).toEqual([]);
    expect(readdirSync(join(home, 'data', 'sealing'))).toEqual([]);
    expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect.poll(() => ofThisTest().map(commandLineOf), { timeout: 5000 }).toEqual([]);
  }, 400_000);
});

const ofThisTest = () => processes().filter((pid) => commandLineOf(pid).includes(home));

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
