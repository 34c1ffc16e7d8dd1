import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of the kernel per second (sysconf(3): _SC_CLK_TCK), the same on every Linux. */
const ticks = 100;

/** CPU time so far and memory of a process and all its running descendants. */
export function usageOf(pid: number): { cpuMs: number; pssBytes: number } {
  const all = [...tree(pid)];
  const cpuTicks = all.reduce((sum, one) => sum + ticksOf(one), 0);
  const pssKib = all.reduce((sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(read(one, 'smaps_rollup'))?.[1] ?? 0), 0);
  return { cpuMs: (cpuTicks / ticks) * 1000, pssBytes: pssKib * 1024 };
}

function tree(root: number): Set<number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(pids.map((name) => [Number(name), Number(statOf(Number(name))[1] ?? 0)]));
  const found = new Set([root]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return found;
}

/** proc_pid_stat(5), from the third field on: state, parent, … */
const statOf = (pid: number): string[] => read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
const ticksOf = (pid: number): number => Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0);

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // It ended meanwhile.
  }
}
