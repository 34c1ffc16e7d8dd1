import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const pageBytes = 4096;

/** Returns every process of a process group: a browser with all its helpers, including orphaned ones. */
export const membersOf = (group: number): number[] => processes().filter((pid) => isMember(pid, group));

const isMember = (pid: number, group: number): boolean => {
  const { state, pgrp } = statOf(pid);
  return Number(pgrp) === group && state !== 'Z';
};

const isRunning = (pid: number): boolean => !['', 'Z'].includes(statOf(pid).state);

/** The state is empty if the process is gone. */
function statOf(pid: number): { state: string; pgrp: string | undefined } {
  const stat = read(`/proc/${pid}/stat`);
  // `pid (comm) state ppid pgrp …`; comm may contain spaces and parentheses.
  const [state = '', , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, pgrp };
}

/**
 * Chromium's crash handlers leave the process group and start their own sessions; their arguments contain the profile
 * folder.
 */
const straysOf = (profileDir: string): number[] =>
  processes().filter((pid) => read(`/proc/${pid}/cmdline`).includes(profileDir));

const processes = (): number[] => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

/**
 * Returns a function that measures the group's memory in bytes: private memory of each process, and the largest shared
 * part once. It runs several times a second, so each process of the machine is inspected only once: no process joins
 * the group later.
 */
export function memoryMeter(group: number): () => number {
  const known = new Map<number, boolean>();
  return () => {
    let own = 0;
    let shared = 0;
    for (const pid of processes()) {
      if (!known.has(pid)) known.set(pid, isMember(pid, group));
      if (!known.get(pid)) continue;
      const [, resident = 0, share = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number);
      own += (resident - share) * pageBytes;
      shared = Math.max(shared, share * pageBytes);
    }
    return own + shared;
  };
}

/** Kills a browser and everything it started, and waits until all of it is gone. */
export async function killBrowser(group: number, profileDir: string, limitMs = 5000): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const strays = straysOf(profileDir);
    const left = [...membersOf(group), ...strays];
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Processes of group ${group} could not be ended.`);
    for (const target of [-group, ...strays]) kill(target);
    // Polling the known processes costs far less than listing every process of the machine again.
    do await sleep(10);
    while (left.some(isRunning) && Date.now() < deadline);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process is already gone.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The process ended during the read.
  }
}
