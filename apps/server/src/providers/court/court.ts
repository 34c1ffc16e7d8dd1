import type { NetcourtForm } from '@proofkeep/contract';

/** Answer of a court's system: it has the evidence under a number, or declines it. */
export type CourtAnswer = { reference: string } | { refusedBecause: string };

/** A signed list of evidence that is handed to a court. */
export interface CourtList {
  /** Number and version of the application: a court that has it already answers with the same reference, a corrected list is new. */
  no: string;
  /** Name of the court that the applicant entered. */
  court: string;
  caseNo: string;
  pdf: Uint8Array;
  /** The list as data (docs/formats/evidence-list.md). */
  json: Uint8Array;
}

/** Outcome of a list. */
export type ListAnswer = { state: 'pending' } | { state: 'accepted' } | { state: 'returned'; reason: string };

/**
 * The system of a court that takes evidence. The platforms of internet courts publish no interface that an outside service may
 * use; `http-court.ts` speaks one of our own (docs/formats/court-push.md), which an operator can connect to what was agreed.
 */
export interface Court {
  readonly name: string;
  /** Submissions reach no court. */
  readonly isDevelopment: boolean;
  /**
   * Submits evidence. Repeating a submission has the same result, so an interrupted job may repeat it.
   * @param o.submittedAt when the user submitted it: a new submission after a refusal has another time, a repetition the same
   * @param o.openBundle opens the evidence bundle; a court that takes only digests doesn't call it
   * @throws Error if the system is unreachable
   */
  submit(
    form: NetcourtForm,
    o: { submittedAt: Date; openBundle: () => Promise<AsyncIterable<Uint8Array>> },
  ): Promise<CourtAnswer>;
  /** Hands in a signed list. Safe to repeat for the same number. @returns the court's reference @throws Error as `submit` */
  submitList(list: CourtList): Promise<string>;
  /** @throws Error as `submit` */
  askAboutList(reference: string): Promise<ListAnswer>;
}
