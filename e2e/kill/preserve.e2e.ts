import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { byTestLength, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportBundle } from '../../apps/server/src/cli/local/export.ts';
import { openInstallation } from '../../apps/server/src/installation.ts';
import { readConfig } from '../../apps/server/src/read-config.ts';
import { run, verifyHere } from '../kit/command.ts';
import { anoIn, hasReached, type KilledRun, runAndKill, type Victim } from '../kit/killed-run.ts';
import { below, commandLineOf, processes } from '../kit/processes.ts';

const captures = byTestLength({ short: 10, long: 20 });
const atOnce = 2;
/** Three of ten are killed at `logged`, when they can no longer be lost; a kill in the other lane may end some of them earlier. */
const sealedAtLeast = byTestLength({ short: 1, long: 4 });
const startLimitMs = 10_000;
/** Number of bundles exported and verified by the command; the others are in this process. */
const byCommand = 2;

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

/** The command with its capture node, the browser, and the database server with all its backends. */
const victims = {
  command: (command) => [command],
  engine: (command) => below(command).filter((pid) => commandLineOf(pid).includes('single-capture.ts')),
  browser: (command) => below(command).filter((pid) => commandLineOf(pid).includes('--user-data-dir')),
  database: () => databaseServer(),
  everything: (command) => [command, ...databaseServer(), ...below(command)],
} satisfies Record<string, Victim>;
type Kill = { name: keyof typeof victims; at: 'stamped' | 'logged' | number };

/**
 * The processes to kill, in order, and the time: a random moment within this many milliseconds, or a step of the proof.
 */
const kills: Kill[] = [
  { name: 'engine', at: 3000 },
  { name: 'command', at: 'stamped' },
  { name: 'browser', at: 3000 },
  { name: 'command', at: 'logged' },
  { name: 'database', at: 8000 },
  { name: 'everything', at: 'stamped' },
  { name: 'everything', at: 8000 },
  { name: 'database', at: 'logged' },
  { name: 'command', at: 8000 },
  { name: 'everything', at: 'logged' },
];

function databaseServer(): number[] {
  const server = Number(read(join(home, 'data', 'postgres', 'data', 'postmaster.pid')).split('\n')[0]);
  return server ? [server, ...below(server)] : [];
}

type Outcome = KilledRun & { out: string; kill: Kill };

async function preserveAndKill(i: number, kill = kills[i % kills.length] as Kill): Promise<Outcome> {
  const out = join(home, `${i}.zip`);
  const at = typeof kill.at === 'number' ? Math.random() * kill.at : kill.at;
  const args = ['preserve', `${site.httpOrigin}/article?n=${i}`, '--out', out];
  return { ...(await runAndKill(args, env, { victim: victims[kill.name], at })), out, kill };
}

describe('proofkeep preserve killed at random', () => {
  it('loses nothing sealed, duplicates nothing, and recovers at the next start', async () => {
    const outcomes: Outcome[] = [];
    let next = 0;
    const lane = async () => {
      while (next < captures) outcomes.push(await preserveAndKill(next++));
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    // A kill misses if the run was over before it, perhaps by a kill in the other lane: alone, it has its victim.
    for (const kill of missed(outcomes)) outcomes.push(await preserveAndKill(next++, kill));
    expectKillsHaveHit(outcomes);

    const last = `${site.httpOrigin}/article?n=last`;
    const args = ['preserve', last, '--out', join(home, 'last.zip')];
    const recovered = await runAndKill(args, env, { victim: () => [], at: 'certified' });
    expect(recovered, recovered.stderr).toMatchObject({ code: 0 });
    const starts = [...outcomes, recovered].flatMap(({ foundItsWayMs }) => foundItsWayMs ?? []);
    expect(Math.max(...starts)).toBeLessThan(startLimitMs);

    const checked = await run(['log', 'check', '--json'], env);
    expect(JSON.parse(checked.stdout).problems).toEqual([]);

    const listed = await run(['list', '--json'], env);
    const attestations: { ano: string; url: string; state: string }[] = JSON.parse(listed.stdout);
    expect(attestations.filter(({ state }) => state !== 'succeeded' && state !== 'failed')).toEqual([]);
    const succeeded = attestations.filter(({ state }) => state === 'succeeded');
    expect(succeeded.filter(({ url }) => url !== last).length).toBeGreaterThanOrEqual(sealedAtLeast);
    expect(new Set(succeeded.map(({ url }) => url)).size).toBe(succeeded.length);
    const logged = outcomes.filter(({ stderr }) => hasReached(stderr, 'logged')).map(({ stderr }) => anoIn(stderr));
    expect(succeeded.map(({ ano }) => ano)).toEqual(expect.arrayContaining(logged));
    const log = await run(['log', '--json'], env);
    expect(JSON.parse(log.stdout).size).toBe(succeeded.length);

    for (const { out } of outcomes.filter(({ code }) => code === 0)) {
      const verified = await verifyHere(out, env);
      expect(verified.code, verified.stdout).toBe(0);
      expect(succeeded.map(({ ano }) => ano)).toContain(JSON.parse(verified.stdout).facts.ano);
    }
    await expectExportable(succeeded.map(({ ano }) => ano));

    expect(readdirSync(join(home, 'data', 'store', 'evidence')).sort()).toEqual(succeeded.map(({ ano }) => ano).sort());
    expect(readdirSync(join(home, 'data', 'work'))).toEqual([]);
    const checkedStore = await run(['store', 'check', '--json'], env);
    expect(checkedStore, checkedStore.stdout).toMatchObject({ code: 0 });
    expect(halfWritten(outcomes)).toEqual([]);
    await expect.poll(() => ofThisTest().map(commandLineOf), { timeout: 5000 }).toEqual([]);
  }, 400_000);
});

/** Exports every attestation again and verifies it. */
async function expectExportable(anos: string[]): Promise<void> {
  const installation = await openInstallation(readConfig({ NTP_SERVERS: '', ...env }), env);
  try {
    for (const [i, ano] of anos.entries()) {
      const again = join(home, `${ano}.zip`);
      const isByCommand = i < byCommand;
      if (isByCommand) expect(await run(['export', ano, '--out', again], env)).toMatchObject({ code: 0 });
      else await exportBundle(installation, ano, again);
      const verified = isByCommand ? await run(['verify', again, '--json'], env) : await verifyHere(again, env);
      expect(verified.code, verified.stdout).toBe(0);
      expect(JSON.parse(verified.stdout).facts.ano).toBe(ano);
    }
  } finally {
    await installation.close();
  }
}

/** Returns the kills without a hit in any run. */
const missed = (outcomes: Outcome[]): Kill[] =>
  kills.filter((kill) => !outcomes.some((outcome) => outcome.kill === kill && outcome.hits > 0));

/** Expects a kill of every kind of victim, some of them between timestamp and certificate. */
function expectKillsHaveHit(outcomes: Outcome[]): void {
  const hit = outcomes.filter(({ hits }) => hits > 0);
  expect(new Set(hit.map(({ kill }) => kill.name))).toEqual(new Set(Object.keys(victims)));
  for (const rung of ['stamped', 'logged'] as const) {
    const there = hit.filter(({ kill, stderr }) => kill.at === rung && !hasReached(stderr, 'certified'));
    expect(there.length, rung).toBeGreaterThan(0);
  }
}

/** Partial bundles, except those of killed writers. */
function halfWritten(outcomes: Outcome[]): string[] {
  const killed = outcomes.filter(({ signal }) => signal !== null).map(({ out }) => basename(out));
  return readdirSync(home).filter((name) => name.endsWith('.part') && !killed.some((out) => name.startsWith(out)));
}

const ofThisTest = () => processes().filter((pid) => commandLineOf(pid).includes(home));

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
