import { fileURLToPath } from 'node:url';
import { type CaptureRun, runCaptureProcess as run } from '@proofkeep/capture-process';
import type { CaptureJob, CaptureReport } from '@proofkeep/contract';

const entry = fileURLToPath(new URL('../../../capture/src/once.ts', import.meta.url));

/** A capture made beside the server, by no node: as the command line does it. @throws CaptureProcessError */
export const runCaptureProcess = (job: CaptureJob, o: Omit<CaptureRun, 'entry'>): Promise<CaptureReport> =>
  run(job, { ...o, entry });
