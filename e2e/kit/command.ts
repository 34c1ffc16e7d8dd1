import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runVerify } from '@proofkeep/verify/node';

const entry = fileURLToPath(new URL('../../apps/server/bin/proofkeep.mjs', import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Runs the `proofkeep` command in its own process. */
export function proofkeep(args: string[], env: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { PATH: process.env.PATH, LANG: 'en_US.UTF-8', NTP_SERVERS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

export const run = (args: string[], env: Record<string, string>): Promise<Ended> => proofkeep(args, env).ended;

/** Runs `proofkeep verify --json` in this process, which is faster for many bundles. */
export async function verifyHere(
  file: string,
  env: Record<string, string>,
): Promise<Pick<Ended, 'code' | 'stdout' | 'stderr'>> {
  const output = { stdout: '', stderr: '' };
  const onto = (stream: keyof typeof output) => ({
    write: (text: string) => {
      output[stream] += text;
    },
  });
  const code = await runVerify([file, '--json'], { stdout: onto('stdout'), stderr: onto('stderr'), env });
  return { code, ...output };
}
