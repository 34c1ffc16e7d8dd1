import { z } from 'zod';
import { readNodeConfig } from './config.ts';
import { runAgent } from './node/agent.ts';
import { logLine } from './node/log.ts';

/** A capture node: leases captures from a service over HTTP. SIGTERM and SIGINT end it, and so does the end of whoever forked it. */
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
// Standard output may be a pipe, which is written to in the background: leave only when it is empty.
process.stdout.write('', () => process.exit(code));
