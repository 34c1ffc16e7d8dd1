import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CaptureEvent,
  type CaptureJob,
  type CaptureReport,
  isOwnFault,
  type Message,
  message,
  type StepOutcome,
} from '@proofkeep/contract';
import { Capture } from './capture.ts';
import { CaptureError, MessageError, messageOf } from './capture-error.ts';
import type { CaptureConfig } from './config.ts';
import { isFaultOfMachine, reportFault } from './faults.ts';
import { makeOwnFolder, type OwnFolder } from './own-folder.ts';
import { rescue } from './page/rescue.ts';
import { startProgress } from './progress.ts';
import { CookieSecrets } from './record/cookie-secrets.ts';
import { createSink } from './record/sink.ts';
import { writeReport } from './report.ts';
import { certificates } from './steps/certificates.ts';
import { consent } from './steps/consent.ts';
import { dom } from './steps/dom.ts';
import { inspect } from './steps/inspect.ts';
import { isolate } from './steps/isolate.ts';
import { launch } from './steps/launch.ts';
import { load } from './steps/load.ts';
import { pack } from './steps/pack.ts';
import { pdf } from './steps/pdf.ts';
import { playback } from './steps/playback.ts';
import { product } from './steps/product.ts';
import { screenshot } from './steps/screenshot.ts';
import { scroll } from './steps/scroll.ts';
import { settle } from './steps/settle.ts';
import { steer } from './steps/steer.ts';
import type { Budget, Step, StepResult } from './steps/step.ts';
import { text } from './steps/text.ts';

/** In the order of `captureSteps`: takes what the page shows before anything that could change it. */
const steps: readonly Step[] = [
  isolate,
  launch,
  inspect,
  load,
  consent,
  scroll,
  settle,
  screenshot,
  dom,
  text,
  product,
  pdf,
  certificates,
  pack,
];

/** In the order of `sessionSteps`. */
const ofSession: readonly Step[] = [isolate, launch, inspect, steer, pack, playback];

export interface RunOptions {
  config: CaptureConfig;
  /** Must exist or be creatable; contains only the report's artifacts afterwards. */
  workDir: string;
  emit: (event: CaptureEvent) => void;
  /** Ends the capture with `ABORTED`. */
  signal: AbortSignal;
  /** Ends a live session in good order. */
  finishing?: AbortSignal;
}

/**
 * Captures one page. Always ends with a report and with nothing left running: errors become part of the report. Throws
 * only if the report itself cannot be written (disk full, work folder not writable).
 */
export async function runCapture(job: CaptureJob, given: RunOptions): Promise<CaptureReport> {
  const secrets = new CookieSecrets(job);
  const options = { ...given, emit: (event: CaptureEvent) => given.emit(secrets.redactEvent(event)) };
  await mkdir(options.workDir, { recursive: true });
  const folder = await makeOwnFolder();
  const tempDir = join(folder.path, 'record');
  await mkdir(tempDir, { mode: 0o700 });
  const sink = createSink(
    options.workDir,
    (artifact) => options.emit({ type: 'artifact', artifact }),
    (kind, bytes) => secrets.check(kind, bytes),
  );
  const capture = new Capture({ ...options, job, folder: folder.path, tempDir, sink });
  const unbound = bindInterruptions(capture, options.signal);
  const progress = startProgress(capture);
  const outcomes: StepOutcome[] = [];
  try {
    for (const step of job.session ? ofSession : steps) {
      progress.doing(step.name);
      const outcome = await runStep(step, capture);
      outcomes.push(outcome);
      const isLacking = outcome.outcome === 'failed' || outcome.outcome === 'cut';
      if (isLacking && !job.session) await rescue(capture);
    }
  } finally {
    progress.stop();
    unbound();
    await release(capture, folder);
  }
  sink.end();
  return writeReport(capture, outcomes);
}

async function runStep(step: Step, capture: Capture): Promise<StepOutcome> {
  const finish = (outcome: StepOutcome['outcome'], said: Message[], startedAt: Date | null): StepOutcome => {
    const elapsedMs = startedAt ? Date.now() - startedAt.getTime() : 0;
    capture.emit({ type: 'step', step: step.name, state: outcome, said, elapsedMs });
    return { step: step.name, outcome, startedAt: startedAt?.toISOString() ?? null, elapsedMs, said };
  };
  const lacking = whatIsLacking(step, capture);
  if (lacking) return finish('skipped', [lacking], null);

  const startedAt = new Date();
  capture.emit({ type: 'step', step: step.name, state: 'started', said: [], elapsedMs: 0 });
  try {
    const result = await within(step, capture);
    return finish(result.outcome, result.said, startedAt);
  } catch (error) {
    const said = messageOf(error);
    if (isFaultOfMachine(error)) capture.machineFault ??= new CaptureError('INTERNAL', said, { cause: error });
    const fatal =
      error instanceof CaptureError
        ? error
        : (capture.machineFault ?? (step.fatal && new CaptureError(step.fatal, said, { cause: error })));
    if (fatal) {
      if (isOwnFault(fatal.code)) reportFault(fatal);
      capture.interrupt(fatal);
    }
    return finish('failed', [said], startedAt);
  }
}

/**
 * Runs a step for at most its limit. An interruption of the capture ends it immediately, unless it works on the record
 * alone.
 */
async function within(step: Step, capture: Capture): Promise<StepResult> {
  const ending = new AbortController();
  const endsAt = performance.now() + step.limitMs;
  const seconds = step.limitMs / 1000;
  const late = () => ending.abort(new MessageError(message('step.late', { seconds })));
  const timer = setTimeout(late, step.limitMs);
  const signal = step.needs === 'record' ? ending.signal : AbortSignal.any([ending.signal, capture.interrupted]);
  const budget: Budget = { signal, remainingMs: () => Math.max(0, endsAt - performance.now()) };
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([step.run(capture, budget), aborted]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns why a step cannot run, or null if it can. */
function whatIsLacking(step: Step, capture: Capture): Message | null {
  if (step.needs === 'record') return capture.recorder.there ? null : message('step.nothing-recorded');
  if (capture.interruption) return message('step.not-reached', { because: capture.interruption.said });
  if (step.needs === 'page' && capture.pageLost) return message('step.not-possible', { because: capture.pageLost });
  return null;
}

/**
 * Ends the capture when the caller or the time limit does.
 * @returns a function that removes the binding
 */
function bindInterruptions(capture: Capture, signal: AbortSignal): () => void {
  const { wallMs } = capture.job.limits;
  const abort = () => capture.interrupt(new CaptureError('ABORTED', message('capture.stopped')));
  const wall = setTimeout(
    () =>
      capture.interrupt(new CaptureError('WALL_TIME_EXCEEDED', message('capture.wall', { seconds: wallMs / 1000 }))),
    wallMs,
  );
  // Ending the capture ends the browser: a page that is no longer recorded must not keep running.
  capture.interrupted.addEventListener('abort', () => void capture.lease.peek()?.kill(), { once: true });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return () => {
    clearTimeout(wall);
    signal.removeEventListener('abort', abort);
  };
}

/** Releases everything a capture holds: first the browser's processes, then the proxy, then the files. */
async function release(capture: Capture, folder: OwnFolder): Promise<void> {
  capture.session.peek()?.close();
  await capture.lease.peek()?.kill();
  await capture.egress.peek()?.close();
  await folder.remove();
}
