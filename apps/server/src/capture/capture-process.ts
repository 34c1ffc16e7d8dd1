import { fileURLToPath } from 'node:url';
import { type CaptureRun, runCaptureProcess as run } from '@proofkeep/capture-process';
import type { CaptureJob, CaptureReport } from '@proofkeep/contract';

const entry = fileURLToPath(new URL('../../../capture/src/single-capture.ts', import.meta.url));

/** Runs a capture in a child process without a node, for the command line. @throws CaptureProcessError */
export const runCaptureProcess = (job: CaptureJob, o: Omit<CaptureRun, 'entry'>): Promise<CaptureReport> =>
  run(job, { ...o, entry });
