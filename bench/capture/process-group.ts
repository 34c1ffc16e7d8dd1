import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Resources used by a command and all its descendants. */
export interface Usage {
  readonly wallMs: number;
  /** User and system time of all processes, including those whose parent never waited for them. */
  readonly cpuMs: number;
  /** Largest sum of proportional set sizes over the whole tree, sampled every 150 ms. */
  readonly peakPssBytes: number;
  /** Largest resident set of the command's own process, as counted by the kernel. */
  readonly peakOwnRssBytes: number;
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Command {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Its standard input; stays open until the command ends. */
  readonly input?: string;
  readonly limitMs: number;
}

const sampleMs = 150;

/**
 * Runs a command in its own control group (cgroup v2): so the helpers of a browser, which leave its session and its
 * parent, are still counted and ended. Throws if this user may not create a group.
 */
export async function measure(command: Command): Promise<Usage> {
  const group = makeGroup();
  const started = performance.now();
  const child = start(command, group);
  const [output, errors] = [collect(child.stdout), collect(child.stderr)];
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const limit = setTimeout(() => endAll(group), command.limitMs);
  const memory = { peakPssBytes: 0, peakOwnRssBytes: 0 };
  const sampling = setInterval(() => sample(group, child.pid!, memory), sampleMs);
  const exitCode = await exit;
  const wallMs = performance.now() - started;
  clearTimeout(limit);
  clearInterval(sampling);
  await ended(group);
  const cpuMs = Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))![1]) / 1000;
  rmdirSync(group);
  return { wallMs, cpuMs, ...memory, exitCode, output: output(), errors: errors() };
}

/** Below our own group, the most likely place where a user may create groups. */
function makeGroup(): string {
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ (\S+) cgroup2 /m)?.[1];
  const own = readFileSync('/proc/self/cgroup', 'utf8').match(/^0::(.*)$/m)?.[1];
  const path = join(mount ?? '/sys/fs/cgroup', own ?? '/', `bench-${randomUUID()}`);
  try {
    mkdirSync(path);
    return path;
  } catch (cause) {
    const advice = 'Run it as root, or under `systemd-run --user --scope --property=Delegate=yes`.';
    throw new Error(`The bench counts processes by control group and may not make one at ${path}. ${advice}`, {
      cause,
    });
  }
}

function start({ args, env, input }: Command, group: string): ChildProcess {
  const enter = 'echo $$ > "$0/cgroup.procs" && exec "$@"';
  const child = spawn('/bin/sh', ['-c', enter, group, ...args], { env: { ...process.env, ...env } });
  child.stdin.on('error', () => {}); // it may end without having read all
  if (input === undefined) child.stdin.end();
  else child.stdin.write(input);
  return child;
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

function sample(group: string, own: number, memory: { peakPssBytes: number; peakOwnRssBytes: number }): void {
  const pss = members(group).reduce((sum, pid) => sum + kibibytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0);
  memory.peakPssBytes = Math.max(memory.peakPssBytes, pss * 1024);
  memory.peakOwnRssBytes = Math.max(memory.peakOwnRssBytes, kibibytes(`/proc/${own}/status`, 'VmHWM') * 1024);
}

export const members = (group: string): number[] =>
  read(join(group, 'cgroup.procs')).split('\n').filter(Boolean).map(Number);

const kibibytes = (path: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(path))?.[1] ?? 0);

/** The other processes have a second to end by themselves. */
async function ended(group: string): Promise<void> {
  for (let waitedMs = 0; members(group).length > 0; waitedMs += 50) {
    if (waitedMs >= 1000) endAll(group);
    await sleep(50);
  }
  // A group can be removed once its subgroups are gone: a browser may have created some.
  for (const inner of readdirSync(group, { withFileTypes: true }))
    if (inner.isDirectory()) rmdirSync(join(group, inner.name));
}

const endAll = (group: string): void => writeFileSync(join(group, 'cgroup.kill'), '1');

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // ended while we looked
  }
}
