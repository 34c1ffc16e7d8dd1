import { readdirSync, readFileSync } from 'node:fs';

/** Peak memory and processor time of the child processes of this process. */
export interface ChildUsage {
  peakMb: number;
  cpuSeconds: number;
}

const everyMs = 5;
/** Clock ticks per second in `/proc/[pid]/stat`: always 100 on Linux (proc_pid_stat(5), `sysconf(_SC_CLK_TCK)`). */
const ticks = 100;

/**
 * Observes the children of this process while `act` runs. The kernel keeps the peak, so only what a process adds in the
 * last milliseconds before it ends isn't seen.
 */
export async function usageDuring(act: () => Promise<unknown>): Promise<ChildUsage> {
  const before = new Set(children());
  const usage: ChildUsage = { peakMb: 0, cpuSeconds: 0 };
  const timer = setInterval(() => {
    for (const pid of children()) if (!before.has(pid)) addUsage(usage, pid);
  }, everyMs);
  try {
    await act();
  } finally {
    clearInterval(timer);
  }
  return usage;
}

const children = (): string[] =>
  readdirSync('/proc/self/task').flatMap((task) =>
    (textAt(`/proc/self/task/${task}/children`) ?? '').split(' ').filter(Boolean),
  );

function addUsage(usage: ChildUsage, pid: string): void {
  const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(textAt(`/proc/${pid}/status`) ?? '')?.[1] ?? 0;
  // The fields after the name, which may contain spaces: utime and stime are the 14th and 15th of the line.
  const fields = (textAt(`/proc/${pid}/stat`) ?? '').split(') ').at(-1)?.split(' ') ?? [];
  usage.peakMb = Math.max(usage.peakMb, Number(peakKb) / 1024);
  usage.cpuSeconds = Math.max(usage.cpuSeconds, (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticks);
}

/** Undefined once the process has ended. */
function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
