import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CaptureEvent, type CaptureJob, type CaptureReport, packLimitMs } from '@proofkeep/contract';

const entry = fileURLToPath(new URL('../../../capture/src/once.ts', import.meta.url));

/**
 * How long after the job's own wall limit the node may take to end by itself before its process group is killed: to pack
 * what it has, and beside that to start, to end its browser and to write the report.
 */
const graceMs = packLimitMs + 15_000;
const keptStderr = 4000;

export class CaptureProcessError extends Error {
  override name = 'CaptureProcessError';
}

/**
 * Runs one capture in a process of its own, so that no page can reach the keys or the database through it.
 * The node ends, and its browser with it, when this process dies: it watches its standard input.
 * @throws CaptureProcessError when the node ended without a report.
 */
export async function runCaptureProcess(
  job: CaptureJob,
  o: { workDir: string; environment: NodeJS.ProcessEnv; onEvent: (event: CaptureEvent) => void; signal?: AbortSignal },
): Promise<CaptureReport> {
  const child = spawn(process.execPath, [entry, o.workDir], {
    cwd: '/',
    env: o.environment,
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
  const deadline = setTimeout(killGroup, job.limits.wallMs + graceMs);
  const abort = () => child.stdin.end();
  o.signal?.addEventListener('abort', abort, { once: true });

  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-keptStderr);
  });
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
  // The input stays open for as long as the capture is wanted: its end tells the node to stop.
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(job)}\n`);
  if (o.signal?.aborted) abort();

  try {
    let report: CaptureReport | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const event = CaptureEvent.parse(JSON.parse(line));
      if (event.type === 'report') report = event.report;
      o.onEvent(event);
    }
    const how = await ended;
    if (!report) throw new CaptureProcessError(`The capture node ended without a report (${how}). ${errors.trim()}`);
    return report;
  } finally {
    clearTimeout(deadline);
    o.signal?.removeEventListener('abort', abort);
    killGroup();
  }
}
