import type { NetcourtForm } from '@proofkeep/contract';

/** What a court's system answered: it has the evidence under a number, or does not take it. */
export type CourtAnswer = { reference: string } | { refusedBecause: string };

/** The system of an internet court that takes evidence. */
export interface Court {
  readonly name: string;
  /** Submissions reach no court. */
  readonly isDevelopment: boolean;
  /**
   * Submits evidence. Submitting a number again has the same result, so an interrupted job may repeat it.
   * @param openBundle opens the evidence bundle; a court that takes only digests doesn't call it
   * @throws Error if the system is unreachable
   */
  submit(form: NetcourtForm, openBundle: () => Promise<AsyncIterable<Uint8Array>>): Promise<CourtAnswer>;
}
