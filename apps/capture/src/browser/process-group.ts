import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const pageBytes = 4096;

/** Every process of a process group: a browser with all its helpers, also those whose parent is gone. */
export const membersOf = (group: number): number[] => processes().filter((pid) => isMember(pid, group));

const isMember = (pid: number, group: number): boolean => {
  const { state, pgrp } = statOf(pid);
  return Number(pgrp) === group && state !== 'Z';
};

const isRunning = (pid: number): boolean => !['', 'Z'].includes(statOf(pid).state);

/** Of a process that is gone the state is empty. */
function statOf(pid: number): { state: string; pgrp: string | undefined } {
  const stat = read(`/proc/${pid}/stat`);
  // `pid (comm) state ppid pgrp …`; comm may hold spaces and brackets.
  const [state = '', , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, pgrp };
}

/** Chromium's crash handlers leave the group, each for a session of its own; the profile stands in their arguments. */
const straysOf = (profileDir: string): number[] =>
  processes().filter((pid) => read(`/proc/${pid}/cmdline`).includes(profileDir));

const processes = (): number[] => readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

/**
 * Gives the bytes that the group holds: private memory of each process, and the largest shared part once. It is asked several
 * times a second, so each process of the machine is looked at closely only once: none joins the group later.
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

/** Kills a browser, all that it has started, and waits until nothing of it is left. */
export async function killBrowser(group: number, profileDir: string, limitMs = 5000): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const strays = straysOf(profileDir);
    const left = [...membersOf(group), ...strays];
    if (left.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Processes of group ${group} could not be ended.`);
    for (const target of [-group, ...strays]) kill(target);
    // To look at these costs far less than to look again at every process of the machine.
    do await sleep(10);
    while (left.some(isRunning) && Date.now() < deadline);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The process ended while we looked.
  }
}
