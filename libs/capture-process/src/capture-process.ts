import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CaptureEvent, type CaptureJob, type CaptureReport, packLimitMs } from '@proofkeep/contract';

/**
 * Time after the job's wall limit before the process group is killed: packing, plus starting up, ending the browser and
 * writing the report.
 */
const graceMs = packLimitMs + 15_000;
const keptStderr = 4000;
/** Line of standard input that asks a live session to end in good order. */
export const finishLine = 'finish';

/** The capture process ended without a report; the message has its exit code and the end of its standard error. */
export class CaptureProcessError extends Error {
  override name = 'CaptureProcessError';
}

/** How to run one capture. */
export interface CaptureRun {
  /** Path of the program: `single-capture.ts` of the capture node. */
  entry: string;
  workDir: string;
  environment: NodeJS.ProcessEnv;
  onEvent: (event: CaptureEvent) => void;
  /** Receives each line of its standard error: faults of the program, for the operator's log. */
  onFault: (text: string) => void;
  /** Stops the capture: ends its browser at once; the report then says that it was stopped. */
  stop?: AbortSignal;
  /** Lets a live session end in good order, with everything that was recorded. */
  finish?: AbortSignal;
  /** Time from `stop` to the kill, in ms; default: the time limit of a capture. */
  stopLimitMs?: number;
}

/** Environment variables passed to a capture: no key, token or database address. */
const passedOn = /^(PATH|HOME|LANG|LC_.*|TZ|TMPDIR|CHROMIUM_PATH|NTP_SERVERS|CAPTURE_.*)$/;

/** Returns the part of an environment that a capture may see. */
export const environmentFor = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([key]) => passedOn.test(key)));

/**
 * Runs one capture in its own process, so that no page can reach keys, tokens or the database through it. The capture
 * watches its standard input and ends, with its browser, when this process dies.
 * @throws CaptureProcessError when it ended without a report; any error of `onEvent`
 */
export async function runCaptureProcess(job: CaptureJob, run: CaptureRun): Promise<CaptureReport> {
  const child = spawn(process.execPath, [run.entry, run.workDir], {
    cwd: '/',
    env: run.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Already gone.
    }
  };
  let deadline = setTimeout(killGroup, job.limits.wallMs + graceMs);
  const stop = () => {
    child.stdin.end();
    if (run.stopLimitMs === undefined) return;
    clearTimeout(deadline);
    deadline = setTimeout(killGroup, run.stopLimitMs);
  };
  const finish = () => void (child.stdin.writable && child.stdin.write(`${finishLine}\n`));
  run.stop?.addEventListener('abort', stop, { once: true });

  let errors = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    errors = `${errors}${line}\n`.slice(-keptStderr);
    run.onFault(line.slice(0, keptStderr));
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
  // Standard input stays open until the capture should stop: closing it is the stop signal.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(job)}\n`);
  run.finish?.addEventListener('abort', finish, { once: true });
  if (run.finish?.aborted) finish();
  if (run.stop?.aborted) stop();

  try {
    let report: CaptureReport | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const event = CaptureEvent.parse(JSON.parse(line));
      if (event.type === 'report') report = event.report;
      run.onEvent(event);
    }
    const how = await ended;
    if (!report) throw new CaptureProcessError(`The capture ended without a report (${how}). ${errors.trim()}`);
    return report;
  } finally {
    clearTimeout(deadline);
    run.stop?.removeEventListener('abort', stop);
    run.finish?.removeEventListener('abort', finish);
    killGroup();
  }
}
