import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CaptureEvent } from '@proofkeep/contract';
import { parseAllowed } from '@proofkeep/egress';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEgress } from '../egress/guard.ts';
import { makeOwnFolder, type OwnFolder } from '../own-folder.ts';
import { capture, leftovers } from '../testing/capture.ts';
import { openBrowser } from './host.ts';
import { membersOf } from './process-group.ts';

const chromium = process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium';

let site: SampleSite;
let programs: string;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  programs = await mkdtemp(join(tmpdir(), 'programs-'));
  await chmod(programs, 0o755);
  vi.stubEnv('PATH', [programs, process.env.PATH].join(delimiter));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(programs, { recursive: true, force: true });
});

/** Writes a program that takes precedence over the system's program of the same name. */
async function given(name: string, script: string): Promise<string> {
  const path = join(programs, name);
  await writeFile(path, `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  return path;
}

const hostAllowsNoNamespace = () => given('unshare', 'exit 1');
const chromiumWithout = (flags: string) =>
  given('leaky', `for it; do [[ $it == @(${flags}) ]] || kept+=("$it"); done; exec ${chromium} "\${kept[@]}"`);

const captureArticle = async (environment: NodeJS.ProcessEnv = {}) => {
  const one = await capture({ url: `${site.httpOrigin}/article` }, { site, environment });
  const connections = await one.text('connections.jsonl').catch(() => '');
  await one.remove();
  return { ...one, connections, left: await leftovers() };
};

const lease = (folder: string) =>
  openBrowser({
    egress: openEgress({ allowed: parseAllowed([]), ownHosts: [], maxBytes: 0, resolve: async () => [] }),
    limits: { memoryBytes: 2 ** 31 },
    locale: 'zh-CN',
    viewport: { width: 800, height: 600 },
    tls: 'require-valid',
    trustSpki: [],
    executable: chromium,
    folder,
  });

/** Empty if the process does not exist. */
const commandOf = (pid: number | string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** Returns the browser whose profile folder has `mark` in its name, and all its processes. */
async function processesOf(mark: string): Promise<{ leader: number; all: number[] }> {
  const isLeader = (command: string) =>
    command.includes('--user-data-dir=') && command.includes(mark) && !command.includes('--type=');
  const leader = Number((await readdir('/proc')).find((name) => /^\d+$/.test(name) && isLeader(commandOf(name))));
  return { leader, all: membersOf(leader) };
}

/** Reads a field of /proc/<pid>/status. */
const fieldOf = (pid: number, name: string): string =>
  new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

describe('the browser of a capture', () => {
  let folder: OwnFolder;
  beforeEach(async () => {
    folder = await makeOwnFolder();
  });
  afterEach(() => folder.remove());

  it('runs as a non-root user without capabilities, in its own network namespace', async () => {
    const { isolation, profileDir, kill } = await lease(folder.path);

    const { leader, all } = await processesOf(profileDir);
    const users = all.flatMap((pid) => fieldOf(pid, 'Uid').split('\t'));
    const networks = all.map((pid) => readlinkSync(`/proc/${pid}/ns/net`));
    const rights = fieldOf(leader, 'CapEff');
    await kill();

    expect(isolation).toBe('namespace');
    expect(all.length).toBeGreaterThan(2);
    expect(users).not.toContain('0');
    expect(networks).not.toContain(readlinkSync('/proc/self/ns/net'));
    expect(rights).toMatch(/^0+$/);
  });

  it('has its sandbox enabled', async () => {
    const { profileDir, kill } = await lease(folder.path);

    const { all } = await processesOf(profileDir);
    const renderer = all.find((pid) => commandOf(pid).includes('--type=renderer')) ?? Number.NaN;

    // A new renderer installs its seccomp filter last.
    await expect.poll(() => fieldOf(renderer, 'Seccomp')).toBe('2');
    expect(fieldOf(renderer, 'NoNewPrivs')).toBe('1');
    await kill();
  });

  it('has its own temporary folder, which is removed with its profile', async () => {
    const { kill } = await lease(folder.path);

    const left = await readdir(join(folder.path, 't'));
    await kill();

    // It may be writing other temporary files.
    expect(left).toContainEqual(expect.stringMatching(/^org\.chromium\./));
    expect(await readdir(folder.path)).toEqual(['lock']);
  });
});

describe('a browser in its own network namespace', () => {
  it('is not started if the namespace leaks', async () => {
    await given('unshare', 'until [ "$1" = -- ]; do shift; done; shift; exec "$@"');
    await given('ip', 'exit 0');

    const { report, left } = await captureArticle();

    expect(report.failure).toMatchObject({ code: 'ISOLATION_FAILED', said: { name: 'browser.not-confined' } });
    expect(left).toEqual([]);
  });
});

describe('a browser that is killed while it starts', () => {
  it('is not started again with less isolation, and leaves no process', async () => {
    await given('bash', 'sleep 61.5 & kill -9 $$');

    const { report, left } = await captureArticle();

    expect(report.failure).toMatchObject({ code: 'BROWSER_FAILED', said: { name: 'browser.not-started' } });
    expect(left).toEqual([]);
    const commands = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(commandOf);
    expect(commands).not.toContain('sleep\x0061.5\0');
  });
});

describe('a browser confined only by the proxy', () => {
  it('is used if the host permits no namespace, and keeps its escape test out of the evidence', async () => {
    await hostAllowsNoNamespace();

    const { report, connections, left } = await captureArticle();

    expect(report).toMatchObject({ state: 'complete', environment: { isolation: 'proxy', sandbox: true } });
    const places = connections
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(places.length).toBeGreaterThan(0);
    for (const { host, port } of places) expect(site.egressAllow).toContain(`${host}:${port}`);
    expect(left).toEqual([]);
  }, 60_000);

  it.each([
    ['knows no proxy', '--proxy-*'],
    ['goes past the proxy to its own machine', '--proxy-bypass-list*'],
    ['lets WebRTC go past the proxy', '--webrtc-ip-handling-policy*'],
  ])(
    'is not used when it %s',
    async (_, flags) => {
      await hostAllowsNoNamespace();

      const { report, left } = await captureArticle({ CHROMIUM_PATH: await chromiumWithout(flags) });

      expect(report.failure).toMatchObject({ code: 'ISOLATION_FAILED', said: { name: 'browser.not-confined' } });
      expect(left).toEqual([]);
    },
    60_000,
  );
});

describe('a killed capture node', () => {
  const startNode = () => {
    const entry = fileURLToPath(new URL('../single-capture.ts', import.meta.url));
    return spawn(process.execPath, [entry, join(programs, 'work')], { stdio: ['pipe', 'pipe', 'ignore'] });
  };

  it.each([
    ['in a network of its own', async () => {}],
    ['behind the proxy alone', hostAllowsNoNamespace],
  ])(
    'ends its browser (%s), and the next node removes its folders',
    async (_, host) => {
      await host();
      const node = startNode();
      const url = `${site.httpOrigin}/hostile/slow-headers`;
      node.stdin.write(`${JSON.stringify({ captureId: 'killed', url, egressAllow: site.egressAllow })}\n`);
      for await (const line of createInterface({ input: node.stdout })) {
        const event = CaptureEvent.parse(JSON.parse(line));
        if (event.type === 'step' && event.step === 'load') break;
      }
      const { all } = await processesOf(`pk-${node.pid}-`);

      node.kill('SIGKILL');
      await sleep(2_000);
      const alive = all.filter((pid) => commandOf(pid) !== '');
      const next = startNode();
      next.stdin.end('no job\n');
      await once(next, 'exit');

      expect(all.length).toBeGreaterThan(2);
      expect(alive).toEqual([]);
      expect(await leftovers(node.pid)).toEqual([]);
    },
    60_000,
  );
});
