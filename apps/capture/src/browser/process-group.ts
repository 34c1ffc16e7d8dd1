import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const pageBytes = 4096;

/** Every process of a process group: a browser with all its helpers, also those whose parent is gone. */
export function membersOf(group: number): number[] {
  const members: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    // `pid (comm) state ppid pgrp …`; comm may hold spaces and brackets.
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(pgrp) === group && state !== 'Z') members.push(Number(name));
  }
  return members;
}

/** Bytes that the group holds: private memory of each, and the largest shared part once. */
export function memoryOf(group: number): number {
  let own = 0;
  let shared = 0;
  for (const pid of membersOf(group)) {
    const [, resident = 0, share = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number);
    own += (resident - share) * pageBytes;
    shared = Math.max(shared, share * pageBytes);
  }
  return own + shared;
}

/** Kills the group and waits until nothing of it is left. */
export async function killGroup(group: number, limitMs = 5000): Promise<void> {
  const deadline = Date.now() + limitMs;
  do {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // No such group: it is gone.
    }
    if (membersOf(group).length === 0) return;
    await sleep(20);
  } while (Date.now() < deadline);
  throw new Error(`Processes of group ${group} could not be ended.`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // The process ended while we looked.
  }
}
