import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { finishLine } from '@proofkeep/capture-process';
import { CaptureJob } from '@proofkeep/contract';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { runCapture } from './engine.ts';
import { sweepLeftovers } from './own-folder.ts';

/**
 * Runs one capture per process: a CaptureJob as the first line of standard input, CaptureEvents as lines of standard
 * output, artifacts in the folder given as argument. Exits with 0 once the report is written, whatever its result. The
 * end of standard input cancels the capture and ends the browser. The line `finish`, or SIGTERM, which a service
 * manager may send to every process at once, ends a live session in good order instead.
 */
async function main(): Promise<number> {
  const stop = new AbortController();
  const finish = new AbortController();
  const abort = () => stop.abort();
  let isSession = false;
  const end = () => (isSession ? finish : stop).abort();
  process.on('SIGTERM', end).on('SIGINT', end);
  // The reader of our output is gone; only the browser is left to end.
  process.stdout.on('error', abort);

  const folder = process.argv[2];
  if (!folder) return complain('usage: single-capture.ts WORK_FOLDER < job.json');
  await sweepLeftovers();
  const input = createInterface({ input: process.stdin });
  input.on('close', abort);
  const [line] = (await Promise.race([once(input, 'line'), once(stop.signal, 'abort').then(() => [''])])) as [string];

  try {
    const job = CaptureJob.parse(JSON.parse(line));
    isSession = job.session !== undefined;
    input.on('line', (text) => void (text === finishLine && finish.abort()));
    await runCapture(job, {
      config: readConfig(process.env),
      workDir: resolve(folder),
      emit: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
      signal: stop.signal,
      finishing: finish.signal,
    });
    return 0;
  } catch (error) {
    if (error instanceof SyntaxError) return complain(`The job is not JSON: ${error.message}`);
    if (error instanceof z.ZodError) return complain(z.prettifyError(error));
    return complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

const code = await main();
// Standard output may be a pipe, which Node writes asynchronously: exit only once it is flushed.
process.stdout.write('', () => process.exit(code));
