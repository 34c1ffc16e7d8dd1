import type { CaptureFailure, CaptureStep, Said } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';

export interface StepResult {
  outcome: 'done' | 'cut' | 'skipped';
  said: Said[];
}

export interface Budget {
  /** Aborted when the step's time is up or the capture is interrupted. */
  signal: AbortSignal;
  remainingMs(): number;
}

export interface Step {
  readonly name: CaptureStep;
  /** Hard limit; a step that can stop half-way with something in hand ends by itself before it. */
  readonly limitMs: number;
  /** Without it the step is skipped, and says so. `page`: a document that answers; `record`: a recorder, browser alive or not. */
  readonly needs: 'nothing' | 'browser' | 'page' | 'record';
  /** The capture ends with this code when the step fails and gives no code of its own. */
  readonly fatal?: CaptureFailure;
  run(capture: Capture, budget: Budget): Promise<StepResult>;
}

export const done = (...said: Said[]): StepResult => ({ outcome: 'done', said });
export const cut = (...said: Said[]): StepResult => ({ outcome: 'cut', said });
export const skipped = (...said: Said[]): StepResult => ({ outcome: 'skipped', said });
