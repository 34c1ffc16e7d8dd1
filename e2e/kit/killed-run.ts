import { setTimeout as sleep } from 'node:timers/promises';
import { type ProofRung, rungWords } from '@proofkeep/contract';
import { type Ended, proofkeep } from './command.ts';

/** Returns the running processes to kill; the argument is the command's process id. */
export type Victim = (command: number) => number[];

export interface KilledRun extends Ended {
  /**
   * Time from the start of the command until it had discarded unsealed work and begun its own; undefined if it never
   * did.
   */
  foundItsWayMs: number | undefined;
  /** Number of killed processes. */
  hits: number;
}

/**
 * Runs `proofkeep preserve` and kills the victim when the command reports this step, or `at` milliseconds after the
 * victim appears.
 */
export async function runAndKill(
  args: string[],
  env: Record<string, string>,
  { victim, at }: { victim: Victim; at: ProofRung | number },
): Promise<KilledRun> {
  const startedAt = performance.now();
  const { child, ended } = proofkeep(args, env);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let output = '';
  let foundItsWayMs: number | undefined;
  child.stderr?.on('data', (chunk) => {
    output += chunk;
    if (output.includes('Preserving')) foundItsWayMs ??= performance.now() - startedAt;
  });
  const until = async (isSo: () => boolean, pauseMs: number) => {
    while (!isOver && !isSo()) await sleep(pauseMs);
  };

  const pids = () => (child.pid ? victim(child.pid) : []);
  if (typeof at === 'string') await until(() => hasReached(output, at), 2);
  else {
    await until(() => pids().length > 0, 50);
    await sleep(at);
  }
  const hits = isOver ? 0 : pids().filter(tryKill).length;
  return { ...(await ended), foundItsWayMs, hits };
}

/** Searches the command's standard error. */
export const hasReached = (output: string, rung: ProofRung): boolean => output.includes(`✓ ${rungWords[rung][1]}`);

export const anoIn = (output: string): string | undefined =>
  new RegExp(`✓ ${rungWords.received[1]} +(\\S+)`).exec(output)?.[1];

function tryKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // It has ended by itself.
  }
}
