import type { CaptureFailure, CaptureStep, Message } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';

export interface StepResult {
  outcome: 'done' | 'cut' | 'skipped';
  said: Message[];
}

export interface Budget {
  /** Aborted when the step's time is up or the capture is interrupted. */
  signal: AbortSignal;
  remainingMs(): number;
}

export interface Step {
  readonly name: CaptureStep;
  /** Hard limit; a step with usable partial results ends by itself before it. */
  readonly limitMs: number;
  /**
   * Requirement without which the step is skipped, with a note. `page`: a document that responds; `record`: a recorder,
   * whether or not the browser is alive.
   */
  readonly needs: 'nothing' | 'browser' | 'page' | 'record';
  /** Code with which the capture ends if the step fails without its own code. */
  readonly fatal?: CaptureFailure;
  run(capture: Capture, budget: Budget): Promise<StepResult>;
}

export const done = (...said: Message[]): StepResult => ({ outcome: 'done', said });
export const cut = (...said: Message[]): StepResult => ({ outcome: 'cut', said });
export const skipped = (...said: Message[]): StepResult => ({ outcome: 'skipped', said });
