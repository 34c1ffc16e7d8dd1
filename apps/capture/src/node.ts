import { z } from 'zod';
import { readNodeConfig } from './config.ts';
import { runAgent } from './node/agent.ts';
import { logLine } from './node/log.ts';

/**
 * Runs a capture node, which leases captures from a service over HTTP. Ends on SIGTERM, on SIGINT, or when its parent
 * process ends.
 */
async function main(): Promise<number> {
  const stop = new AbortController();
  const stopping = () => stop.abort();
  process.on('SIGTERM', stopping).on('SIGINT', stopping);
  if (process.connected) process.on('disconnect', stopping);
  try {
    const config = readNodeConfig(process.env);
    await runAgent({ config, environment: process.env, log: logLine, stopping: stop.signal });
    return 0;
  } catch (error) {
    const text = error instanceof z.ZodError ? z.prettifyError(error) : ((error as Error).stack ?? String(error));
    process.stderr.write(`${text}\n`);
    return 1;
  }
}

const code = await main();
// Standard output may be a pipe, which Node writes asynchronously: exit only once it is flushed.
process.stdout.write('', () => process.exit(code));
