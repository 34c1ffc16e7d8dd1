import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { captureCache } from '../../apps/capture/src/testing/cache.ts';
import { nodeToken } from './node-service.ts';
import { commandLineOf, processes } from './processes.ts';

const entry = fileURLToPath(new URL('../../apps/capture/src/node.ts', import.meta.url));

export interface RunningNode {
  /** Standard output and standard error so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** Its remaining processes and files. */
  leftovers(): string[];
}

/** Starts a capture node with its own process and folder for temporary files. */
export function startNode(
  home: string,
  name: string,
  serviceUrl: string,
  environment: Record<string, string> = {},
): RunningNode {
  const temporary = mkdtempSync(join(home, `${name}-`));
  chmodSync(temporary, 0o755); // the browser is another user when we are root
  mkdirSync(join(temporary, 'tmp'));
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: join(temporary, 'tmp'),
      SERVICE_URL: serviceUrl,
      NODE_TOKEN: nodeToken,
      NODE_NAME: name,
      CAPTURE_CONCURRENCY: '1',
      NTP_SERVERS: '',
      CAPTURE_CACHE: captureCache,
      NODE_COMPILE_CACHE: join(captureCache, 'node'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = listenTo(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    output,
    signal: (signal) => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    leftovers: () => [
      ...processes()
        .map(commandLineOf)
        .filter((line) => line.includes(temporary)),
      ...readdirSync(join(temporary, 'tmp')),
    ],
  };
}

function listenTo({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  const note = (chunk: Buffer) => {
    output += chunk;
  };
  stdout?.on('data', note);
  stderr?.on('data', note);
  return () => output;
}
