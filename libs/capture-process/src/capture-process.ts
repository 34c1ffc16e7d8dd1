import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CaptureEvent, type CaptureJob, type CaptureReport, packLimitMs } from '@proofkeep/contract';

/**
 * How long after the job's own wall limit the capture may take to end by itself before its process group is killed: to pack
 * what it has, and beside that to start, to end its browser and to write the report.
 */
const graceMs = packLimitMs + 15_000;
const keptStderr = 4000;

export class CaptureProcessError extends Error {
  override name = 'CaptureProcessError';
}

export interface CaptureRun {
  /** The program: `once.ts` of the capture node. */
  entry: string;
  workDir: string;
  environment: NodeJS.ProcessEnv;
  onEvent: (event: CaptureEvent) => void;
  /** Stops the capture: its browser ends at once, and then it, with a report that says so. */
  stop?: AbortSignal;
  /** How long it may take to end once it is stopped before it is killed; absent: as long as a capture may take. */
  stopLimitMs?: number;
}

/** What a capture may read from the environment; no key, no token, no database address. */
const passedOn = /^(PATH|HOME|LANG|LC_.*|TZ|TMPDIR|CHROMIUM_PATH|NTP_SERVERS|CAPTURE_.*)$/;

/** The part of an environment that a capture may know. */
export const environmentFor = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([key]) => passedOn.test(key)));

/**
 * Runs one capture in a process of its own, so that no page can reach keys, tokens or the database through it.
 * It ends, and its browser with it, when this process dies: it watches its standard input.
 * @throws CaptureProcessError when it ended without a report; whatever `onEvent` throws
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
  run.stop?.addEventListener('abort', stop, { once: true });

  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-keptStderr);
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
  // The input stays open for as long as the capture is wanted: its end tells the capture to stop.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(job)}\n`);
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
    killGroup();
  }
}
