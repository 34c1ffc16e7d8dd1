import { readdirSync, readFileSync } from 'node:fs';

export const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

export const commandLineOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

/** All descendants of a process. */
export function below(pid: number): number[] {
  const parents = new Map(processes().map((one) => [one, parentOf(one)]));
  const found = new Set<number>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const [child, parent] of parents) {
      if (found.has(child) || (parent !== pid && !found.has(parent))) continue;
      found.add(child);
      grew = true;
    }
  }
  return [...found];
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It ended while we looked.
  }
}
